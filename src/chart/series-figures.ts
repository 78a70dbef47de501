import { add } from '../query/arithmetic.ts'
import type { ReportTable, Series } from '../report/model/report-table.ts'
import { blankUnrecorded } from './undrawn.ts'
import { memoize } from './memoize.ts'

export const getSeriesFigures = memoize((table: ReportTable) =>
  memoize((series: Series) => computeFigures(table, series)),
)

/** Computes what a series is in numbers. Rows without a record, and the row of the remaining rows, do not count. */
function computeFigures(table: ReportTable, { columnIndex, sum }: Series) {
  const figures = blankUnrecorded(table).rows.flatMap(({ label, values, isRest }) => {
    const value = isRest ? null : (values[columnIndex] ?? null)
    return value === null ? [] : [{ value, label }]
  })
  const [highest = null] = figures.toSorted((a, b) => b.value - a.value)
  const [lowest = null] = figures.toSorted((a, b) => a.value - b.value)
  const kind = table.columns[columnIndex]?.total
  const isWeighted = kind === 'weightedMean' || kind === 'computed'
  const isWhole = table.hiddenRows === 0 && table.rows.at(-1)?.isRest !== true
  const total = table.total?.values[columnIndex] ?? null
  const totalMean = kind === 'mean' ? total : null
  return {
    highest,
    lowest,
    /** Null for a series that cannot be added up, or whose report shows no sums. */
    sum: table.chart?.sum === false ? null : sum,
    /** Over the rows with a value. Null where a plain mean is wrong, and where the rows and totals shown do not tell it. */
    mean:
      figures.length === 0 || isWeighted
        ? null
        : isWhole
          ? add(figures.map(({ value }) => value)) / figures.length
          : totalMean,
    /** The total of the table where neither a sum nor a plain mean is right, as of a ratio; null otherwise. */
    total: isWeighted ? total : null,
  }
}
