import type { PieSlice } from '../../engine/chart-pie.ts'
import { formatNumber } from '../../engine/format.ts'
import { SeriesSwatch } from './series-swatch.tsx'
import { Tooltip } from './tooltip.tsx'

type Props = {
  readonly slice: PieSlice
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The slice under the pointer: name, value, share. */
export const PieTooltip = ({ slice, x, y, width }: Props) => (
  <Tooltip x={x} y={y} offset={16} width={width}>
    <p className="flex items-center gap-2 font-semibold text-ink">
      <SeriesSwatch style={slice.series} kind="area" />
      <span className="max-w-48 truncate">{slice.series.name}</span>
    </p>
    <p className="mt-1 flex justify-between gap-6 tabular-nums">
      <span>{formatNumber(slice.value)}</span>
      <span className="text-soft">{slice.percent}%</span>
    </p>
  </Tooltip>
)
