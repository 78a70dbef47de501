import { memo, useCallback, useLayoutEffect, useRef } from 'react'
import type { Series } from '../../../report/table.ts'
import { Button } from '../button.tsx'
import { SeriesSwatch } from './series-swatch.tsx'

type Props = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly onToggle: (name: string) => void
  readonly onDefault: () => void
  readonly onShowAll: () => void
  readonly onHideAll: () => void
  /** Shown while the default hides some series. */
  readonly hint: string | null
}

/** The toggles of the series; they are also the legend of the chart. */
export const SeriesToggles = (props: Props) => {
  const { series, isVisible, onDefault, onShowAll, onHideAll, hint } = props
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
          <SeriesToggle key={one.id} series={one} isOn={isVisible(one)} onToggle={toggle} />
        ))}
      </fieldset>
    </div>
  )
}

type SeriesToggleProps = {
  readonly series: Series
  readonly isOn: boolean
  readonly onToggle: (name: string) => void
}

/** The toggle of one series. `onToggle` has to be stable, since there may be 200 toggles. */
const SeriesToggle = memo(({ series, isOn, onToggle }: SeriesToggleProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    title={series.name}
    onClick={() => onToggle(series.name)}
    className="group flex h-7 max-w-56 items-center gap-2 rounded-control border border-line bg-surface px-2 text-sm text-ink hover:border-edge aria-[pressed=false]:border-transparent aria-[pressed=false]:bg-sunken aria-[pressed=false]:text-faint"
  >
    <span className="flex group-aria-[pressed=false]:opacity-40 group-aria-[pressed=false]:grayscale">
      <SeriesSwatch style={series} />
    </span>
    <span className="truncate">{series.name}</span>
  </button>
))
