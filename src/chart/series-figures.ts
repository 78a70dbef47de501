import { add } from '../query/arithmetic.ts'
import type { ReportTable, Series } from '../report/model/report-table.ts'
import { blankUnrecorded } from './undrawn.ts'
import { memoize } from './memoize.ts'

/** A value and the label of its row. */
interface Extreme {
  readonly value: number
  readonly label: string
}

/** What a series consists of, in numbers. Rows without a record, and the row of the remaining rows, do not count. */
export interface SeriesFigures {
  readonly highest: Extreme | null
  readonly lowest: Extreme | null
  /** Null for a series that cannot be added up, or whose report shows no sums. */
  readonly sum: number | null
  /** Over the rows with a value. Null where a plain mean is wrong, and where the rows and totals shown do not tell it. */
  readonly mean: number | null
  /** The total of the table where neither a sum nor a plain mean is right, as of a ratio; null otherwise. */
  readonly total: number | null
}

export const getSeriesFigures = memoize((table: ReportTable) =>
  memoize((series: Series): SeriesFigures => computeFigures(table, series)),
)

function computeFigures(table: ReportTable, { columnIndex, sum }: Series): SeriesFigures {
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
    sum: table.chart?.sum === false ? null : sum,
    mean:
      figures.length === 0 || isWeighted
        ? null
        : isWhole
          ? add(figures.map(({ value }) => value)) / figures.length
          : totalMean,
    total: isWeighted ? total : null,
  }
}
