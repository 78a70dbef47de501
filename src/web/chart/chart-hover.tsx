import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ChartModel, hasRows } from '../../chart/chart-type.ts'
import { describeSlice, getTooltipData } from '../../chart/model.ts'
import { findSliceAt, locateInSlice, PIE_RADIUS } from '../../chart/pie-slices.ts'
import { getChartType } from '../../chart/types/index.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { stepByKey } from '../kit/browser-hooks.ts'
import { ChartTooltip } from './chart-tooltip.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly model: ChartModel
  /** The element around the chart, in which the chart has the focus. */
  readonly box: RefObject<HTMLElement | null>
}

interface Pointed {
  readonly index: number
  /** The table of the row, or the model of the slice; with another one the tooltip disappears. */
  readonly of: ReportTable | ChartModel
  /** In px of the chart's box. */
  readonly x: number
  readonly y: number
}

/** From slices to the points of their tooltips, for keys. */
const SLICE_RADIUS = (PIE_RADIUS * 2) / 3

/**
 * Shows the tooltip under the pointer beside the chart and not in it: pointing never redraws the marks. A tap keeps
 * it until a tap elsewhere or Escape, and arrow keys move it while the chart has the focus. It is read aloud.
 */
export const ChartHover = ({ table, series, model, box }: Props) => {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const { plotArea, slices, type } = model
  const chartType = getChartType(table, type)
  const isRow = hasRows(chartType)
  const of = isRow ? table : model
  const count = isRow ? table.rows.length : slices.length
  const current = pointed?.of === of ? pointed : null
  const point = ({ nativeEvent: { offsetX: x, offsetY: y } }: PointerEvent) => {
    const index = isRow
      ? Math.floor(((x - plotArea.left) / plotArea.width) * count)
      : findSliceAt(slices, x - plotArea.left, y - plotArea.top)
    setPointed(index >= 0 && index < count ? { index, of, x, y } : null)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const index = stepByKey(event, current?.index ?? -1, count)
    if (index === null) return
    const slice = slices[index]
    const at = slice === undefined ? { x: 0, y: 0 } : locateInSlice(slice, SLICE_RADIUS)
    setPointed({ index, of, ...at })
  })
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const hide = () => setPointed(null)
    box.current?.addEventListener('keydown', press, { signal })
    box.current?.addEventListener('focusout', hide, { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
    document.addEventListener('pointerdown', (event) => event.target !== area.current && hide(), { signal })
    return () => listeners.abort()
  }, [box])
  const slice = current && slices[current.index]
  const tooltip =
    current && isRow
      ? getTooltipData(table, chartType.select(table, series).drawn, current.index)
      : slice && describeSlice(slice)
  return (
    <>
      <div
        ref={area}
        className="absolute inset-0 [touch-action:pan-y]"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setPointed(null)}
        onPointerCancel={() => setPointed(null)}
      />
      <div aria-live="polite">
        {current && tooltip && <ChartTooltip {...current} tooltip={tooltip} model={model} />}
      </div>
    </>
  )
}
