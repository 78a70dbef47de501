import type { View } from 'vega-view'
import type { ChartModel } from '../chart-type.ts'
import { type ChartTheme, chartThemes } from '../theme.ts'

/** Up to this number of marks SVG is as fast as a canvas; it is sharp in print, and its texts can be searched. */
const MOST_SVG_MARKS = 1_500

/** Sets the data and signals of a view; what is equal stays as it is. Drawn by the next run of the view. */
export function setModel(view: View, { plotArea, data, signals }: ChartModel, theme: ChartTheme): void {
  const { left, right, top, bottom } = plotArea
  const padding = view.padding()
  const isPadded =
    typeof padding === 'object' && 'left' in padding && padding.left === left && padding.right === right
  if (!isPadded) view.padding({ left, right, top, bottom })
  view.width(plotArea.width).height(plotArea.height)
  for (const [name, value] of Object.entries({ ...chartThemes[theme], ...signals })) {
    if (!isSame(view.signal(name), value)) view.signal(name, value)
  }
  for (const [name, rows] of Object.entries(data)) view.data(name, [...rows])
}

/** Compares lists by their entries: with a new but equal list the view would lay out the axis again. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  (Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length &&
    before.every((one, index) => one === after[index]))

/** Draws a model on the page: a few marks as SVG, many on a canvas. */
export function renderModel(view: View, model: ChartModel, theme: ChartTheme): void {
  const renderer = model.marks > MOST_SVG_MARKS ? 'canvas' : 'svg'
  if (view.renderer() !== renderer) view.renderer(renderer)
  setModel(view, model, theme)
  view.runAsync().catch((error: unknown) => reportError(error))
}
