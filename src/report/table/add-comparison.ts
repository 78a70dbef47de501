import type {
  ChosenCompare,
  Compare,
  OptionsBySelector,
  ReportPlan,
  Selection,
} from '../model/report-plan.ts'
import {
  findFirstDay,
  formatPeriodName,
  getEarlierSelection,
  hasSameDates,
} from '../selection/earlier-period.ts'
import { formatNames } from '../model/format.ts'
import { addYear, formatRowNoun, getKeyKind, parseRowKey } from '../model/key-kinds.ts'
import { type ReportResponse, ResponseError } from '../model/report-response.ts'
import { isYearOffered } from '../selection/choose-period.ts'
import { getPeriod, getYear } from '../selection/selector-kinds.ts'
import { countRange, formatDayRange, listDays } from '../../time/days.ts'
import { buildTable } from './build-table.ts'
import { alignRow, buildLines, type ComparedPeriod, type Figures, withTotal } from './comparison-lines.ts'
import { getNotedDays } from './row-span.ts'
import {
  type Comparison,
  countLeading,
  getRowId,
  getRowName,
  isRecorded,
  type ReportTable,
  type TableRow,
} from '../model/report-table.ts'

/** Exported by this part: a part of its own would be more bytes of the first table. */
export { alignRow, computeChange, PER_DAY } from './comparison-lines.ts'

/** What is compared: a loaded table, the response of which it is built, and with what. */
export interface Compared {
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly compare: Compare
  readonly response: ReportResponse
  readonly table: ReportTable
}

/** A table with its comparison, or the reason why it has none, as a sentence. */
export interface ComparedTable {
  readonly table: ReportTable
  readonly problem: string | null
}

/**
 * Finds the earlier period: what to load, or the reason why there is nothing to load. `options` are those on offer: a year
 * that they lack is not loaded.
 */
export function findEarlierPeriod(
  plan: ReportPlan,
  chosen: Selection,
  compare: Compare,
  options: OptionsBySelector = {},
):
  | { readonly selection: Selection; readonly name: string; readonly problem: null }
  | { readonly problem: string } {
  const selection = getEarlierSelection(plan, chosen, compare)
  if (selection === null) {
    const year = String((getYear(plan, chosen) ?? 0) - 1)
    const yearBefore = plan.selectors.map(({ kind, name }) => [name, kind === 'year' ? year : chosen[name]])
    return { problem: `There is no ${formatPeriodName(plan, Object.fromEntries(yearBefore) as Selection)}.` }
  }
  const name = formatPeriodName(plan, selection)
  return isYearOffered(plan, selection, options)
    ? { selection, name, problem: null }
    : { problem: `${name} is not available in this report.` }
}

/** Loads the response to another selection. Never rejects: null if it cannot be loaded. */
export type LoadEarlier = (selection: Selection) => Promise<ReportResponse | null>

export type AddEarlier = (table: ReportTable, response: ReportResponse) => ComparedTable

/** An earlier period with its response; null if that could not be loaded. */
export interface LoadedPeriod {
  readonly compare: Compare
  readonly period: ReturnType<typeof findEarlierPeriod>
  readonly response: ReportResponse | null
}

/** Lists the earlier periods of a choice, in the order of the screen. */
export const listEarlierPeriods = (
  plan: ReportPlan,
  selection: Selection,
  chosen: ChosenCompare,
  options?: OptionsBySelector,
) =>
  (chosen === 'all' ? plan.compare : [chosen]).map((compare) => ({
    compare,
    period: findEarlierPeriod(plan, selection, compare, options),
  }))

/** Loads the earlier periods of a selection, and returns what adds them. */
export async function loadComparison(
  {
    plan,
    selection,
    compare: chosen,
    options,
  }: Pick<Compared, 'plan' | 'selection'> & {
    readonly compare: ChosenCompare
    readonly options: OptionsBySelector
  },
  load: LoadEarlier,
): Promise<AddEarlier> {
  const loaded = await Promise.all(
    listEarlierPeriods(plan, selection, chosen, options).map(async (earlier) => {
      const { period } = earlier
      return { ...earlier, response: period.problem === null ? await load(period.selection) : null }
    }),
  )
  return (table, response) => addComparisons({ plan, selection, response, table }, loaded)
}

/** Adds earlier periods to a table: the first one beside its rows, the totals and differences of all below them. */
export function addComparisons(
  compared: Omit<Compared, 'compare'>,
  earlier: readonly LoadedPeriod[],
): ComparedTable {
  const { table } = compared
  const all = earlier.map(({ compare, period, response }) =>
    period.problem === null
      ? addComparison({ ...compared, compare }, period, response)
      : { table, problem: period.problem },
  )
  const problem = all.flatMap((one) => one.problem ?? []).join(' ') || null
  const added = all.flatMap(({ table: { comparison, remarks } }) =>
    comparison === undefined ? [] : { comparison, remarks },
  )
  const names = added.map(({ comparison }) => comparison.name)
  // The same days of a whole month are that month.
  const distinct = added.filter(({ comparison }, index) => names.indexOf(comparison.name) === index)
  const [first] = distinct
  if (first === undefined) return { table, problem }
  const remarks = [...new Set(distinct.flatMap((one) => one.remarks))]
  const lines = joinLines(distinct.map(({ comparison }) => comparison))
  return { table: { ...table, remarks, comparison: { ...first.comparison, lines } }, problem }
}

/** Joins the lines of comparisons, each once. Of several each difference names its earlier period. */
function joinLines(comparisons: readonly Comparison[]): Comparison['lines'] {
  const named = comparisons.flatMap(({ name, lines }) =>
    lines.map((line) =>
      comparisons.length === 1 || ['current', 'earlier'].includes(line.kind)
        ? line
        : { ...line, label: `${line.label} to ${name}` },
    ),
  )
  const labels = named.map(({ label }) => label)
  return named.filter(({ label }, index) => labels.indexOf(label) === index)
}

/**
 * Adds the earlier period to a table. `earlier` is null if its records could not be loaded; then, and if there are none,
 * the table stays as it is.
 */
export function addComparison(
  compared: Compared,
  { selection, name }: { readonly selection: Selection; readonly name: string },
  earlier: ReportResponse | null,
): ComparedTable {
  const { table } = compared
  if (table.rows.length === 0) return { table, problem: null }
  const days = findDays(compared, selection)
  const earlierPeriod = earlier && readEarlier(compared, selection, earlier, days.until)
  if (earlierPeriod === null) return { table, problem: `${name} could not be loaded.` }
  if (earlierPeriod.table.rows.length === 0) return { table, problem: `No data for ${name}.` }
  const earlierDays = days.now && listRecordedDays(compared.plan, selection, earlierPeriod.response)
  const length = earlierDays?.length ?? countNamedDays(compared, selection, earlierPeriod.response)
  const period = { ...earlierPeriod, selection, name: days.name ?? name, days: earlierDays, length }
  const ranked = rankEarlier(compared, period)
  const isPart = days.until !== null
  const comparison = { ...buildComparison(compared, period, ranked, days.now), isPart }
  const { notice } = earlierPeriod.response
  const said = notice && !table.remarks.includes(notice) ? [`${period.name}: ${notice}`] : []
  const remarks = [...table.remarks, ...said, ...describeDifferences(comparison, table, ranked)]
  return { table: { ...table, remarks, comparison }, problem: null }
}

/** Reads the records of the earlier period up to a day, and builds their rows; null if the records do not fit. */
function readEarlier(
  { plan, response: chosen }: Compared,
  selection: Selection,
  received: ReportResponse,
  until: string | null,
): Pick<ComparedPeriod, 'response' | 'table'> | null {
  try {
    const { key } = plan.rows
    const records = received.records.filter(
      (record) => until === null || parseRowKey(key, record, plan.data.recordsPath.join('.')).key <= until,
    )
    const response = { ...received, records, upTo: until ?? received.upTo }
    return { response, table: buildTable(withTotal(plan, chosen), selection, response) }
  } catch (error) {
    if (error instanceof ResponseError) return null
    throw error
  }
}

/**
 * Finds the days of the chosen period with a record; null where rows are not compared by their days. Finds as well the last
 * day of the earlier period that is read, and what its days are called; null for all of it.
 */
function findDays({ plan, selection, compare, response }: Compared, earlier: Selection) {
  const [days, daysBefore] = [selection, earlier].map((chosen) => getNotedDays(getPeriod(plan, chosen)))
  const now = listRecordedDays(plan, selection, response)
  const last = now.at(-1)
  if (!plan.compare.includes('sameDays') || !days || !daysBefore || last === undefined) {
    return { now: null, until: null, name: null }
  }
  const until = listDays(daysBefore)[countRange({ first: days.first, last }) - 1] ?? daysBefore.last
  return compare !== 'sameDays' || last >= days.last || until >= daysBefore.last
    ? { now, until: null, name: null }
    : { now, until, name: formatDayRange({ ...daysBefore, last: until }, true) }
}

/** Counts the days of the period of a table of names, up to the last record; null for any other table. */
function countNamedDays({ plan, table }: Compared, selection: Selection, { upTo }: ReportResponse) {
  const days = getNotedDays(getPeriod(plan, selection))
  if (table.keyKind !== 'text' || days === null) return null
  const isBegun = upTo !== undefined && upTo >= days.first && upTo < days.last
  return countRange(isBegun ? { ...days, last: upTo } : days)
}

/** Lists the days of a period that have a record, in their order. */
function listRecordedDays(plan: ReportPlan, selection: Selection, { records }: ReportResponse): string[] {
  const { rows, data } = plan
  const period = getPeriod(plan, selection)
  const keys = records.map((record) => parseRowKey(rows.key, record, data.recordsPath.join('.'), period))
  return [...new Set(keys.flatMap(({ key, isWithin }) => (isWithin ? key : [])))].toSorted()
}

function buildComparison(
  compared: Compared,
  earlierPeriod: ComparedPeriod,
  ranked: ReportTable,
  days: ComparedPeriod['days'],
): Comparison {
  const { plan, selection, response, table } = compared
  const { columns } = table
  const isMean = table.total === null
  const whole = isMean ? buildTable(withTotal(plan, response), selection, response) : table
  const name = formatPeriodName(plan, selection)
  const length = days?.length ?? countNamedDays(compared, selection, response)
  const now = { selection, response, table: whole, name, days, length }
  const align = <R extends Figures>(row: R) => alignRow(row, earlierPeriod.table, columns, plan)
  const rows = matchRows(compared, earlierPeriod.selection, ranked.rows)
  return {
    name: earlierPeriod.name,
    currentName: now.name,
    end: getNotedDays(getPeriod(plan, selection))?.last,
    rows: rows.map((row) => row && align(row)),
    lines: buildLines({ plan, columns, isMean, periods: [now, earlierPeriod] }),
    totals: whole.total?.values ?? [],
    earlierTotals: align(earlierPeriod.table.total ?? { values: [] }).values,
    table: earlierPeriod.table,
  }
}

/** Builds the rows of the earlier period: of a table that shows its first rows those of the same, and one of the others. */
function rankEarlier(
  compared: Compared,
  { selection, response, table: before }: ComparedPeriod,
): ReportTable {
  const { plan, table } = compared
  const { top } = plan.rows
  if (top === null || (table.hiddenRows === 0 && !table.rows.some(({ isRest }) => isRest))) return before
  const whole = withTotal(plan, compared.response)
  const ids = matchRows(compared, selection, before.rows).flatMap((row) =>
    row === null ? [] : getRowId(row),
  )
  return buildTable({ ...whole, rows: { ...whole.rows, top: { ...top, rows: ids } } }, selection, response)
}

/** Finds for each row that of the earlier period: at the same position in its period, or with the same name. */
function matchRows(
  { plan, selection, compare, table }: Compared,
  earlier: Selection,
  rows: readonly TableRow[],
): (TableRow | null)[] {
  const { key: keyPlan } = plan.rows
  const isByDate = compare === 'year' && hasSameDates(plan)
  /** Returns a text that is equal for two rows that are compared. */
  const locate = (row: TableRow, chosen: Selection) => {
    const first = findFirstDay(plan, chosen)
    return getRowId(row, (first === null ? null : getKeyKind(keyPlan).locate(row.key, first)) ?? row.key)
  }
  const byPosition = new Map(
    rows.map((row) => [isByDate ? getRowId(row, addYear(keyPlan, row.key)) : locate(row, earlier), row]),
  )
  return table.rows.map((row) =>
    row.isRest
      ? (rows.find(({ isRest }) => isRest) ?? null)
      : (byPosition.get(isByDate ? getRowId(row) : locate(row, selection)) ?? null),
  )
}

/** Returns true if every row of a table is a period of its own, so that records can be counted by rows. */
export const followsTime = (table: ReportTable): boolean =>
  table.keyKind !== 'text' && table.hiddenRows === 0 && countLeading(table) === 1

export const countRecords = ({ rows }: ReportTable): number => rows.filter(isRecorded).length

/** Says what a reader has to know of two periods that differ: numbers of rows, and columns that only the earlier one has. */
function describeDifferences(
  { name, currentName }: Comparison,
  table: ReportTable,
  before: ReportTable,
): string[] {
  const [now, then] = [countRecords(table), countRecords(before)]
  const isSequence = followsTime(table)
  const isNamed = table.keyKind === 'text'
  const listNames = (one: ReportTable) => [
    ...one.columns.flatMap(({ label, hidden }) => (hidden ? [] : [[`column:${label}`, label] as const])),
    ...one.rows.flatMap((row) =>
      isNamed && !row.isEarlier ? [[getRowId(row), getRowName(row)] as const] : [],
    ),
  ]
  const listOnly = (one: ReportTable, others: ReportTable) => {
    const known = new Map(listNames(others))
    return listNames(one).flatMap(([id, label]) => (known.has(id) ? [] : [label]))
  }
  const [gone, fresh] = [listOnly(before, table), listOnly(table, before)]
  return [
    ...(isSequence && now !== then
      ? [`${formatRowNoun(table.keyKind)} with a record: ${now} in ${currentName}, ${then} in ${name}.`]
      : []),
    ...(gone.length > 0 ? [`In ${name}, not in ${currentName}: ${formatNames(gone)}.`] : []),
    ...(fresh.length > 0 ? [`In ${currentName}, not in ${name}: ${formatNames(fresh)}.`] : []),
  ]
}
