import { getExact, type Value } from '../../query/arithmetic.ts'
import {
  comparesWithYear,
  getPreviousYear,
  listShown,
  resolveColumns,
  usesPreviousYear,
} from './resolve-columns.ts'
import { describeBegunPeriod, findBegunPeriod } from './begun-period.ts'
import { explainUnknownDays } from './calendar-days.ts'
import { computeColumns, type PreviousYear } from './computed-values.ts'
import { addUnit } from '../model/format.ts'
import { addYear } from '../model/key-kinds.ts'
import { resolveHighlights } from './highlights.ts'
import { fillLink } from '../model/links.ts'
import type { ReportPlan, Selection } from '../model/report-plan.ts'
import { getRowId, type ReportTable, type TableRow } from '../model/report-table.ts'
import { type ReportResponse, ResponseError } from '../model/report-response.ts'
import { orderRows, resolveSort } from './row-order.ts'
import { keepRanking, pivotRecords } from './pivot-records.ts'
import { describeRows, readRows } from './read-rows.ts'
import { describeOmittedRows } from './rows-without-record.ts'
import { countSamples } from './totals.ts'
import { buildSeries } from '../model/series.ts'
import { getPeriod } from '../selection/selector-kinds.ts'

/**
 * Builds the table of a response: missing rows, dynamic columns, sums of unrounded values, order. Without records it
 * has no rows. `previousYear` is the response to the same selection one year earlier, for the columns that compare with
 * it; null if it could not be loaded. Throws ResponseError for a record that does not fit the plan, and
 * DuplicateKeyError for two records of one key that the plan does not allow.
 */
export function buildTable(
  given: ReportPlan,
  selection: Selection,
  received: ReportResponse,
  previousYear: ReportResponse | null = null,
): ReportTable {
  const plan = chooseFormats(given, selection)
  const { response, duplicates } = pivotRecords(plan, received)
  const warnings: string[] = []
  const warn = (text: string) => warnings.push(text)
  const period = getPeriod(plan, selection)
  const all = resolveColumns(plan, response, period, warn)
  const columns = listShown(all)
  const loaded = readRows(plan, period, response, all, warn)
  const before = usesPreviousYear(plan)
    ? buildPreviousYear(plan, selection, previousYear, received, warn)
    : null
  const { rows, computeTotals: total } = computeColumns(all, loaded.rows, before, response.partial)
  const pickValues = ({ values, gaps }: Pick<TableRow, 'values' | 'gaps'>) => ({
    ...pickShown(blankInexact(values), columns),
    ...(gaps && { gaps: gaps.slice(0, columns.length) }),
  })
  const whole = pickValues(total(rows))
  const ordered = orderRows(plan, columns, rows, total).map(({ samples, ...row }) => ({
    ...row,
    ...pickValues(row),
    ...(samples && countSamples(columns, [{ ...row, samples }])),
  }))
  const last = ordered.at(-1)
  const hiddenRows = last?.isRest ? 0 : rows.length - ordered.length
  const begun = findBegunPeriod({ keyKind: plan.rows.key.kind, rows: ordered }, period, received.upTo)
  const chosen = new Map(Object.entries(selection))
  const { from, to, sum, rest, lines, sort, specs, band, forecast } = plan.chart
  const own = Object.keys(specs).length > 0 && { specs }
  const unavailable = before === null ? NOT_LOADED : before.rows.size === 0 ? NO_RECORDS : null
  return {
    keyLabel: plan.rows.key.label,
    keyKind: plan.rows.key.kind,
    keyFormat: plan.rows.key.kind === 'date' ? plan.rows.key.format : null,
    keyYear: period.year,
    link: fillLink(plan.rows.link, chosen),
    columns: columns.map((column, index) => ({
      ...column,
      weights: column.weights === null || column.weights < columns.length ? column.weights : -1,
      link: fillLink(column.link, chosen),
      unavailable: rows.some(({ values }) => Number.isNaN(values[index]))
        ? INEXACT
        : comparesWithYear(column.formula)
          ? unavailable
          : explainUnknownDays(
              plan.columns.find(({ id }) => id === column.from),
              { period, upTo: received.upTo, calendar: plan.calendar },
            ),
    })),
    rows: ordered,
    hiddenRows,
    total:
      plan.rows.total === null || rows.length === 0
        ? null
        : { label: plan.rows.total, ...whole, ...countSamples(columns, rows) },
    ...(all.length > columns.length && { parts: all.slice(columns.length).map(({ label }) => label) }),
    ...(plan.highlights.length > 0 && { highlights: resolveHighlights(plan.highlights, columns, ordered) }),
    series: buildSeries(plan, columns, whole.values),
    chart: { from, to, sum, rest, lines, band, forecast, ...own, sort: sort && resolveSort(sort, columns) },
    ...(received.forecast && {
      forecast: buildTable(plan, selection, { ...received, records: received.forecast, forecast: undefined })
        .rows,
    }),
    pieOver: plan.chart.pie.over,
    ...(plan.calendar && { calendar: plan.calendar }),
    remarks: [
      ...describeRows(plan, columns, rows.length, last?.label ?? '', [...duplicates, ...loaded.duplicates]),
      ...describeOmittedRows(plan, selection, { rows: ordered, hiddenRows }),
      ...(begun === null ? [] : [describeBegunPeriod({ rows: ordered }, begun)]),
      ...(received.notice === undefined ? [] : [received.notice]),
    ],
    ...(begun !== null && { begun }),
    warnings,
  }
}

/** Writes numbers in the units that are chosen. */
const chooseFormats = (plan: ReportPlan, selection: Selection): ReportPlan => ({
  ...plan,
  columns: plan.columns.map((column) => {
    const { chosenUnit, format } = column
    if (chosenUnit === undefined || format === null) return column
    return { ...column, format: addUnit(format, selection[chosenUnit.by] ?? '', chosenUnit.hasDecimals) }
  }),
})

const NOT_LOADED = 'The records of the year before could not be loaded.'
const INEXACT =
  'The source has values that are no finite number or beyond 9,007,199,254,740,991. They and what is computed from them are blank.'
const NO_RECORDS = 'The year before has no records.'

/** Blanks what is computed from values that are not exact. */
const blankInexact = (values: readonly Value[]): readonly Value[] =>
  values.some(Number.isNaN) ? values.map(getExact) : values

/** Separates the values of the columns from those that no column shows. */
const pickShown = (
  values: readonly Value[],
  { length }: readonly unknown[],
): Pick<TableRow, 'values' | 'parts'> =>
  values.length === length ? { values } : { values: values.slice(0, length), parts: values.slice(length) }

/** Returns the rows of one year earlier, by the keys of this year; null if they could not be loaded. */
function buildPreviousYear(
  given: ReportPlan,
  selection: Selection,
  received: ReportResponse | null,
  chosen: ReportResponse,
  warn: (text: string) => void,
): PreviousYear | null {
  const plan = keepRanking(given, chosen)
  const earlier = getPreviousYear(plan, selection)
  if (received === null || earlier === null) return null
  const { response } = pivotRecords(plan, received)
  const period = getPeriod(plan, earlier)
  const columns = resolveColumns(plan, response, period, () => undefined)
  try {
    const loaded = readRows(plan, period, response, columns, () => undefined)
    const { rows } = computeColumns(columns, loaded.rows, null)
    return {
      columns,
      rows: new Map(rows.map((row) => [getRowId(row, addYear(plan.rows.key, row.key)), row])),
    }
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error
    warn(`one year earlier: ${error.message}`)
    return null
  }
}
