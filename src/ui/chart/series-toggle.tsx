import { memo } from 'react'
import type { Series } from '../../engine/report-table.ts'
import { SeriesSwatch } from './series-swatch.tsx'

type Props = {
  readonly series: Series
  readonly isOn: boolean
  readonly onToggle: (name: string) => void
}

/** A pressed or not pressed button named by its series. `onToggle` has to be stable: there may be 200 of these. */
export const SeriesToggle = memo(({ series, isOn, onToggle }: Props) => (
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
