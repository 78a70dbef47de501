import {
  type PointerEvent as AreaEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { ChartModel, MarkTooltip, TooltipTarget } from '../../../chart/chart-type.ts'
import { formatMarkTooltip, formatRowTooltip, getTooltipData } from '../../../chart/model.ts'
import { chartTypes } from '../../../chart/types/index.ts'
import type { ReportTable, Series } from '../../../report/table/report-table.ts'
import { MarkTooltipBox, RowTooltip } from './tooltips.tsx'

type Props = {
  readonly table: ReportTable
  readonly series: readonly Series[]
  readonly model: ChartModel
  /** The element around the chart, in which the chart has the focus. */
  readonly box: RefObject<HTMLElement | null>
}

/**
 * The tooltip under the pointer, drawn beside the chart and not in it: pointing never redraws the marks. A tap keeps
 * it, and arrow keys move it while the chart has the focus.
 */
export const ChartHover = (props: Props) => {
  const target: TooltipTarget = chartTypes[props.model.type].tooltip
  return target.kind === 'mark' ? (
    <MarkHover {...props} target={target} />
  ) : (
    <RowHover {...props} target={target} />
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

/** Where the pointer and the keys are received. A tooltip of a tap stays until a tap elsewhere or Escape. */
const PointerArea = ({ box, onPoint, onStep, onHide, announcement, children }: AreaProps) => {
  const area = useRef<HTMLDivElement>(null)
  const latest = useRef({ onStep, onHide })
  useEffect(() => {
    latest.current = { onStep, onHide }
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const press = (event: KeyboardEvent) => {
      const move = moves.get(event.key)
      if (move === undefined || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      latest.current.onStep(move)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') latest.current.onHide()
    }
    const pressElsewhere = ({ target }: Event) => {
      if (!(target instanceof Node && area.current?.contains(target))) latest.current.onHide()
    }
    const blur = () => latest.current.onHide()
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

type MarkHoverProps = Props & { readonly target: Extract<TooltipTarget, { kind: 'mark' }> }

const MarkHover = ({ model, box, target }: MarkHoverProps) => {
  const [at, setAt] = useState<{
    readonly model: ChartModel
    readonly mark: MarkTooltip
    readonly x: number
    readonly y: number
    readonly index: number
  } | null>(null)
  const shown = at?.model === model ? at : null
  const point = (x: number, y: number) => {
    const mark = target.find(model, x, y)
    setAt(mark && { model, mark, x, y, index: -1 })
  }
  const step = (move: Move) => {
    const marks = target.list(model)
    const index = clamp(move(shown?.index ?? -1, marks.length), marks.length)
    const next = marks[index]
    setAt(next === undefined ? null : { ...next, model, index })
  }
  return (
    <PointerArea
      box={box}
      onPoint={point}
      onStep={step}
      onHide={() => setAt(null)}
      announcement={shown === null || shown.index < 0 ? '' : formatMarkTooltip(shown.mark)}
    >
      {shown !== null && (
        <MarkTooltipBox mark={shown.mark} x={shown.x} y={shown.y} width={model.plotArea.width} />
      )}
    </PointerArea>
  )
}

const clamp = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1))

type RowHoverProps = Props & { readonly target: Extract<TooltipTarget, { kind: 'row' }> }

const RowHover = ({ table, series, model, box, target }: RowHoverProps) => {
  const [at, setAt] = useState<{
    readonly table: ReportTable
    readonly rowIndex: number
    readonly isKey: boolean
  } | null>(null)
  const shown = at?.table === table ? at : null
  const { plotArea } = model
  const count = table.rows.length
  const point = (x: number) => {
    const rowIndex = Math.floor(((x - plotArea.left) / plotArea.width) * count)
    setAt(rowIndex >= 0 && rowIndex < count ? { table, rowIndex, isKey: false } : null)
  }
  const step = (move: Move) =>
    setAt({ table, rowIndex: clamp(move(shown?.rowIndex ?? -1, count), count), isKey: true })
  const tooltip = shown === null ? null : getTooltipData(table, target.pick(series), shown.rowIndex)
  return (
    <PointerArea
      box={box}
      onPoint={point}
      onStep={step}
      onHide={() => setAt(null)}
      announcement={shown?.isKey && tooltip !== null ? formatRowTooltip(tooltip) : ''}
    >
      {shown !== null && tooltip !== null && (
        <RowTooltip rowIndex={shown.rowIndex} tooltip={tooltip} model={model} target={target} />
      )}
    </PointerArea>
  )
}
