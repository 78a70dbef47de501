import { useSelector } from '@xstate/react'
import { memo, useMemo, useState } from 'react'
import type { SeriesSymbol } from '../../chart/chart-type.ts'
import type { Series } from '../../report/model/report-table.ts'
import { isVisible } from '../../report/model/series.ts'
import { formatSeriesHint } from '../../report/model/series-hint.ts'
import { SeriesSwatch } from '../chart/chart-controls.tsx'
import { moveFocus } from '../kit/browser-hooks.ts'
import { Button } from '../kit/button.tsx'
import { findByName, MIN_SEARCHED, SearchField } from '../kit/search-field.tsx'
import type { ReportActor } from './use-report.ts'

type Props = {
  readonly actor: ReportActor
  readonly series: readonly Series[]
  /** How the chart draws a series; null if it does not draw each in its own color. */
  readonly symbol: SeriesSymbol | null
}

const buttons = [
  ['default', 'Default'],
  ['all', 'Show All'],
  ['none', 'Hide All'],
] as const

/** Shows the toggles of the series; they are also the legend of a chart that draws series. */
export const SeriesToggles = ({ actor, series, symbol }: Props) => {
  const { plan, visibility } = useSelector(actor, ({ context }) => context)
  const hint = formatSeriesHint(series, visibility, plan.chart.hint)
  const showOnly = (chosen: readonly Series[]) =>
    actor.send({ type: 'series.set', mode: 'none', names: chosen.map(({ name }) => name) })
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
        {buttons.map(([mode, label]) => (
          <Button key={mode} size="small" onClick={() => actor.send({ type: 'series.set', mode })}>
            {label}
          </Button>
        ))}
        {hint !== null && <span className="px-2 text-sm text-faint">{hint}</span>}
        {isSearched && (
          <>
            <SearchField label="Search series" value={term} onChange={setTerm} className="max-w-64" />
            {term.trim() !== '' && matching.length > 0 && (
              <Button variant="quiet" size="small" onClick={() => showOnly(matching)}>
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
        className="-m-1 flex max-h-[123px] min-w-0 flex-wrap gap-1.5 overflow-y-auto p-1 max-md:max-h-[225px]"
      >
        {matching.map((item) => (
          <SeriesToggle
            key={item.id}
            actor={actor}
            all={series}
            series={item}
            isOn={isVisible(item, visibility)}
            isStop={item.id === stop}
            symbol={symbol}
            onFocus={setFocused}
          />
        ))}
      </fieldset>
    </div>
  )
}

type SeriesToggleProps = Pick<Props, 'actor' | 'symbol'> & {
  readonly all: readonly Series[]
  readonly series: Series
  readonly isOn: boolean
  /** Whether Tab leads to it; arrow keys lead to the others. */
  readonly isStop: boolean
  readonly onFocus: (id: string) => void
}

/** Shows the toggle of one series. It is rendered only if it changes, because there can be hundreds. */
const SeriesToggle = memo(({ actor, all, series, isOn, isStop, symbol, onFocus }: SeriesToggleProps) => {
  const { id, name } = series
  /** Shows only this series; if it already is the only one, those of the default. */
  const isolate = () => {
    const { visibility } = actor.getSnapshot().context
    const isAlone = all.every((listed) => isVisible(listed, visibility) === (listed.name === name))
    actor.send({ type: 'series.set', ...(isAlone ? { mode: 'default' } : { mode: 'none', names: [name] }) })
  }
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={`${name}\nDouble click or Shift+Enter: only this series`}
      aria-keyshortcuts="Shift+Enter"
      tabIndex={isStop ? 0 : -1}
      data-series={id}
      onClick={() => actor.send({ type: 'series.toggled', name })}
      onFocus={() => onFocus(id)}
      onDoubleClick={isolate}
      onKeyDown={(event) => {
        moveFocus(event)
        if (event.key !== 'Enter' || !event.shiftKey) return
        event.preventDefault()
        isolate()
      }}
      className="group flex h-7 max-w-full touch-manipulation items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
    >
      {symbol !== null && (
        <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:[filter:grayscale(1)]">
          <SeriesSwatch style={series} symbol={symbol} />
        </span>
      )}
      <span className="min-w-0 truncate">{name}</span>
    </button>
  )
})
