import { useCallback, useLayoutEffect, useRef } from 'react'
import type { Series } from '../../engine/report-table.ts'
import { Button } from '../button.tsx'
import { SeriesToggle } from './series-toggle.tsx'

type Props = {
  readonly series: readonly Series[]
  readonly isVisible: (series: Series) => boolean
  readonly onToggle: (name: string) => void
  readonly onDefault: () => void
  readonly onShowAll: () => void
  readonly onHideAll: () => void
  /** Said while the default leaves some series off. */
  readonly hint: string | null
}

/** Which series are drawn; at the same time the chart's legend (spec §2). */
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
