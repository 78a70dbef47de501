import { type PointerEvent, type ReactNode, useState } from 'react'
import type { ChartModel, MarkTooltip, TooltipTarget } from '../../../chart/chart-type.ts'
import { getTooltipData } from '../../../chart/model.ts'
import { chartTypes } from '../../../chart/types/index.ts'
import type { ReportTable, Series } from '../../../report/table.ts'
import { MarkTooltipBox, RowTooltip } from './tooltips.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly model: ChartModel
}

/** The tooltip under the pointer, drawn beside the chart and not in it: pointing never redraws the marks. */
export const ChartHover = ({ table, series, model }: Props) => {
  const target: TooltipTarget = chartTypes[model.type].tooltip
  return target.kind === 'mark' ? (
    <MarkHover model={model} find={target.find} />
  ) : (
    <RowHover table={table} series={series} model={model} target={target} />
  )
}

type PointerAreaProps = {
  readonly onPoint: (x: number, y: number) => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

const PointerArea = ({ onPoint, onLeave, children }: PointerAreaProps) => {
  const point = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => onPoint(offsetX, offsetY)
  return (
    <div aria-hidden="true" className="absolute inset-0">
      <div
        className="absolute inset-0 [touch-action:pan-y]"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={onLeave}
      />
      {children}
    </div>
  )
}

type MarkTarget = Extract<TooltipTarget, { kind: 'mark' }>
type MarkHoverProps = { readonly model: ChartModel; readonly find: MarkTarget['find'] }

const MarkHover = ({ model, find }: MarkHoverProps) => {
  const [at, setAt] = useState<{ model: ChartModel; mark: MarkTooltip; x: number; y: number } | null>(null)
  const point = (x: number, y: number) => {
    const mark = find(model, x, y)
    setAt(mark && { model, mark, x, y })
  }
  return (
    <PointerArea onPoint={point} onLeave={() => setAt(null)}>
      {at !== null && at.model === model && (
        <MarkTooltipBox mark={at.mark} x={at.x} y={at.y} width={model.plotArea.width} />
      )}
    </PointerArea>
  )
}

type RowHoverProps = Props & { readonly target: Extract<TooltipTarget, { kind: 'row' }> }

const RowHover = ({ table, series, model, target }: RowHoverProps) => {
  const [rowIndex, setRowIndex] = useState<number | null>(null)
  const { plotArea } = model
  const slot = plotArea.width / table.rows.length
  const point = (x: number) => {
    const next = Math.floor((x - plotArea.left) / slot)
    setRowIndex(next >= 0 && next < table.rows.length ? next : null)
  }
  const tooltip = rowIndex === null ? null : getTooltipData(table, target.pick(series), rowIndex)
  return (
    <PointerArea onPoint={point} onLeave={() => setRowIndex(null)}>
      {rowIndex !== null && tooltip !== null && (
        <RowTooltip rowIndex={rowIndex} tooltip={tooltip} model={model} target={target} />
      )}
    </PointerArea>
  )
}
