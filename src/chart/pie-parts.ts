import { isSameUnit, type NumberFormat } from '../report/model/format.ts'
import type { DrawnSeries } from './chart-type.ts'
import { getSeriesStyle } from '../report/model/series-style.ts'
import type { ReportTable, Series } from '../report/model/report-table.ts'
import { NO_SUM, OTHER_UNIT } from './undrawn.ts'

/** A slice to be: a series, or a row in the look of one. Its sum is above 0. */
export type PiePart = Series & { readonly sum: number }

/** What a pie of the visible series consists of. */
export interface PieParts extends DrawnSeries {
  readonly drawn: readonly PiePart[]
  readonly added: readonly Series[]
  /** Of all slices. */
  readonly format: NumberFormat | null
}

/** Builds the parts of a pie in the order of the series or rows. All have the unit of the first that can be added up. */
export const buildPieParts = (table: ReportTable, series: readonly Series[]): PieParts =>
  table.pieOver === 'rows' ? buildRowParts(table, series) : buildSeriesParts(series)

const isPart = (series: Series): series is PiePart => series.sum !== null && series.sum > 0

function buildSeriesParts(series: readonly Series[]): PieParts {
  const format = series.find(isPart)?.format ?? null
  const undrawn = series.flatMap((one) => {
    const reason = explainUndrawn(one, format)
    return reason === null ? [] : [{ series: one, reason }]
  })
  const drawn = series.filter(isPart).filter((one) => isSameUnit(one.format, format))
  return { drawn, undrawn, added: [], format }
}

function buildRowParts({ rows }: ReportTable, series: readonly Series[]): PieParts {
  const format = series.find(({ sum }) => sum !== null)?.format ?? null
  const added = series.filter((one) => one.sum !== null && isSameUnit(one.format, format))
  const slices = rows.map(({ label, values }, index): PiePart => ({
    id: `r${index}`,
    name: label,
    columnIndex: index,
    format,
    sum: added.reduce((sum, { columnIndex }) => sum + (values[columnIndex] ?? 0), 0),
    visible: true,
    isSecond: false,
    ...getSeriesStyle(index, null),
  }))
  const others = series.filter((one) => !added.includes(one))
  const undrawn = [
    ...others.map((one) => ({ series: one, reason: one.sum === null ? NO_SUM : OTHER_UNIT })),
    ...slices.filter(({ sum }) => sum < 0).map((one) => ({ series: one, reason: NEGATIVE })),
  ]
  return { drawn: slices.filter(isPart), undrawn, added, format }
}

const NEGATIVE = 'negative'

/** Explains why a series with values is not in the pie; null for one that is, or that has nothing to show. */
function explainUndrawn({ sum, format }: Series, unit: NumberFormat | null): string | null {
  if (sum === null) return NO_SUM
  if (sum < 0) return NEGATIVE
  return sum > 0 && !isSameUnit(format, unit) ? OTHER_UNIT : null
}
