import type { SeriesSymbol } from '../../chart/chart-type.ts'
import type { Series, SeriesStyle } from '../../report/model/report-table.ts'
import { classNames } from '../kit/icon.tsx'

type SeriesSwatchProps = { readonly style: SeriesStyle; readonly symbol: SeriesSymbol }

/** Shows the symbol of a series: its line with dash and marker, or a square of its color. */
export const SeriesSwatch = ({ style: { color, dash, shape }, symbol }: SeriesSwatchProps) =>
  symbol === 'area' ? (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <rect width="12" height="12" rx="2" fill={color} />
    </svg>
  ) : (
    <svg viewBox="0 0 24 12" aria-hidden="true" className="h-3 w-6 shrink-0">
      <line x1="0" x2="24" y1="6" y2="6" stroke={color} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
      <path d={paths[shape]} transform="translate(12 6)" fill={color} />
    </svg>
  )

/** The marker shapes of the palette as paths around the origin, for swatches outside of the chart. */
const paths: Readonly<Record<string, string>> = {
  circle: 'M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z',
  square: 'M-3.5-3.5H3.5V3.5H-3.5Z',
  'triangle-up': 'M0-4.5L4.5 3.5H-4.5Z',
  'triangle-down': 'M0 4.5L4.5-3.5H-4.5Z',
  diamond: 'M0-5L4 0L0 5L-4 0Z',
  cross: 'M-1.5-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z',
}

type PrintedLegendProps = {
  readonly series: readonly Series[]
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
  /** Also on the screen, where a chart has no toggles. */
  readonly isShown?: boolean
}

/** Shows the visible series below a printed chart, where there are no toggles. */
export const PrintedLegend = ({ series, symbol, isShown = false }: PrintedLegendProps) =>
  symbol !== null && (
    <ul className={classNames('flex-wrap gap-x-4 gap-y-1 text-xs print:flex', isShown ? 'flex' : 'hidden')}>
      {series.map((item) => (
        <li key={item.id} className="flex items-center gap-1.5">
          <SeriesSwatch style={item} symbol={symbol} />
          {item.name}
        </li>
      ))}
    </ul>
  )
