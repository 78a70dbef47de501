import { useLayoutEffect, useRef } from 'react'
import type { View } from 'vega-view'
import charts from 'virtual:chart-specs'
import type { ChartModel } from '../chart-type.ts'
import type { ChartType } from '../../report/plan.ts'
import type { ChartTheme } from '../theme.ts'
import { createView, renderModel } from './vega-runtime.ts'

type Props = {
  readonly type: ChartType
  /** Null hides the view and leaves it unchanged. */
  readonly model: ChartModel | null
  readonly theme: ChartTheme
}

/** One chart type: created once; table, series, theme and width only change its data and signals. */
export const VegaChart = ({ type, model, theme }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<View>(null)
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const created = createView(charts[type], { renderer: 'svg', container: host.current })
    view.current = created
    return () => {
      created.finalize()
      view.current = null
    }
  }, [type])
  useLayoutEffect(() => {
    if (view.current !== null && model !== null) renderModel(view.current, model, theme)
  }, [model, theme])
  return <div ref={host} aria-hidden="true" hidden={model === null} />
}
