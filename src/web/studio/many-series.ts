import { isGroup, listNamedFields } from '../../report/model/named-fields.ts'
import { matchPattern, splitPattern } from '../../report/model/name-pattern.ts'
import type { ColumnPlan, ReportPlan } from '../../report/model/report-plan.ts'
import { parseNumber } from '../../report/model/report-response.ts'

type Fields = Readonly<Record<string, unknown>>

/** How many series stand for each one of the records. */
const TIMES = 12
const copies = Array.from({ length: TIMES }, (_, index) => (index === 0 ? '' : ` ${index + 1}`))

/** Returns true if the records decide how many series a plan has. */
export const canMultiply = ({ columns }: ReportPlan): boolean => columns.some(isGroup)

/** Repeats each series of records under other names. */
export function multiplySeries(records: readonly Fields[], { columns }: ReportPlan): readonly Fields[] {
  const fixed = new Set(columns.flatMap(listNamedFields).flatMap(({ names }) => names))
  const many = records.map((record) => {
    const added = Object.entries(record).flatMap(([name, value]) => {
      if (fixed.has(name) || typeof parseNumber(value) !== 'number') return []
      const rename = findNaming(columns, name)
      return rename === null ? [] : copies.map((copy) => [rename(copy), value] as const)
    })
    return { ...record, ...Object.fromEntries(added) }
  })
  const pivots = columns.flatMap((column) => (column.kind === 'pivot' ? [column.pivot] : []))
  return [...new Set(pivots)].reduce<readonly Fields[]>(
    (all, field) =>
      all.flatMap((record) =>
        copies.map((copy) => ({ ...record, [field]: `${String(record[field])}${copy}` })),
      ),
    many,
  )
}

/** Finds how a field of a group is named with an addition; null for a field of no group. */
function findNaming(columns: readonly ColumnPlan[], name: string): ((copy: string) => string) | null {
  for (const column of columns) {
    if (column.kind === 'list') return (copy) => `${name}${copy}`
    if (column.kind !== 'pattern') continue
    const tokens = splitPattern(column.pattern)
    const first = tokens.find((token) => token.startsWith('{')) ?? ''
    const part = matchPattern(tokens, name)?.get(first.slice(1, -1))
    if (part === undefined) continue
    const start = tokens.slice(0, tokens.indexOf(first)).join('').length + part.length
    return (copy) => `${name.slice(0, start)}${copy}${name.slice(start)}`
  }
  return null
}
