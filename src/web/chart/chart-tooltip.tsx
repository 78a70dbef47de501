import { Fragment } from 'react'
import { type ChartModel, hasRows } from '../../chart/chart-type.ts'
import type { TooltipData } from '../../chart/model.ts'
import { getChartType } from '../../chart/types/index.ts'
import { formatNumber } from '../../report/model/format.ts'
import type { Series } from '../../report/model/report-table.ts'
import { SeriesSwatch } from './chart-controls.tsx'

type Props = {
  readonly tooltip: TooltipData
  readonly model: ChartModel
  /** The row that it describes; of a slice its position. */
  readonly index: number
  /** The point of a slice that it describes, in px of the chart's box. */
  readonly x: number
  readonly y: number
}

const MAX_WIDTH = 340
const MAX_VALUES = 12

/**
 * Shows a row or a slice: all drawn series, largest value first. It is on the wider side of its point; on a narrow screen
 * over the point, but never cut off.
 */
export const ChartTooltip = ({ tooltip, model, index, ...point }: Props) => {
  const { plotArea, type, params } = model
  const chartType = getChartType({}, type)
  const { symbol } = chartType
  const { label, hasRecord, total, earlier, notes } = tooltip
  const values = hasRecord || earlier !== null ? tooltip.values : []
  const listed = values.slice(0, MAX_VALUES)
  const rest = values.length - listed.length
  const isRow = hasRows(chartType)
  const slot = plotArea.width / params.rowAxis.count
  const { x, y } = isRow ? { x: plotArea.left + (index + 0.5) * slot, y: plotArea.top } : point
  const offset = chartType.tooltip === 'band' ? slot / 2 + 8 : 14
  const width = plotArea.left + plotArea.width + plotArea.right
  const minWidth = earlier === null ? 220 : 310
  const isLeft = x > width / 2
  const available = (isLeft ? x : width - x) - offset
  const side = Math.min((isLeft ? width - x : x) + offset, width - minWidth)
  return (
    <>
      {isRow && <RowCursor model={model} middle={x} slot={slot} values={listed} />}
      <div
        className="pointer-events-none absolute z-10 w-max rounded-control bg-raised px-3 py-2 text-sm shadow-float"
        style={{
          top: y,
          maxWidth: Math.min(MAX_WIDTH, Math.max(minWidth, available)),
          [isLeft ? 'right' : 'left']: side,
        }}
      >
        <p className="font-semibold text-ink">
          {label}
          {!hasRecord && <span className="font-normal text-faint"> · no record</span>}
          {earlier !== null && <span className="font-normal text-soft"> and {earlier.label}</span>}
        </p>
        <div className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center tabular-nums">
          {listed.map(({ series, value }) => (
            <Fragment key={series.id}>
              {symbol !== null && (
                <span className="col-start-1 pr-2">
                  <SeriesSwatch style={series} symbol={symbol} />
                </span>
              )}
              <span className="col-start-2 truncate text-soft">{series.name}</span>
              <span className="pl-5 text-right text-ink">{formatValue(value, series)}</span>
              {earlier !== null && (
                <span className="pl-4 text-right text-soft">
                  {formatValue(earlier.values[series.columnIndex] ?? null, series)}
                </span>
              )}
            </Fragment>
          ))}
          {rest > 0 && <span className="col-start-2 text-faint">+ {rest} more</span>}
          {total !== null && values.length > 1 && (
            <>
              <span className="col-span-full my-1 border-t border-line" />
              <span className="col-start-2 font-semibold">Total</span>
              <span className="pl-5 text-right font-semibold">{formatValue(total, listed[0]?.series)}</span>
              {earlier !== null && (
                <span className="pl-4 text-right text-soft">
                  {formatValue(earlier.total, listed[0]?.series)}
                </span>
              )}
            </>
          )}
        </div>
        {notes.map(({ id, number, text }) => (
          <p key={id} className="mt-1 border-t border-line pt-1 break-words">
            {number} <bdi>{text}</bdi>
          </p>
        ))}
      </div>
    </>
  )
}

const formatValue = (value: number | null, series: Series | undefined): string =>
  value === null ? '–' : formatNumber(value, series?.format)

type RowCursorProps = Pick<Props, 'model'> &
  Pick<TooltipData, 'values'> & { readonly middle: number; readonly slot: number }

/** Shows a line through the middle of a row with a dot for each value, or a band over the row's slot or around it. */
const RowCursor = ({ model: { plotArea, type, params }, middle, slot, values }: RowCursorProps) => {
  const { symbol, tooltip } = getChartType({}, type)
  const isBand = tooltip === 'band'
  // A shade would change the colours of cells.
  const look = symbol === null ? 'text-ink' : isBand ? 'rounded-[3px] bg-ink opacity-6' : 'bg-edge'
  const getShareBelowTop = ({ id }: Series, value: number) => {
    const [min, max] = params[params.secondSeries.includes(id) ? 'secondAxis' : 'firstAxis'].domain
    return (max - value) / (max - min)
  }
  return (
    <>
      <div
        className={`pointer-events-none absolute ${look}`}
        style={{
          left: isBand ? middle - slot / 2 : middle,
          width: isBand ? slot : 1,
          top: plotArea.top,
          height: plotArea.height,
          border: symbol === null ? '2px solid' : 0,
        }}
      />
      {values.map(
        ({ series, value }) =>
          symbol === 'line' &&
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
    </>
  )
}
