import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SeriesSymbol } from '../../chart/chart-type.ts'
import type { Series } from '../../report/model/report-table.ts'
import { moveFocus } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { findByName, MIN_SEARCHED, SearchField } from '../kit/search-field.tsx'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly onToggle: (name: string) => void
  readonly onDefault: () => void
  readonly onShowAll: () => void
  readonly onHideAll: () => void
  /** Shows only the series with these names. */
  readonly onOnly: (names: readonly string[]) => void
  /** Says which series are shown. */
  readonly hint: string | null
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
}

/** Shows the toggles of the series; they are also the legend of a chart that draws series. */
export const SeriesToggles = (props: Props) => {
  const { series, isVisible, onDefault, onShowAll, onHideAll, onOnly, hint, symbol } = props
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const toggle = useCallback((name: string) => latest.current.onToggle(name), [])
  const isolate = useCallback((name: string) => {
    const { series: all, isVisible: isOn, onOnly: showOnly, onDefault: restore } = latest.current
    const isAlone = all.every((one) => isOn(one) === (one.name === name))
    if (isAlone) restore()
    else showOnly([name])
  }, [])
  const [term, setTerm] = useState('')
  const [focused, setFocused] = useState<string | null>(null)
  const isSearched = series.length >= MIN_SEARCHED
  const matching = useMemo(
    () => (isSearched ? findByName(series, ({ name }) => name, term) : series),
    [isSearched, series, term],
  )
  const stop = matching.some(({ id }) => id === focused) ? focused : matching[0]?.id
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
          <>
            <SearchField label="Search series" value={term} onChange={setTerm} className="max-w-64" />
            {term.trim() !== '' && matching.length > 0 && (
              <Button variant="quiet" size="small" onClick={() => onOnly(matching.map(({ name }) => name))}>
                Only these
              </Button>
            )}
            <p aria-live="polite" className="text-sm text-faint">
              {matching.length === series.length ? '' : `${matching.length} of ${series.length} series`}
            </p>
          </>
        )}
      </div>
      <fieldset
        aria-label="Series"
        className="flex max-h-[121px] min-w-0 flex-wrap gap-1.5 overflow-y-auto p-0.5 max-md:max-h-[155px]"
      >
        {matching.map((item) => (
          <SeriesToggle
            key={item.id}
            series={item}
            isOn={isVisible(item)}
            isStop={item.id === stop}
            symbol={symbol}
            onClick={toggle}
            onIsolate={isolate}
            onFocus={setFocused}
          />
        ))}
      </fieldset>
    </div>
  )
}

type SeriesToggleProps = {
  readonly series: Series
  readonly isOn: boolean
  /** Whether Tab leads to it; arrow keys lead to the others. */
  readonly isStop: boolean
  readonly symbol: SeriesSymbol | null
  readonly onClick: (name: string) => void
  /** Shows only this series; if it already is the only one, those of the default. */
  readonly onIsolate: (name: string) => void
  readonly onFocus: (id: string) => void
}

/** The toggle of one series. All handlers have to be stable. */
const SeriesToggle = memo((props: SeriesToggleProps) => {
  const { series, isOn, isStop, symbol, onClick, onIsolate, onFocus } = props
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={`${series.name}\nDouble click or Shift+Enter: only this series`}
      aria-keyshortcuts="Shift+Enter"
      tabIndex={isStop ? 0 : -1}
      data-series={series.id}
      onClick={() => onClick(series.name)}
      onFocus={() => onFocus(series.id)}
      onDoubleClick={() => onIsolate(series.name)}
      onKeyDown={(event) => {
        moveFocus(event)
        if (event.key !== 'Enter' || !event.shiftKey) return
        event.preventDefault()
        onIsolate(series.name)
      }}
      className="group flex h-7 max-w-full touch-manipulation items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
    >
      {symbol !== null && (
        <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:[filter:grayscale(1)]">
          <SeriesSwatch style={series} symbol={symbol} />
        </span>
      )}
      <span className="min-w-0 truncate">{series.name}</span>
    </button>
  )
})
