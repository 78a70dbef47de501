import { type PointerEvent, useState } from 'react'
import type { ChartModel } from '../../../chart/model.ts'
import { type PieSlice, findSliceAt } from '../../../chart/types/pie.ts'
import { tooltipAt } from '../../../chart/tooltip-data.ts'
import type { ReportTable, Series } from '../../../report/table.ts'
import { PieTooltip, RowTooltip } from './tooltips.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly model: ChartModel
}

/** What the pointer is over, drawn beside the chart and not in it: pointing never redraws the marks. */
export const ChartHover = ({ table, series, model }: Props) =>
  model.type === 'pie' ? <PieHover model={model} /> : <RowHover table={table} series={series} model={model} />

const PieHover = ({ model }: { readonly model: ChartModel }) => {
  const [at, setAt] = useState<{ slice: PieSlice; x: number; y: number } | null>(null)
  const slices = (model.data['slices'] ?? []) as readonly PieSlice[]
  const point = ({ nativeEvent: { offsetX: x, offsetY: y } }: PointerEvent) => {
    const slice = findSliceAt(slices, x, y)
    setAt(slice && { slice, x, y })
  }
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <div
        className="absolute inset-0 touch-pan-y"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
      />
      {at !== null && slices.includes(at.slice) && <PieTooltip {...at} width={model.frame.width} />}
    </div>
  )
}

const RowHover = ({ table, series, model }: Props) => {
  const [order, setOrder] = useState<number | null>(null)
  const { frame } = model
  const slot = frame.width / table.rows.length
  const point = ({ nativeEvent: { offsetX } }: PointerEvent) => {
    const next = Math.floor((offsetX - frame.left) / slot)
    setOrder(next >= 0 && next < table.rows.length ? next : null)
  }
  const reading = order === null ? null : tooltipAt(table, series, order)
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <div
        className="absolute inset-0 touch-pan-y"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setOrder(null)}
      />
      {order !== null && reading !== null && <RowTooltip order={order} reading={reading} model={model} />}
    </div>
  )
}
