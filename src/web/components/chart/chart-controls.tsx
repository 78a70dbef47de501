import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import type { SeriesSymbol } from '../../../chart/chart-type.ts'
import type { SeriesStyle } from '../../../report/series.ts'
import type { ChartType } from '../../../report/plan.ts'
import type { Series } from '../../../report/table.ts'
import { Button } from '../button.tsx'
import { ToggleGroup } from '../toggle-group.tsx'

type ChartTypeButtonsProps = {
  readonly types: readonly ChartType[]
  readonly labels: Readonly<Record<ChartType, string>>
  readonly type: ChartType
  readonly onChange: (type: ChartType) => void
}

/** The buttons of the chart types, with the labels of the report (`Line` or `Line Chart`). */
export const ChartTypeButtons = ({ types, labels, type, onChange }: ChartTypeButtonsProps) => (
  <ToggleGroup
    label="Chart type"
    options={types.map((value) => ({ value, label: labels[value] }))}
    value={type}
    onChange={onChange}
  />
)

type SeriesTogglesProps = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly onToggle: (name: string) => void
  readonly onDefault: () => void
  readonly onShowAll: () => void
  readonly onHideAll: () => void
  /** Shown while the default hides some series. */
  readonly hint: string | null
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
}

/** The toggles of the series; they are also the legend of a chart that draws series. */
export const SeriesToggles = (props: SeriesTogglesProps) => {
  const { series, isVisible, onDefault, onShowAll, onHideAll, hint, symbol } = props
  const latest = useRef(props.onToggle)
  useLayoutEffect(() => {
    latest.current = props.onToggle
  })
  const toggle = useCallback((name: string) => latest.current(name), [])
  return (
    <div className="flex flex-col gap-2" data-screen-only>
      <div className="flex flex-wrap items-center gap-1">
        <Button variant="quiet" size="small" onClick={onDefault}>
          Default
        </Button>
        <Button variant="quiet" size="small" onClick={onShowAll}>
          Show All
        </Button>
        <Button variant="quiet" size="small" onClick={onHideAll}>
          Hide All
        </Button>
        {hint !== null && <span className="px-2 text-sm text-faint">{hint}</span>}
      </div>
      <fieldset
        aria-label="Series"
        className="flex min-w-0 max-h-[121px] flex-wrap gap-1.5 overflow-y-auto p-0.5 max-md:max-h-[155px]"
      >
        {series.map((one) => (
          <SeriesToggle key={one.id} series={one} isOn={isVisible(one)} symbol={symbol} onToggle={toggle} />
        ))}
      </fieldset>
    </div>
  )
}

type SeriesToggleProps = {
  readonly series: Series
  readonly isOn: boolean
  readonly symbol: SeriesSymbol | null
  readonly onToggle: (name: string) => void
}

/** The toggle of one series. `onToggle` has to be stable, since there may be 200 toggles. */
const SeriesToggle = memo(({ series, isOn, symbol, onToggle }: SeriesToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={series.name}
    onClick={() => onToggle(series.name)}
    className="group flex h-7 max-w-56 items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
  >
    {symbol !== null && (
      <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:[filter:grayscale(1)]">
        <SeriesSwatch style={series} symbol={symbol} />
      </span>
    )}
    <span className="truncate">{series.name}</span>
  </button>
))

type SeriesSwatchProps = { readonly style: SeriesStyle; readonly symbol: SeriesSymbol }

/** The symbol of a series: its line with dash and marker, or a square of its color. */
export const SeriesSwatch = ({ style: { color, dash, shape }, symbol }: SeriesSwatchProps) =>
  symbol === 'area' ? (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="size-3 shrink-0">
      <rect width="12" height="12" rx="2" fill={color} />
    </svg>
  ) : (
    <svg viewBox="0 0 24 12" aria-hidden="true" className="h-3 w-6 shrink-0">
      <line x1="0" x2="24" y1="6" y2="6" stroke={color} strokeWidth="2.5" strokeDasharray={dash.join(' ')} />
      <path d={markerPath(shape)} transform="translate(12 6)" fill={color} />
    </svg>
  )

const CIRCLE = 'M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z'

/** The marker shapes of the palette as paths around the origin, for swatches outside of the chart. */
const paths: ReadonlyMap<string, string> = new Map([
  ['circle', CIRCLE],
  ['square', 'M-3.5-3.5H3.5V3.5H-3.5Z'],
  ['triangle-up', 'M0-4.5L4.5 3.5H-4.5Z'],
  ['triangle-down', 'M0 4.5L4.5-3.5H-4.5Z'],
  ['diamond', 'M0-5L4 0L0 5L-4 0Z'],
  ['cross', 'M-1.5-4.5H1.5V-1.5H4.5V1.5H1.5V4.5H-1.5V1.5H-4.5V-1.5H-1.5Z'],
])

const markerPath = (shape: string): string => paths.get(shape) ?? CIRCLE
