import type { Outcome } from './apply-records.ts'
import type { RecordType } from './record-type.ts'
import type { ParsedFile } from './parse-file.ts'

const count = (value: number) => value.toLocaleString('en')

/** The last line of an import: what was read, what came of it or would, which days or months, and where. */
export function summaryLine(
  { name, key }: RecordType,
  { records, leftOut }: ParsedFile,
  { added, unchanged, replaced, removed }: Outcome,
  isTrial: boolean,
  place: string,
): string {
  const read = records.length + leftOut
  const part = (plan: string, number: number, done: string) =>
    isTrial ? `${plan} ${count(number)}` : `${count(number)} ${done}`
  const parts = [
    part('would add', added, 'added'),
    `${isTrial ? 'leave ' : ''}${count(unchanged)} unchanged`,
    part('replace', replaced, 'replaced'),
    ...(removed > 0 ? [part('remove', removed, 'removed')] : []),
    ...(leftOut > 0 ? [`${count(leftOut)} of zeros left out`] : []),
  ]
  const isSame = added + replaced + removed === 0
  const end = isTrial ? '; nothing was written' : isSame ? '; nothing changed' : ''
  const where = [...periodOf(records, key === 'text'), place].join(', ')
  return `${name}: ${count(read)} ${read === 1 ? 'row' : 'rows'} read: ${parts.join(', ')}${end} (${where})`
}

function periodOf(records: ParsedFile['records'], isText: boolean): string[] {
  // Names are told by their period, which they may lack.
  const keys = records.map(({ period, key }) => (isText ? period : key)).toSorted()
  const [first, last] = [keys[0], keys.at(-1)]
  if (first === undefined || last === undefined || last === '') return []
  return [first === last ? first : `${first} to ${last}`]
}
