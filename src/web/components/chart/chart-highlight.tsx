import { type RefObject, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { ChartModel } from '../../../chart/chart-type.ts'
import { pickSeries } from '../../../chart/model.ts'
import type { ChartTheme } from '../../../chart/theme.ts'
import { VegaChart } from '../../../chart/view/vega-chart.tsx'
import type { Series } from '../../../report/table/report-table.ts'
import type { Highlight } from './highlight.ts'

type Props = {
  /** The element around the chart. */
  readonly box: RefObject<HTMLElement | null>
  readonly model: ChartModel
  readonly series: readonly Series[]
  readonly theme: ChartTheme
  readonly highlight: Highlight
}

/** Draws the highlighted series above the dimmed chart: nothing of the chart is drawn again. */
export const ChartHighlight = ({ box, model, series, theme, highlight }: Props) => {
  const id = useSyncExternalStore(highlight.subscribe, highlight.get)
  const picked = useMemo(() => {
    const one = series.find((each) => each.id === id)
    return one === undefined ? null : pickSeries(model, one)
  }, [model, series, id])
  const isShown = picked !== null
  useLayoutEffect(() => {
    const element = box.current
    element?.toggleAttribute('data-dimmed', isShown)
    return () => element?.removeAttribute('data-dimmed')
  }, [box, isShown])
  if (!isShown) return null
  return (
    <div className="pointer-events-none absolute inset-0" data-highlight>
      <VegaChart model={picked} theme={theme} />
    </div>
  )
}
