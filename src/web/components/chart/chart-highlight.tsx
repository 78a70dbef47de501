import { type RefObject, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { ChartModel } from '../../../chart/chart-type.ts'
import { findOutline } from '../../../chart/outlines.ts'
import type { Series } from '../../../report/table/report-table.ts'
import type { Highlight } from './highlight.ts'

type Props = {
  /** The element around the chart. */
  readonly box: RefObject<HTMLElement | null>
  readonly model: ChartModel
  readonly series: readonly Series[]
  readonly highlight: Highlight
}

/** The highlighted series above the dimmed chart: nothing of the chart is drawn again. */
const ChartHighlight = ({ box, model, series, highlight }: Props) => {
  const id = useSyncExternalStore(highlight.subscribe, highlight.get)
  const one = series.find((each) => each.id === id)
  const outline = useMemo(() => (one === undefined ? null : findOutline(model, one)), [model, one])
  const isShown = outline !== null && outline.path !== ''
  useLayoutEffect(() => {
    const element = box.current
    element?.toggleAttribute('data-dimmed', isShown)
    return () => element?.removeAttribute('data-dimmed')
  }, [box, isShown])
  if (one === undefined || !isShown) return null
  const { left, top } = model.plotArea
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 h-full w-full" data-highlight>
      <path
        d={outline.path}
        transform={`translate(${left} ${top})`}
        {...(outline.isFilled
          ? { fill: one.color }
          : {
              fill: 'none',
              stroke: one.color,
              strokeWidth: 3,
              strokeLinejoin: 'round',
              strokeLinecap: 'round',
              strokeDasharray: one.dash.join(' '),
            })}
      />
    </svg>
  )
}

export default ChartHighlight
