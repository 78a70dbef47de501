import { add } from '../query/arithmetic.ts'
import { isSameUnit, type NumberFormat } from '../report/model/format.ts'
import { getSeriesStyle } from '../report/model/series-style.ts'
import type { ReportTable, Series } from '../report/model/report-table.ts'
import type { DrawnSeries } from './chart-type.ts'
import type { PiePart } from './marks.ts'
import { NO_SUM, OTHER_UNIT, type UndrawnSeries } from './undrawn.ts'

/** What a pie of the visible series consists of. */
interface PieParts extends DrawnSeries {
  readonly drawn: readonly PiePart[]
  readonly added: readonly Series[]
  /** The sum of all slices, and their format. */
  readonly whole: number
  readonly format: NumberFormat | null
}

/** Builds the parts of a pie in the order of the series or rows. All have the unit of the first that can be added up. */
export function buildPieParts(table: ReportTable, series: readonly Series[]): PieParts {
  const isOverRows = table.pieOver === 'rows'
  const format = series.find(({ sum }) => sum !== null && (isOverRows || sum > 0))?.format ?? null
  const summed = series.filter((one) => one.sum !== null && isSameUnit(one.format, format))
  const slices = isOverRows ? table.rows.map((_, index) => toSeries(table, index, summed, format)) : summed
  const drawn = slices.flatMap((slice) =>
    slice.sum !== null && slice.sum > 0 ? [{ ...slice, sum: slice.sum }] : [],
  )
  const whole = add(drawn.map(({ sum }) => sum))
  const candidates = isOverRows ? [...series.filter((one) => !summed.includes(one)), ...slices] : series
  return {
    drawn: drawn.map((part) => ({ ...part, percent: Math.round((part.sum / whole) * 100) })),
    undrawn: candidates.flatMap((one) => explainUndrawn(one, format)),
    added: isOverRows ? summed : [],
    whole,
    format,
  }
}

/** Returns a row in the look of a series: its sum is that of these series in the row. */
const toSeries = (
  { rows }: ReportTable,
  index: number,
  summed: readonly Series[],
  format: NumberFormat | null,
): Series => ({
  id: `r${index}`,
  name: rows[index]?.label ?? '',
  columnIndex: index,
  format,
  sum: add(summed.map(({ columnIndex }) => rows[index]?.values[columnIndex] ?? 0)),
  visible: true,
  isSecond: false,
  ...getSeriesStyle(index, null),
})

/** Explains why a series is not in the pie; nothing if it is, or if its sum is 0. */
function explainUndrawn(series: Series, unit: NumberFormat | null): UndrawnSeries[] {
  const { sum, format } = series
  if (sum === null) return [{ series, reason: NO_SUM }]
  if (sum < 0) return [{ series, reason: 'negative' }]
  return sum > 0 && !isSameUnit(format, unit) ? [{ series, reason: OTHER_UNIT }] : []
}
