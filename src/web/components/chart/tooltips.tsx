import { Fragment, type ReactNode } from 'react'
import type { ChartModel } from '../../../chart/model.ts'
import type { TooltipData } from '../../../chart/tooltip-data.ts'
import { formatNumber } from '../../../report/format.ts'
import { SeriesSwatch } from './series-swatch.tsx'
import type { PieSlice } from '../../../chart/types/pie.ts'

type Props = {
  /** What the tooltip belongs to, in px of the chart's box; the tooltip keeps `offset` away, on the roomier side. */
  readonly x: number
  readonly y: number
  readonly offset: number
  /** The width of the chart's box, px. */
  readonly width: number
  readonly children: ReactNode
}

const LEAST = 220
const MOST = 340

/** Beside its place where there is room; on a narrow screen over it, but never cut. */
export const Tooltip = ({ x, y, offset, width, children }: Props) => {
  const isLeft = x > width / 2
  const room = (isLeft ? x : width - x) - offset
  const side = isLeft
    ? { right: Math.min(width - x + offset, width - LEAST) }
    : { left: Math.min(x + offset, width - LEAST) }
  return (
    <div
      className="pointer-events-none absolute z-10 w-max rounded-control bg-raised px-3 py-2 text-sm shadow-float"
      style={{ top: y, maxWidth: Math.min(MOST, Math.max(LEAST, room)), ...side }}
    >
      {children}
    </div>
  )
}

type RowTooltipProps = { readonly order: number; readonly reading: TooltipData; readonly model: ChartModel }

const MOST_ROWS = 12

/** The row under the pointer: its band or rule, a dot on each line, and all drawn series from the largest down. */
export const RowTooltip = ({ order, reading, model }: RowTooltipProps) => {
  const { frame, type, signals } = model
  const slot = frame.width / Number(signals['count'])
  const middle = frame.left + (order + 0.5) * slot
  const [min, max] = [Number(signals['yMin']), Number(signals['yMax'])]
  const shown = reading.values.slice(0, MOST_ROWS)
  const rest = reading.values.length - shown.length
  return (
    <>
      {type === 'bar' ? (
        <div
          className="pointer-events-none absolute rounded-[3px] bg-ink/6"
          style={{ left: middle - slot / 2, width: slot, top: frame.top, height: frame.height }}
        />
      ) : (
        <div
          className="pointer-events-none absolute w-px bg-edge"
          style={{ left: middle, top: frame.top, height: frame.height }}
        />
      )}
      {type === 'line' &&
        shown.map(({ series, value }) => (
          <div
            key={series.id}
            className="pointer-events-none absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface"
            style={{
              left: middle + 0.5,
              top: frame.top + ((max - value) / (max - min)) * frame.height,
              background: series.color,
            }}
          />
        ))}
      <Tooltip
        x={middle}
        offset={type === 'bar' ? slot / 2 + 8 : 14}
        y={frame.top}
        width={frame.left + frame.width + frame.right}
      >
        <p className="font-semibold text-ink">
          {reading.label}
          {!reading.recorded && <span className="font-normal text-faint"> · no record</span>}
        </p>
        <div className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 tabular-nums">
          {shown.map(({ series, value }) => (
            <Fragment key={series.id}>
              <SeriesSwatch style={series} kind={type === 'bar' ? 'area' : 'line'} />
              <span className="truncate text-soft">{series.name}</span>
              <span className="pl-3 text-right text-ink">{formatNumber(value)}</span>
            </Fragment>
          ))}
          {rest > 0 && <span className="col-start-2 text-faint">+ {rest} more</span>}
          {reading.values.length > 1 && (
            <>
              <span className="col-span-3 my-1 border-t border-line" />
              <span className="col-start-2 font-semibold">Total</span>
              <span className="pl-3 text-right font-semibold">{formatNumber(reading.total)}</span>
            </>
          )}
        </div>
      </Tooltip>
    </>
  )
}

type PieTooltipProps = {
  readonly slice: PieSlice
  readonly x: number
  readonly y: number
  readonly width: number
}

/** The slice under the pointer: name, value, share. */
export const PieTooltip = ({ slice, x, y, width }: PieTooltipProps) => (
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
