import { Fragment, type ReactNode } from 'react'
import type { ChartModel } from '../../chart/chart-type.ts'
import type { PiePart } from '../../chart/marks.ts'
import type { TooltipData } from '../../chart/model.ts'
import { getChartType } from '../../chart/types/index.ts'
import { formatNumber } from '../../report/model/format.ts'
import type { Series } from '../../report/model/report-table.ts'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  /** The point that the tooltip describes, in px of the chart's box; the tooltip is `offset` px away from it. */
  readonly x: number
  readonly y: number
  readonly offset: number
  /** The width of the chart's box, px. */
  readonly width: number
  /** Whether it has the values of an earlier period, too. */
  readonly isCompared?: boolean
  readonly children: ReactNode
}

const MAX_WIDTH = 340

/** Places a tooltip on the wider side of its point; over the point on a narrow screen, but never cut off. */
const Tooltip = ({ x, y, offset, width, isCompared = false, children }: Props) => {
  const minWidth = isCompared ? 310 : 220
  const isLeft = x > width / 2
  const available = (isLeft ? x : width - x) - offset
  const side = isLeft
    ? { right: Math.min(width - x + offset, width - minWidth) }
    : { left: Math.min(x + offset, width - minWidth) }
  return (
    <div
      className="pointer-events-none absolute z-10 w-max rounded-control bg-raised px-3 py-2 text-sm shadow-float"
      style={{ top: y, maxWidth: Math.min(MAX_WIDTH, Math.max(minWidth, available)), ...side }}
    >
      {children}
    </div>
  )
}

type RowTooltipProps = {
  readonly rowIndex: number
  readonly tooltip: TooltipData
  readonly model: ChartModel
}

const MAX_VALUES = 12

/** Shows the row under the pointer: its cursor, a dot per value, and all drawn series, largest value first. */
export const RowTooltip = ({ rowIndex, tooltip, model }: RowTooltipProps) => {
  const { plotArea, type, params } = model
  const { symbol, tooltip: cursor } = getChartType({}, type)
  const { earlier } = tooltip
  const isBand = cursor === 'band'
  const slot = plotArea.width / params.rowAxis.count
  const middle = plotArea.left + (rowIndex + 0.5) * slot
  const getShareBelowTop = ({ id }: Series, value: number) => {
    const [min, max] = params[params.secondSeries.includes(id) ? 'secondAxis' : 'firstAxis'].domain
    return (max - value) / (max - min)
  }
  const values = tooltip.hasRecord || earlier !== null ? tooltip.values : []
  const shown = values.slice(0, MAX_VALUES)
  const rest = values.length - shown.length
  return (
    <>
      <div
        className={`pointer-events-none absolute ${isBand ? 'rounded-[3px] bg-ink opacity-6' : 'bg-edge'}`}
        style={{
          left: isBand ? middle - slot / 2 : middle,
          width: isBand ? slot : 1,
          top: plotArea.top,
          height: plotArea.height,
        }}
      />
      {symbol === 'line' &&
        shown.map(
          ({ series, value }) =>
            value !== null && (
              <div
                key={series.id}
                className="pointer-events-none absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface"
                style={{
                  left: middle + 0.5,
                  top: plotArea.top + getShareBelowTop(series, value) * plotArea.height,
                  background: series.color,
                }}
              />
            ),
        )}
      <Tooltip
        x={middle}
        offset={isBand ? slot / 2 + 8 : 14}
        y={plotArea.top}
        width={plotArea.left + plotArea.width + plotArea.right}
        isCompared={earlier !== null}
      >
        <p className="font-semibold text-ink">
          {tooltip.label}
          {!tooltip.hasRecord && <span className="font-normal text-faint"> · no record</span>}
          {earlier !== null && <span className="font-normal text-soft"> and {earlier.label}</span>}
        </p>
        <div className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center tabular-nums">
          {shown.map(({ series, value }) => (
            <Fragment key={series.id}>
              <span className="col-start-1 pr-2">
                <SeriesSwatch style={series} symbol={symbol} />
              </span>
              <span className="truncate text-soft">{series.name}</span>
              <Values
                of={series}
                value={value}
                before={earlier && { value: earlier.values[series.columnIndex] }}
              />
            </Fragment>
          ))}
          {rest > 0 && <span className="col-start-2 text-faint">+ {rest} more</span>}
          {tooltip.total !== null && values.length > 1 && (
            <>
              <span className="col-span-full my-1 border-t border-line" />
              <span className="col-start-2 font-semibold">Total</span>
              <Values
                of={shown[0]?.series}
                value={tooltip.total}
                before={earlier && { value: earlier.total }}
              />
            </>
          )}
        </div>
        {tooltip.notes.map(({ id, number, text }) => (
          <p key={id} className="mt-1 border-t border-line pt-1 break-words">
            {number} <bdi>{text}</bdi>
          </p>
        ))}
      </Tooltip>
    </>
  )
}

type ValuesProps = {
  readonly of: Series | undefined
  readonly value: number | null
  /** The value of the earlier period; null without a comparison. */
  readonly before: { readonly value?: number | null | undefined } | null
}

const Values = ({ of: series, value, before }: ValuesProps) => {
  const format = (number: number | null = null) =>
    number === null ? '–' : formatNumber(number, series?.format)
  return (
    <>
      <span className="pl-5 text-right">{format(value)}</span>
      {before !== null && <span className="pl-4 text-right text-soft">{format(before.value)}</span>}
    </>
  )
}

type SliceTooltipProps = Pick<Props, 'x' | 'y' | 'width'> & { readonly part: PiePart }

/** Shows the slice under the pointer: name, value, share. */
export const SliceTooltip = ({ part, ...place }: SliceTooltipProps) => (
  <Tooltip {...place} offset={16}>
    <p className="flex items-center gap-2 font-semibold text-ink">
      <SeriesSwatch style={part} symbol="area" />
      <span className="min-w-0 break-words">{part.name}</span>
    </p>
    <p className="mt-1 flex justify-between gap-6 tabular-nums">
      <span>{formatNumber(part.sum, part.format)}</span>
      <span className="text-soft">{part.percent}%</span>
    </p>
  </Tooltip>
)
