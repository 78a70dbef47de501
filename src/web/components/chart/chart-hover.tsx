import {
  type PointerEvent as AreaEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { ChartModel, TooltipTarget } from '../../../chart/chart-type.ts'
import { formatRowTooltip, formatSliceTooltip, getTooltipData } from '../../../chart/model.ts'
import { findSliceAt, locateInSlice, PIE_RADIUS } from '../../../chart/pie-layout.ts'
import { chartTypes } from '../../../chart/types/index.ts'
import type { ReportTable, Series } from '../../../report/table/report-table.ts'
import { RowTooltip, SliceTooltip } from './tooltips.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly model: ChartModel
  /** The element around the chart, in which the chart has the focus. */
  readonly box: RefObject<HTMLElement | null>
}

/** What is pointed at: the row or slice with this index. */
interface Pointed {
  readonly index: number
  /** The table of the row, or the model of the slice; with another one the tooltip disappears. */
  readonly of: ReportTable | ChartModel
  /** In px of the chart's box. */
  readonly x: number
  readonly y: number
  readonly isKey: boolean
}

/** From slices to the points of their tooltips, for keys. */
const SLICE_RADIUS = (PIE_RADIUS * 2) / 3

/**
 * Shows the tooltip under the pointer beside the chart and not in it: pointing never redraws the marks. A tap keeps
 * it, and arrow keys move it while the chart has the focus.
 */
export const ChartHover = ({ table, series, model, box }: Props) => {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const { plotArea, marks, type } = model
  const target: TooltipTarget = chartTypes[type].tooltip
  const isRow = target.kind === 'row'
  const of = isRow ? table : model
  const count = isRow ? table.rows.length : marks.slices.length
  const shown = pointed?.of === of ? pointed : null
  const find = (x: number, y: number) =>
    isRow
      ? Math.floor(((x - plotArea.left) / plotArea.width) * count)
      : findSliceAt(marks.slices, x - plotArea.left, y - plotArea.top)
  const point = (x: number, y: number) => {
    const index = find(x, y)
    setPointed(index >= 0 && index < count ? { index, of, x, y, isKey: false } : null)
  }
  const step = (move: Move) => {
    const index = Math.max(0, Math.min(move(shown?.index ?? -1, count), count - 1))
    const slice = marks.slices[index]
    const at = slice === undefined ? { x: 0, y: 0 } : locateInSlice(slice, SLICE_RADIUS)
    setPointed({ index, of, ...at, isKey: true })
  }
  const tooltip = shown === null || !isRow ? null : getTooltipData(table, target.pick(series), shown.index)
  const slice = shown === null ? undefined : marks.slices[shown.index]
  const text = tooltip === null ? slice && formatSliceTooltip(slice) : formatRowTooltip(tooltip)
  return (
    <PointerArea
      box={box}
      onPoint={point}
      onStep={step}
      onHide={() => setPointed(null)}
      announcement={shown?.isKey && text !== undefined ? text : ''}
    >
      {shown !== null && isRow && tooltip !== null && (
        <RowTooltip rowIndex={shown.index} tooltip={tooltip} model={model} target={target} />
      )}
      {shown !== null && slice !== undefined && (
        <SliceTooltip slice={slice} x={shown.x} y={shown.y} width={plotArea.width} />
      )}
    </PointerArea>
  )
}

type AreaProps = Pick<Props, 'box'> & {
  readonly onPoint: (x: number, y: number) => void
  readonly onStep: (move: Move) => void
  readonly onHide: () => void
  /** What is read aloud after a key. */
  readonly announcement: string
  readonly children: ReactNode
}

/** From the position `index` of `count` to another one; -1 is none yet. The result can be outside. */
type Move = (index: number, count: number) => number

/** How far Page Up and Page Down move. */
const PAGE = 7

/** Where keys lead to. */
const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ['ArrowRight', (index) => index + 1],
  ['ArrowLeft', (index, count) => (index < 0 ? count - 1 : index - 1)],
  ['PageDown', (index) => index + PAGE],
  ['PageUp', (index) => index - PAGE],
  ['Home', () => 0],
  ['End', (_, count) => count - 1],
])

/** Receives the pointer and the keys. A tooltip of a tap stays until a tap elsewhere or Escape. */
const PointerArea = ({ box, onPoint, onStep, onHide, announcement, children }: AreaProps) => {
  const area = useRef<HTMLDivElement>(null)
  const step = useEffectEvent(onStep)
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const press = (event: KeyboardEvent) => {
      const move = moves.get(event.key)
      if (move === undefined || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      step(move)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide()
    }
    const pressElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && area.current?.contains(target))) hide()
    }
    const blur = () => hide()
    element.addEventListener('keydown', press)
    element.addEventListener('focusout', blur)
    document.addEventListener('keydown', escape)
    document.addEventListener('pointerdown', pressElsewhere)
    return () => {
      element.removeEventListener('keydown', press)
      element.removeEventListener('focusout', blur)
      document.removeEventListener('keydown', escape)
      document.removeEventListener('pointerdown', pressElsewhere)
    }
  }, [box])
  const point = ({ nativeEvent: { offsetX, offsetY } }: AreaEvent) => onPoint(offsetX, offsetY)
  const leave = ({ pointerType }: AreaEvent) => {
    if (pointerType === 'mouse') onHide()
  }
  return (
    <>
      <div aria-hidden="true" className="absolute inset-0">
        <div
          ref={area}
          className="absolute inset-0 [touch-action:pan-y]"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={leave}
          onPointerCancel={onHide}
        />
        {children}
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
