import type { Outcome } from './apply-records.ts'
import type { ParsedFile } from './parsed-file.ts'

const count = (value: number) => value.toLocaleString('en')

/** The last line of an import: what was read, and what came of it. */
export function summaryLine(
  kind: string,
  { records, leftOut }: ParsedFile,
  { added, unchanged, replaced, removed }: Outcome,
  isTrial: boolean,
): string {
  const read = records.length + leftOut
  const parts = [
    `${count(added)} added`,
    `${count(unchanged)} unchanged`,
    `${count(replaced)} replaced`,
    ...(removed > 0 ? [`${count(removed)} removed`] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} of zeros left out`] : []),
  ]
  const isSame = added + replaced + removed === 0
  const end = isTrial ? '; nothing was written (--dry-run)' : isSame ? '; nothing changed' : ''
  return `${kind}: ${count(read)} ${read === 1 ? 'row' : 'rows'} read: ${parts.join(', ')}${end}`
}
