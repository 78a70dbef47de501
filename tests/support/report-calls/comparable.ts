const INTERNATIONAL = '{"success":true,"message":"","records":{"data":['
const FIXED = ['reportDate', 'airtel', 'mtn', 'nineMobile', 'glo']

interface International {
  readonly records: {
    readonly data: readonly Readonly<Record<string, unknown>>[]
    readonly carriers: unknown
  }
}

/**
 * A transcript as it is compared: on SQLite as it is, byte for byte. The recorded build asks PostgreSQL for the minutes
 * of a day in no order, so that the planner settles in which one the carriers' fields and the faults of an import come;
 * there, and nowhere else, they are put in order first.
 */
export function comparable(text: string): string {
  if (process.env['TEST_ENGINE'] !== 'postgres') return text
  return text
    .split('\n')
    .map((line) => (line.startsWith(INTERNATIONAL) ? withSortedCarriers(line) : line))
    .join('\n')
    .replaceAll(/(?:^row .*\n)+/gm, (faults) => `${faults.trimEnd().split('\n').toSorted().join('\n')}\n`)
}

function withSortedCarriers(line: string): string {
  const answer = JSON.parse(line) as International
  const data = answer.records.data.map((row) => {
    const isFixed = ([name]: readonly [string, unknown]) => FIXED.includes(name)
    const fields = Object.entries(row)
    const carriers = fields.filter((field) => !isFixed(field)).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return Object.fromEntries([...fields.filter(isFixed), ...carriers])
  })
  return JSON.stringify({ ...answer, records: { ...answer.records, data } })
}
