import type { SeriesSymbol } from '../../../chart/chart-type.ts'
import type { Series } from '../../../report/table/report-table.ts'
import { classNames } from '../class-names.ts'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly series: readonly Series[]
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
  /** Also on the screen, where a chart has no toggles. */
  readonly isShown?: boolean
}

/** The visible series below a printed chart, where there are no toggles. */
export const PrintedLegend = ({ series, symbol, isShown = false }: Props) =>
  symbol !== null && (
    <ul className={classNames('flex-wrap gap-x-4 gap-y-1 text-xs print:flex', isShown ? 'flex' : 'hidden')}>
      {series.map((one) => (
        <li key={one.id} className="flex items-center gap-1.5">
          <SeriesSwatch style={one} symbol={symbol} />
          {one.name}
        </li>
      ))}
    </ul>
  )
