import { createHash } from 'node:crypto'
import type { Report } from '../report/model/report-plan.ts'

/** The file that a build of the portal writes beside its page, by which a server knows the reports of the portal. */
export const FINGERPRINT_FILE = 'report-definitions.json'

/** Returns the content of the file: the hash of the compiled reports. */
export function formatFingerprint(reports: readonly Report[]): string {
  const sorted = reports.toSorted((one, other) => one.id.localeCompare(other.id))
  return `${JSON.stringify(createHash('sha256').update(JSON.stringify(sorted)).digest('hex'))}\n`
}
