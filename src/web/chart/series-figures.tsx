import { useDeferredValue, useMemo } from 'react'
import type { SeriesSymbol } from '../../chart/chart-type.ts'
import { getSeriesFigures } from '../../chart/series-figures.ts'
import { formatNumber } from '../../report/model/format.ts'
import { countMissing, describeMissingRows } from '../../report/table/rows-without-record.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { Disclosure } from '../kit/card.tsx'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly table: ReportTable
  /** The visible series. */
  readonly series: readonly Series[]
  readonly symbol: SeriesSymbol | null
}

/** The figures of more series than these are shown on request, so that a chart of 200 is not slower. */
const MAX_SHOWN = 8

/** Lists highest and lowest value, sum and mean of each visible series, after a toggle has redrawn the chart. */
export const SeriesFiguresList = (given: Props) => {
  const { table, series, symbol } = given
  const props = useDeferredValue(useMemo(() => ({ table, series, symbol }), [table, series, symbol]))
  if (props.series.length <= MAX_SHOWN) return <Figures {...props} />
  const kinds = table.chart?.sum === false ? 'Highest, lowest' : 'Highest, lowest, sum'
  return (
    <Disclosure
      summary={`${kinds} and mean of ${props.series.length} series`}
      render={() => <Figures {...props} />}
    />
  )
}

/** Shows a list and no table: beside a chart there is no table. */
const Figures = ({ table, series, symbol }: Props) => {
  const missing = describeMissingRows(table)
  return (
    <div className="text-sm">
      {missing !== null && (
        <p className="text-faint">The mean does not count the {countMissing(missing)} without a record.</p>
      )}
      <ul
        aria-label="Figures of the visible series"
        className="grid grid-cols-[repeat(5,max-content)] gap-x-7 tabular-nums max-lg:not-print:block"
      >
        {series.map((item) => {
          const { highest, lowest, sum, mean, total } = getSeriesFigures(table)(item)
          return (
            <li
              key={item.id}
              className="col-span-full grid min-h-[25px] grid-cols-subgrid items-center break-inside-avoid border-b print:min-h-0 print:leading-4 max-lg:not-print:flex max-lg:not-print:flex-wrap max-lg:not-print:gap-x-4 max-lg:not-print:py-0.5"
            >
              <span
                title={item.name}
                className="flex max-w-88 items-center gap-2 max-lg:not-print:w-full max-lg:not-print:max-w-full"
              >
                {symbol !== null && <SeriesSwatch style={item} symbol={symbol} />}
                <span className="truncate">{item.name}</span>
              </span>
              <Figure label="highest" value={highest?.value} format={item.format} row={highest?.label} />
              <Figure label="lowest" value={lowest?.value} format={item.format} row={lowest?.label} />
              <Figure label={sum === null ? 'total' : 'sum'} value={sum ?? total} format={item.format} />
              <Figure label="mean" value={mean} format={item.format} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type FigureProps = {
  readonly label: string
  /** Nothing is shown without a value. */
  readonly value: number | null | undefined
  readonly format: Series['format']
  /** The row of the value. */
  readonly row?: string | undefined
}

const Figure = ({ label, value = null, format, row }: FigureProps) => (
  <span className="text-right">
    {value !== null && (
      <>
        <small className="text-[12px] text-faint">{label}</small> {formatNumber(value, format)}
      </>
    )}
    {row !== undefined && <small className="text-[12px] text-faint"> {row}</small>}
  </span>
)
