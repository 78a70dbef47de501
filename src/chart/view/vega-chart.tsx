import { useLayoutEffect, useRef } from 'react'
import type { View } from 'vega-view'
import chart from 'virtual:chart'
import type { ChartModel, ChartTheme } from '../chart-type.ts'
import { createView, renderModel } from './vega-runtime.ts'

type Props = {
  /** Null hides the view and leaves it unchanged. */
  readonly model: ChartModel | null
  readonly theme: ChartTheme
}

/** Draws charts in one view: type, table, series, theme and width only change its data and signals. */
export const VegaChart = ({ model, theme }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<View>(null)
  useLayoutEffect(() => {
    if (host.current === null) return undefined
    const created = createView(chart, { renderer: 'svg', container: host.current })
    view.current = created
    return () => {
      created.finalize()
      view.current = null
    }
  }, [])
  useLayoutEffect(() => {
    if (view.current !== null && model !== null) renderModel(view.current, model, theme)
  }, [model, theme])
  return <div ref={host} aria-hidden="true" hidden={model === null} />
}
