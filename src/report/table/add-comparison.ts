import { operations, type Value } from '../../query/arithmetic.ts'
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
import { formatNames, isPoints, type NumberFormat, toPoints, TWO_DECIMALS } from '../model/format.ts'
import { addYear, formatRowNoun, getKeyKind, parseRowKey } from '../model/key-kinds.ts'
import { type ReportResponse, ResponseError } from '../model/report-response.ts'
import { isYearOffered } from '../selection/choose-period.ts'
import { getPeriod, getYear } from '../selection/selector-kinds.ts'
import { countRange, formatDayRange, listDays } from '../../time/days.ts'
import { buildTable } from './build-table.ts'
import { getNotedDays } from './row-span.ts'
import {
  type Comparison,
  countLeading,
  getRowId,
  getRowName,
  type ReportTable,
  type TableRow,
} from '../model/report-table.ts'
import { aggregateValues } from './totals.ts'

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

/** The earlier period: what to load, or the reason why there is nothing to load. */
export type EarlierPeriod =
  | { readonly selection: Selection; readonly name: string; readonly problem: null }
  | { readonly problem: string }

/** Finds the earlier period. `options` are those on offer: a year that they lack is not loaded. */
export function findEarlierPeriod(
  plan: ReportPlan,
  chosen: Selection,
  compare: Compare,
  options: OptionsBySelector = {},
): EarlierPeriod {
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
  readonly period: EarlierPeriod
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
  const problems = all.flatMap(({ problem }) => problem ?? [])
  const [first = table, ...others] = all.flatMap((one) => (one.table.comparison ? one.table : []))
  return { table: others.reduce(addLines, first), problem: problems.join(' ') || null }
}

/** Adds the lines and remarks of another comparison of the same table. */
function addLines(table: ReportTable, { comparison: other, remarks }: ReportTable): ReportTable {
  const { comparison } = table
  if (comparison === undefined || other === undefined) return table
  const known = new Set(comparison.lines.map(({ label }) => label))
  // The same days of a whole month are that month.
  if (other.lines.every(({ kind, label }) => kind !== 'earlier' || known.has(label))) return table
  const named = other.lines.map((line) =>
    line.label.startsWith('Difference') ? { ...line, label: `${line.label} to ${other.name}` } : line,
  )
  return {
    ...table,
    remarks: [...new Set([...table.remarks, ...remarks])],
    comparison: {
      ...comparison,
      lines: [...comparison.lines, ...named.filter(({ label }) => !known.has(label))],
    },
  }
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
  const lengths = findLengths(compared, selection)
  const earlierTable = earlier && buildEarlierTable(compared.plan, selection, earlier, lengths.until)
  if (earlierTable === null) return { table, problem: `${name} could not be loaded.` }
  if (earlierTable.rows.length === 0) return { table, problem: `No data for ${name}.` }
  const comparison = buildComparison(compared, selection, lengths.name ?? name, earlierTable, lengths)
  return {
    table: {
      ...table,
      remarks: [...table.remarks, ...describeDifferences(comparison, table, earlierTable)],
      comparison,
    },
    problem: null,
  }
}

/** Builds all rows of the earlier period by their keys, with totals; null if the records do not fit. */
function buildEarlierTable(
  plan: ReportPlan,
  selection: Selection,
  response: ReportResponse,
  until: string | null,
): ReportTable | null {
  try {
    const { key } = plan.rows
    const records = response.records.filter(
      (record) => until === null || parseRowKey(key, record, plan.data.recordsPath.join('.')).key <= until,
    )
    return buildTable(withTotal(plan), selection, { ...response, records })
  } catch (error) {
    if (error instanceof ResponseError) return null
    throw error
  }
}

/** How many days of two periods are compared; null where they are not counted. */
interface Lengths {
  readonly now: number | null
  readonly before: number | null
  /** The last day of the earlier period that is read, and what its days are called; null for all of it. */
  readonly until: string | null
  readonly name: string | null
}

/** Finds how many days are compared: of the chosen period those up to the last record. */
function findLengths({ plan, selection, compare, table }: Compared, earlier: Selection): Lengths {
  const [days, daysBefore] = [selection, earlier].map((chosen) => getNotedDays(getPeriod(plan, chosen)))
  const keys = table.rows.flatMap(({ key, hasRecord, isRest }) => (hasRecord && !isRest ? key : []))
  const last = keys.reduce((most, key) => (key > most ? key : most), '')
  if (!plan.compare.includes('sameDays') || !days || !daysBefore || last === '') {
    return { now: null, before: null, until: null, name: null }
  }
  const [now, before] = [countRange({ first: days.first, last }), countRange(daysBefore)]
  if (compare !== 'sameDays' || last >= days.last || now >= before)
    return { now, before, until: null, name: null }
  const until = listDays(daysBefore)[now - 1] ?? daysBefore.last
  return { now, before: now, until, name: formatDayRange({ ...daysBefore, last: until }, true) }
}

/** Returns the plan with totals, which some tables do not show, and with all rows in the order of their keys. */
const withTotal = (plan: ReportPlan): ReportPlan => ({
  ...plan,
  rows: { ...plan.rows, sort: null, top: null, total: plan.rows.total ?? '' },
})

/**
 * What the lines of a table without a row of totals compare, since its values can be such that their sum means nothing:
 * the mean of the rows with a record instead of the sum. A column that is computed of others is blank.
 */
const computeMeans = ({ columns, rows, total }: ReportTable): Value[] =>
  columns.map((column, index) => {
    if (column.total === 'computed') return null
    if (column.total !== 'sum') return total?.values[index] ?? null
    const values = rows.flatMap(({ hasRecord, values }) => (hasRecord ? (values[index] ?? []) : []))
    return aggregateValues('mean', values, [])
  })

function buildComparison(
  compared: Compared,
  earlier: Selection,
  name: string,
  before: ReportTable,
  lengths: Lengths,
): Comparison {
  const { plan, selection, response, table } = compared
  const positions = new Map(before.columns.map(({ label }, index) => [label, index]))
  const pick = (values: readonly Value[]): Value[] =>
    table.columns.map(({ label, total }) => {
      const index = positions.get(label)
      if (index !== undefined) return values[index] ?? null
      return total === 'sum' && plan.rows.missing === 'zero' ? 0 : null
    })
  const currentName = formatPeriodName(plan, selection)
  const isMean = table.total === null
  const whole = isMean ? buildTable(withTotal(plan), selection, response) : table
  const totals = whole.total?.values ?? []
  const earlierTotals = pick(before.total?.values ?? [])
  const figures = isMean ? computeMeans(whole) : totals
  const earlierFigures = isMean ? pick(computeMeans(before)) : earlierTotals
  const compareFigures = (kind: '-' | 'change') =>
    figures.map((value, index) => operations[kind]([value, earlierFigures[index] ?? null]))
  const hasRates = !isMean && lengths.now !== lengths.before
  const rates = figures.map((value, index) => {
    const [rate, rateBefore] = [
      operations['/']([value, lengths.now]),
      operations['/']([earlierFigures[index] ?? null, lengths.before]),
    ]
    return table.columns[index]?.total === 'sum' ? operations.change([rate, rateBefore]) : null
  })
  const signed = table.columns.map((column) => ({ ...column, format: addSign(column.format) }))
  const percent = table.columns.map((column) => ({ ...column, format: CHANGE_FORMAT }))
  const { columns } = table
  const rows = matchRows(compared, earlier, before.rows).map(
    (row) => row && { ...row, values: pick(row.values) },
  )
  return {
    name,
    currentName,
    rows,
    lines: [
      ...(isMean
        ? [{ kind: 'current' as const, label: `Mean of ${currentName}`, values: figures, columns }]
        : []),
      { kind: 'earlier', label: isMean ? `Mean of ${name}` : name, values: earlierFigures, columns },
      { kind: 'difference', label: 'Difference', values: compareFigures('-'), columns: signed },
      { kind: 'change', label: 'Difference %', values: compareFigures('change'), columns: percent },
      ...(hasRates
        ? [{ kind: 'rate' as const, label: 'Difference per day %', values: rates, columns: percent }]
        : []),
    ],
    totals,
    earlierTotals,
    table: before,
  }
}

/** A change with its format: a part of the earlier number, or percentage points. */
export interface Change {
  readonly value: Value
  readonly format: NumberFormat
}

/** Computes the change of a number since an earlier one. Percentages differ by percentage points. */
export function computeChange(value: Value, earlier: Value, format: NumberFormat | null): Change {
  const signed = addSign(format)
  return isPoints(signed)
    ? { value: operations['-']([value, earlier]), format: signed }
    : { value: operations.change([value, earlier]), format: CHANGE_FORMAT }
}

/** The format of changes in percent. */
const CHANGE_FORMAT: NumberFormat = {
  options: {
    ...TWO_DECIMALS.options,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    style: 'percent',
    signDisplay: 'exceptZero',
  },
  suffix: '',
}

/** Returns the format of differences of such numbers. */
const addSign = (format: NumberFormat | null): NumberFormat => {
  const own = format ?? TWO_DECIMALS
  return toPoints({ ...own, options: { ...own.options, signDisplay: 'exceptZero' } })
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
    row.isRest ? null : (byPosition.get(isByDate ? getRowId(row) : locate(row, selection)) ?? null),
  )
}

/** Returns true if every row of a table is a period of its own, so that records can be counted by rows. */
export const followsTime = (table: ReportTable): boolean =>
  table.keyKind !== 'text' && table.hiddenRows === 0 && countLeading(table) === 1

export const countRecords = ({ rows }: ReportTable): number =>
  rows.filter(({ hasRecord, isRest }) => hasRecord && !isRest).length

/** Says what a reader has to know of two periods that differ: numbers of rows, and columns that only the earlier one has. */
function describeDifferences(
  { name, currentName }: Comparison,
  table: ReportTable,
  before: ReportTable,
): string[] {
  const [now, then] = [countRecords(table), countRecords(before)]
  const isSequence = followsTime(table)
  const known = new Set(table.columns.map(({ label }) => label))
  const missing = before.columns.flatMap(({ label, hidden }, index) =>
    known.has(label) || hidden || (before.total?.values[index] ?? null) === null ? [] : [label],
  )
  const isNamed = table.keyKind === 'text' && table.hiddenRows === 0
  const listNames = (list: readonly TableRow[], others: ReadonlySet<string>) =>
    list.flatMap((row) => (isNamed && row.hasRecord && !others.has(getRowId(row)) ? getRowName(row) : []))
  const ids = (list: readonly TableRow[]) =>
    new Set(list.flatMap((row) => (row.hasRecord ? getRowId(row) : [])))
  const gone = [...missing, ...listNames(before.rows, ids(table.rows))]
  const fresh = listNames(table.rows, ids(before.rows))
  return [
    ...(isSequence && now !== then
      ? [`${formatRowNoun(table.keyKind)} with a record: ${now} in ${currentName}, ${then} in ${name}.`]
      : []),
    ...(gone.length > 0 ? [`Only in ${name}: ${formatNames(gone)}.`] : []),
    ...(fresh.length > 0 ? [`Only in ${currentName}: ${formatNames(fresh)}.`] : []),
  ]
}
