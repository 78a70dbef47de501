import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Report } from '../report/model/report-plan.ts'

/** The file that a build of the portal writes beside its page. */
export const FINGERPRINTS_FILE = 'report-definitions.json'

/** The hash of each compiled report, by id. */
const Fingerprints = z.record(z.string(), z.string())
type Fingerprints = z.infer<typeof Fingerprints>

const fingerprint = (reports: readonly Report[]): Fingerprints =>
  Object.fromEntries(
    reports.map((report) => [report.id, createHash('sha256').update(JSON.stringify(report)).digest('hex')]),
  )

/** Returns the content of the file for the reports of a portal. */
export const formatFingerprints = (reports: readonly Report[]): string =>
  `${JSON.stringify(fingerprint(reports), null, 1)}\n`

/** Says how the reports of a built portal and of a server differ; null if they are the same. */
export function describeDifference(portalFile: string, reports: readonly Report[]): string | null {
  const [portal, server] = [parseFingerprints(portalFile), fingerprint(reports)]
  if (portal === null) return `${FINGERPRINTS_FILE} of the portal cannot be read; build the portal again`
  const list = (what: string, reports: Fingerprints, isListed: (id: string) => boolean) => {
    const ids = Object.keys(reports).filter(isListed)
    return ids.length === 0 ? [] : [`${what}: ${ids.join(', ')}`]
  }
  const isChanged = (id: string) => Object.hasOwn(portal, id) && portal[id] !== server[id]
  const parts = [
    ...list('only in the portal', portal, (id) => !Object.hasOwn(server, id)),
    ...list('only in the server', server, (id) => !Object.hasOwn(portal, id)),
    ...list('different', server, isChanged),
  ]
  if (parts.length === 0) return null
  return `the portal was built from other report definitions than the server reads (${parts.join('; ')}); build it with the REPORTS_DIR of the server`
}

function parseFingerprints(text: string): Fingerprints | null {
  try {
    return Fingerprints.parse(JSON.parse(text))
  } catch {
    return null
  }
}
