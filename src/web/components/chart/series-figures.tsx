import { useDeferredValue, useMemo, useState } from 'react'
import type { SeriesSymbol } from '../../../chart/chart-type.ts'
import { getSeriesFigures, type SeriesFigures } from '../../../chart/series-figures.ts'
import { formatNumber } from '../../../report/format.ts'
import { countMissing, describeMissingRows } from '../../../report/rows/rows-without-record.ts'
import type { ReportTable, Series } from '../../../report/table/report-table.ts'
import './series-figures.css'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly table: ReportTable
  /** The visible series. */
  readonly series: readonly Series[]
  readonly symbol: SeriesSymbol
}

/** The figures of more series than these are shown on request, so that a chart of 200 is not slower. */
const MAX_SHOWN = 8

/** Lists highest and lowest value, sum and mean of each visible series, after a toggle has redrawn the chart. */
export const SeriesFiguresList = (given: Props) => {
  const { table, series, symbol } = given
  const props = useDeferredValue(useMemo(() => ({ table, series, symbol }), [table, series, symbol]))
  const [isOpen, setOpen] = useState(false)
  if (props.series.length <= MAX_SHOWN) return <Figures {...props} />
  return (
    <details data-screen-only onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit rounded-control px-1 text-sm font-medium text-soft hover:text-ink">
        Highest, lowest, sum and mean of {props.series.length} series
      </summary>
      {isOpen && <Figures {...props} />}
    </details>
  )
}

const NONE = '–'

/** A list and no table: beside a chart there is no table. */
const Figures = ({ table, series, symbol }: Props) => {
  const missing = describeMissingRows(table)
  return (
    <div className="series-figures">
      {missing !== null && <p>The mean does not count the {countMissing(missing)} without a record.</p>}
      <ul aria-label="Figures of the visible series">
        {series.map((one) => {
          const { highest, lowest, sum, mean, total } = getSeriesFigures(table)(one)
          const format = (value: number | null | undefined) =>
            value === null || value === undefined ? NONE : formatNumber(value, one.format)
          return (
            <li key={one.id}>
              <span title={one.name}>
                <SeriesSwatch style={one} symbol={symbol} />
                <span>{one.name}</span>
              </span>
              <Figure label="highest" text={format(highest?.value)} row={highest} />
              <Figure label="lowest" text={format(lowest?.value)} row={lowest} />
              {total === null ? (
                <>
                  <Figure label="sum" text={format(sum)} />
                  <Figure label="mean" text={format(mean)} />
                </>
              ) : (
                <Figure label="total" text={format(total)} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type FigureProps = {
  readonly label: string
  readonly text: string
  /** The row of the value. */
  readonly row?: SeriesFigures['highest']
}

const Figure = ({ label, text, row = null }: FigureProps) => (
  <span>
    <small>{label}</small> {text}
    {row !== null && <small> {row.label}</small>}
  </span>
)
