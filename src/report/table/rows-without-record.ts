import { monthNames, parseDate } from '../../time/calendar.ts'
import type { ReportPlan, Selection } from '../model/report-plan.ts'
import { getPeriod } from '../selection/selector-kinds.ts'
import { findRuns, type ReportTable, type TableRow } from '../model/report-table.ts'
import { formatRowNoun, getKeyKind } from '../model/key-kinds.ts'

/** Formats `2 days without a record: 9 and 10 February 2025.`; empty if every row has one. */
export function formatMissingRows(table: Pick<ReportTable, 'keyKind' | 'rows' | 'hiddenRows'>): string {
  const missing = describeMissingRows(table)
  return missing === null ? '' : `${countMissing(missing)} without a record: ${missing.text}.`
}

/** Formats `1 day`, `2 days`. */
export const countMissing = ({ count, noun }: Readonly<{ count: number; noun: string }>): string =>
  `${count} ${(count === 1 ? noun.slice(0, -1) : noun).toLowerCase()}`

/** Rows that follow each other; a shorter run is written row by row. */
const MIN_RUN = 3
/** Further rows and runs are only counted. */
const MAX_NAMES = 20

/**
 * Returns how many rows have no record, what they are in the plural, such as `Days`, and which they are in the order of their
 * keys: `9 and 10 February 2025`. A long list ends with `and 4 more`. Returns null if every row has a record.
 */
export function describeMissingRows(table: Pick<ReportTable, 'keyKind' | 'rows' | 'hiddenRows'>) {
  if (table.rows.every(({ hasRecord, isRest }) => hasRecord || isRest)) return null
  const named = table.rows.filter(({ isRest }) => !isRest).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const count = named.filter(({ hasRecord }) => !hasRecord).length
  const isWhole = table.hiddenRows === 0 && named.length === table.rows.length
  const names = nameMissing(named, isWhole)
  const shown = names.slice(0, MAX_NAMES)
  const rest = names.slice(MAX_NAMES).reduce((sum, name) => sum + name.count, 0)
  const text = `${formatNames(shown)}${rest === 0 ? '' : ` and ${rest} more`}`
  return { count, noun: formatRowNoun(table.keyKind), text }
}

/** How a row is named: a day by its number, below its month. */
interface Name {
  readonly text: string
  /** Written once after its names; empty for none. */
  readonly group: string
  readonly count: number
}

function nameRow({ key, label }: TableRow): Name {
  const date = parseDate(key)
  if (date === null) return { text: label, group: '', count: 1 }
  return { text: String(date.day), group: `${monthNames[date.month - 1] ?? ''} ${date.year}`, count: 1 }
}

/** Names the rows without a record: a run of one group by its ends, if the table has all rows between them. */
function nameMissing(rows: readonly TableRow[], isWhole: boolean): readonly Name[] {
  const runs = findRuns(rows, (row) => (row.hasRecord ? null : nameRow(row).group))
  return runs.flatMap(({ first, last }) => {
    const names = rows.slice(first, last + 1).map(nameRow)
    const [start, end] = [names[0], names.at(-1)]
    if (!isWhole || start === undefined || end === undefined || names.length < MIN_RUN) return names
    return [{ ...start, text: `${start.text} to ${end.text}`, count: names.length }]
  })
}

const listFormat = new Intl.ListFormat('en-GB')

/** Formats `1, 3 and 9 to 12 February 2025; 2 March 2025`. */
function formatNames(names: readonly Name[]): string {
  const groups = [...new Set(names.map(({ group }) => group))].map((group) => {
    const list = listFormat.format(names.flatMap((name) => (name.group === group ? [name.text] : [])))
    return group === '' ? list : `${list} ${group}`
  })
  return groups.join('; ')
}

/**
 * Says of a table without rows for missing records:
 * `1 day of the period has no record and is not listed: 17 November 2025.` Nothing if all have a record, or none has,
 * and if the table does not show every row.
 */
export function describeOmittedRows(
  plan: Pick<ReportPlan, 'rows' | 'selectors'>,
  selection: Selection,
  { rows, hiddenRows }: Pick<ReportTable, 'rows' | 'hiddenRows'>,
): readonly string[] {
  const { key, fillMissing } = plan.rows
  const { isDetermined, listAll, format } = getKeyKind(key)
  const period = getPeriod(plan, selection)
  const omitsRows = fillMissing === 'none' && key.kind !== 'text'
  const isWhole = rows.length > 0 && hiddenRows === 0 && rows.at(-1)?.isRest === false
  if (!omitsRows || !isWhole || !isDetermined(period)) return []
  const found = new Map(rows.map((row) => [row.key, row]))
  const all = listAll(period, key).map((one): TableRow => {
    const empty = { key: one, label: format(key, one, period), values: [], hasRecord: false, isRest: false }
    return found.get(one) ?? empty
  })
  const missing = describeMissingRows({ keyKind: key.kind, rows: all, hiddenRows: 0 })
  if (missing === null) return []
  const has = missing.count === 1 ? 'has no record and is' : 'have no record and are'
  return [`${countMissing(missing)} of the period ${has} not listed: ${missing.text}.`]
}
