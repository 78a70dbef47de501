import { type RefObject, useLayoutEffect, useMemo } from 'react'
import type { ChartModel, ChartTheme } from '../../../chart/chart-type.ts'
import { pickSeries } from '../../../chart/model.ts'
import { VegaChart } from '../../../chart/view/vega-chart.tsx'
import type { Series } from '../../../report/table/report-table.ts'

type Props = {
  /** The element around the chart. */
  readonly box: RefObject<HTMLElement | null>
  readonly model: ChartModel
  readonly series: readonly Series[]
  readonly theme: ChartTheme
  /** The id of the highlighted series; null for none. */
  readonly highlighted: string | null
}

/** Draws the highlighted series above the dimmed chart: nothing of the chart is drawn again. */
export const ChartHighlight = ({ box, model, series, theme, highlighted }: Props) => {
  const picked = useMemo(() => {
    const one = series.find(({ id }) => id === highlighted)
    return one === undefined ? null : pickSeries(model, one)
  }, [model, series, highlighted])
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
