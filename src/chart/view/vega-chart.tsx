import { useLayoutEffect, useRef, useState } from 'react'
import { useVegaEmbed } from 'react-vega'
import type { View } from 'vega-view'
import charts from 'virtual:chart-specs'
import type { ChartModel } from '../chart-type.ts'
import type { ChartType } from '../../report/plan.ts'
import type { ChartTheme } from '../theme.ts'
import { renderModel } from './vega-runtime.ts'

type Props = {
  readonly type: ChartType
  /** Null hides the view and leaves it unchanged. */
  readonly model: ChartModel | null
  readonly theme: ChartTheme
}

const OPTIONS = {}

/** One chart type: created once; table, series, theme and width only change its data and signals. */
export const VegaChart = ({ type, model, theme }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const embedded = useVegaEmbed({
    ref: host,
    spec: charts[type] as object,
    options: OPTIONS,
    onError: setFailure,
  })
  const view: View | undefined = embedded?.view
  useLayoutEffect(() => {
    if (view !== undefined && model !== null) renderModel(view, model, theme)
  }, [view, model, theme])
  if (failure !== null) throw failure
  return <div ref={host} aria-hidden="true" hidden={model === null} />
}
