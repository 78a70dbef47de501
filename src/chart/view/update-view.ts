import type { View } from 'vega-view'
import type { ChartModel } from '../chart-type.ts'
import { type ChartTheme, chartColors } from './chart-colors.ts'

/** Up to here SVG is as fast as a canvas, stays sharp in print, and its texts can be searched. */
const MOST_IN_SVG = 1_500

/** Hands a model to a live view: data it already has stays, what is equal costs nothing. Draws with the next run. */
export function setModel(view: View, { frame, data, signals }: ChartModel, theme: ChartTheme): void {
  const { left, right, top, bottom } = frame
  const padding = view.padding()
  const isPadded =
    typeof padding === 'object' && 'left' in padding && padding.left === left && padding.right === right
  if (!isPadded) view.padding({ left, right, top, bottom })
  view.width(frame.width).height(frame.height)
  for (const [name, value] of Object.entries({ ...chartColors[theme], ...signals })) {
    if (!isSame(view.signal(name), value)) view.signal(name, value)
  }
  for (const [name, rows] of Object.entries(data)) view.data(name, [...rows])
}

/** A list that is equal but new would have its axis laid out anew. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  (Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length &&
    before.every((one, index) => one === after[index]))

/** Draws a model on the page: few marks as SVG, many on a canvas. */
export function renderModel(view: View, model: ChartModel, theme: ChartTheme): void {
  const renderer = model.marks > MOST_IN_SVG ? 'canvas' : 'svg'
  if (view.renderer() !== renderer) view.renderer(renderer)
  setModel(view, model, theme)
  view.runAsync().catch((error: unknown) => reportError(error))
}
