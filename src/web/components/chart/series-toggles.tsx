import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SeriesSymbol } from '../../../chart/chart-type.ts'
import type { Series } from '../../../report/table/report-table.ts'
import './chart.css'
import { Button } from '../button.tsx'
import { MIN_SEARCHED } from '../find-names.ts'
import { SeriesSwatch } from './chart-controls.tsx'
import { startRovingFocus } from './roving-focus.ts'
import { type Arrangement, arrangeSeries, SeriesFinder } from './series-tools.tsx'

type Props = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly onToggle: (name: string) => void
  readonly onDefault: () => void
  readonly onShowAll: () => void
  readonly onHideAll: () => void
  /** Shows only the series with these names. */
  readonly onOnly: (names: readonly string[]) => void
  /** Shown while the default hides some series. */
  readonly hint: string | null
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
  /** Called with the id of the series that the pointer or the focus is on; null for none. */
  readonly onHighlight: (id: string | null) => void
}

const unarranged: Arrangement = { term: '', isBySize: false }

/** The toggles of the series; they are also the legend of a chart that draws series. */
export const SeriesToggles = (props: Props) => {
  const { series, isVisible, onDefault, onShowAll, onHideAll, hint, symbol, onHighlight } = props
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const click = useCallback((name: string, isOnly: boolean) => {
    if (isOnly) latest.current.onOnly([name])
    else latest.current.onToggle(name)
  }, [])
  const only = useCallback((names: readonly string[]) => latest.current.onOnly(names), [])
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => (list.current === null ? undefined : startRovingFocus(list.current, '[data-series]')), [])
  const [arrangement, setArrangement] = useState(unarranged)
  const isSearched = series.length >= MIN_SEARCHED
  const shown = useMemo(
    () => (isSearched ? arrangeSeries(series, arrangement) : series),
    [isSearched, series, arrangement],
  )
  return (
    <div className="flex flex-col gap-2" data-screen-only>
      <div className="flex flex-wrap items-center gap-1">
        <Button size="small" onClick={onDefault}>
          Default
        </Button>
        <Button size="small" onClick={onShowAll}>
          Show All
        </Button>
        <Button size="small" onClick={onHideAll}>
          Hide All
        </Button>
        {hint !== null && <span className="px-2 text-sm text-faint">{hint}</span>}
        {isSearched && (
          <div className="series-finder">
            <SeriesFinder
              shown={shown}
              count={series.length}
              arrangement={arrangement}
              onChange={setArrangement}
              onOnly={only}
            />
          </div>
        )}
      </div>
      <fieldset ref={list} aria-label="Series" className="series-list">
        {shown.map((one) => (
          <SeriesToggle
            key={one.id}
            series={one}
            isOn={isVisible(one)}
            symbol={symbol}
            onClick={click}
            onHighlight={onHighlight}
          />
        ))}
      </fieldset>
    </div>
  )
}

type SeriesToggleProps = {
  readonly series: Series
  readonly isOn: boolean
  readonly symbol: SeriesSymbol | null
  readonly onClick: (name: string, isOnly: boolean) => void
  readonly onHighlight: Props['onHighlight']
}

/** The toggle of one series: with Shift or twice it shows the series alone. Both handlers have to be stable. */
const SeriesToggle = memo(({ series, isOn, symbol, onClick, onHighlight }: SeriesToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={`${series.name}\nShift or a double click shows it alone`}
    data-series={series.id}
    onClick={({ shiftKey }) => onClick(series.name, shiftKey)}
    onDoubleClick={() => onClick(series.name, true)}
    onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHighlight(series.id)}
    onPointerLeave={() => onHighlight(null)}
    onFocus={({ target }) => target.matches(':focus-visible') && onHighlight(series.id)}
    onBlur={() => onHighlight(null)}
    className="series-toggle group flex h-7 items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
  >
    {symbol !== null && (
      <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:[filter:grayscale(1)]">
        <SeriesSwatch style={series} symbol={symbol} />
      </span>
    )}
    <span className="truncate">{series.name}</span>
  </button>
))
