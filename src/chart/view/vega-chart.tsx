import { useLayoutEffect, useRef, useState } from 'react'
import { useVegaEmbed } from 'react-vega'
import type { ChartTheme, Json } from '../specification.ts'
import { type Drawing, noLoader, updateView } from './update-view.ts'

type Props = {
  /** A Vega-Lite specification, which does not change. */
  readonly spec: Json
  /** Null hides the view and leaves it unchanged. */
  readonly drawing: (Drawing & { readonly isLarge: boolean }) | null
  readonly theme: ChartTheme
}

/** Expressions are interpreted, since the Content-Security-Policy forbids `eval`. The page has its own tooltips. */
const OPTIONS = {
  mode: 'vega-lite',
  ast: true,
  actions: false,
  defaultStyle: false,
  tooltip: false,
  renderer: 'svg',
  loader: noLoader,
  // Before its data arrives, a view warns of empty domains.
  logLevel: 1,
} as const

/** Draws a specification in one view: series, theme and width only change its data and parameters. */
export const VegaChart = ({ spec: given, drawing, theme }: Props) => {
  const [spec] = useState(given)
  const ref = useRef<HTMLDivElement>(null)
  const result = useVegaEmbed({
    ref,
    spec,
    options: OPTIONS,
    onError: reportError,
  })
  useLayoutEffect(() => {
    if (result === null || drawing === null) return
    const { view } = result
    // A few marks are as fast in SVG, which is sharp in print, and whose texts can be searched.
    const renderer = drawing.isLarge ? 'canvas' : 'svg'
    if (view.renderer() !== renderer) view.renderer(renderer)
    updateView(view, drawing, theme)
    view.runAsync().catch((error: unknown) => reportError(error))
  }, [result, drawing, theme])
  return <div ref={ref} aria-hidden="true" hidden={drawing === null || result === null} />
}
