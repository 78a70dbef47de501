import { memo, type SyntheticEvent, useMemo, useState } from 'react'
import type { SeriesSymbol } from '../../chart/chart-type.ts'
import type { Series } from '../../report/model/report-table.ts'
import type { Visibility } from '../../report/model/series.ts'
import { moveFocus } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { findByName, MIN_SEARCHED, SearchField } from '../kit/search-field.tsx'
import type { ReportEvent } from '../machines/report-context.ts'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly send: (event: Extract<ReportEvent, { readonly type: `series.${string}` }>) => void
  /** Says which series are shown. */
  readonly hint: string | null
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
}

/** Shows the toggles of the series; they are also the legend of a chart that draws series. */
export const SeriesToggles = ({ series, isVisible, send, hint, symbol }: Props) => {
  const [term, setTerm] = useState('')
  const [focused, setFocused] = useState<string | null>(null)
  const isSearched = series.length >= MIN_SEARCHED
  const matching = useMemo(
    () => (isSearched ? findByName(series, ({ name }) => name, term) : series),
    [isSearched, series, term],
  )
  const stop = matching.some(({ id }) => id === focused) ? focused : matching[0]?.id
  const set = (mode: Visibility['mode'], names: readonly string[] = []) =>
    send({ type: 'series.set', mode, names })
  const find = ({ target }: SyntheticEvent) => {
    const toggle = target instanceof Element ? target.closest<HTMLElement>('[data-series]') : null
    return series.find(({ id }) => id === toggle?.dataset['series'])
  }
  /** Shows only this series; if it already is the only one, those of the default. */
  const isolate = (item: Series | undefined) => {
    const isAlone = series.every((one) => isVisible(one) === (one === item))
    if (item) set(isAlone ? 'default' : 'none', isAlone ? [] : [item.name])
  }
  return (
    <div className="flex flex-col gap-2" data-screen-only>
      <div className="flex flex-wrap items-center gap-1">
        <Button size="small" onClick={() => set('default')}>
          Default
        </Button>
        <Button size="small" onClick={() => set('all')}>
          Show All
        </Button>
        <Button size="small" onClick={() => set('none')}>
          Hide All
        </Button>
        {hint !== null && <span className="px-2 text-sm text-faint">{hint}</span>}
        {isSearched && (
          <>
            <SearchField label="Search series" value={term} onChange={setTerm} className="max-w-64" />
            {term.trim() !== '' && matching.length > 0 && (
              <Button
                variant="quiet"
                size="small"
                onClick={() =>
                  set(
                    'none',
                    matching.map(({ name }) => name),
                  )
                }
              >
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
        onClick={(event) => {
          const item = find(event)
          if (item) send({ type: 'series.toggled', name: item.name })
        }}
        onDoubleClick={(event) => isolate(find(event))}
        onFocus={(event) => setFocused(find(event)?.id ?? null)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return
          event.preventDefault()
          isolate(find(event))
        }}
      >
        {matching.map((item) => (
          <SeriesToggle
            key={item.id}
            series={item}
            isOn={isVisible(item)}
            isStop={item.id === stop}
            symbol={symbol}
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
}

/** Shows the toggle of one series. Their list handles its events, so that only changed toggles are rendered. */
const SeriesToggle = memo(({ series, isOn, isStop, symbol }: SeriesToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={`${series.name}\nDouble click or Shift+Enter: only this series`}
    aria-keyshortcuts="Shift+Enter"
    tabIndex={isStop ? 0 : -1}
    data-series={series.id}
    onKeyDown={moveFocus}
    className="group flex h-7 max-w-full touch-manipulation items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
  >
    {symbol !== null && (
      <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:[filter:grayscale(1)]">
        <SeriesSwatch style={series} symbol={symbol} />
      </span>
    )}
    <span className="min-w-0 truncate">{series.name}</span>
  </button>
))
