import type { SeriesSymbol } from '../../../chart/chart-type.ts'
import type { Series } from '../../../report/table/report-table.ts'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly series: readonly Series[]
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
}

/** The visible series below a printed chart, where there are no toggles. */
export const PrintedLegend = ({ series, symbol }: Props) =>
  symbol !== null && (
    <ul className="hidden flex-wrap gap-x-4 gap-y-1 text-xs print:flex">
      {series.map((one) => (
        <li key={one.id} className="flex items-center gap-1.5">
          <SeriesSwatch style={one} symbol={symbol} />
          {one.name}
        </li>
      ))}
    </ul>
  )
