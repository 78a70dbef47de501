import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import * as transform from 'vega-transforms'
import { View } from 'vega-view'
import * as layout from 'vega-view-transforms'
import { type ChartModel, type ChartTheme, chartThemes } from '../chart-type.ts'

/** A function compiled at build from an expression; `this` contains Vega's functions (`scale`, `format` …). */
export type CompiledFunction = (this: unknown, ...values: never[]) => unknown

export interface CompiledChart {
  readonly dataflow: object
  readonly functions: readonly CompiledFunction[]
}

interface ViewOptions {
  readonly renderer: 'svg' | 'canvas' | 'none'
  readonly container?: HTMLElement
}

/** Creates a view of a compiled chart; the view is not run yet. */
export function createView({ dataflow, functions }: CompiledChart, options: ViewOptions): View {
  return new View(dataflow as never, { ...options, expr: createExpressionRuntime(functions) })
}

/** Up to this number of marks SVG is as fast as a canvas; it is sharp in print, and its texts can be searched. */
const MAX_SVG_MARKS = 1_500

/** Sets the data and signals of a view; what is equal stays as it is. Drawn by the next run of the view. */
export function setModel(view: View, { plotArea, marks, signals }: ChartModel, theme: ChartTheme): void {
  const { width, height, ...padding } = plotArea
  if (JSON.stringify(view.padding()) !== JSON.stringify(padding)) view.padding(padding)
  view.width(width).height(height)
  for (const [name, value] of Object.entries({ ...chartThemes[theme], ...signals })) {
    if (!isSame(view.signal(name), value)) view.signal(name, value)
  }
  for (const [name, list] of Object.entries(marks)) view.data(name, [...list])
}

/** Draws a model on the page: a few marks as SVG, many on a canvas. */
export function renderModel(view: View, model: ChartModel, theme: ChartTheme): void {
  const count = Object.values(model.marks).reduce((sum, { length }) => sum + length, 0)
  const renderer = count > MAX_SVG_MARKS ? 'canvas' : 'svg'
  if (view.renderer() !== renderer) view.renderer(renderer)
  setModel(view, model, theme)
  view.runAsync().catch((error: unknown) => reportError(error))
}

/** Compares lists by their entries: with a new but equal list the view would lay out the axis again. */
const isSame = (before: unknown, after: unknown): boolean =>
  before === after ||
  (Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length &&
    before.every((one, index) => one === after[index]))

Object.assign(transforms, transform, layout, encode)

interface Scope {
  readonly functions: object
}

type Evaluate = (datum: unknown, signals: unknown, event?: unknown) => unknown
type Encode = (item: unknown, signals: unknown) => unknown

/**
 * Runs Vega's four kinds of expressions and its encoders by functions that were compiled at build. An interpreter would
 * evaluate a tree for every mark and channel, and the Content-Security-Policy forbids `eval`.
 */
function createExpressionRuntime(functions: readonly CompiledFunction[]) {
  const bind = (scope: Scope, index: number) => {
    const compiled = functions[index]
    if (compiled === undefined) throw new Error(`chart: no function ${index} of ${functions.length}`)
    return compiled.bind(scope.functions) as unknown
  }
  const evaluate = (scope: Scope, { code }: { readonly code: number }) => bind(scope, code) as Evaluate
  return {
    operator(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (signals: unknown) => run(undefined, signals)
    },
    parameter: evaluate,
    event(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (event: unknown) => run(undefined, undefined, event)
    },
    handler(scope: Scope, expression: { readonly code: number }) {
      const run = evaluate(scope, expression)
      return (signals: unknown, event: { readonly item?: { readonly datum?: unknown } }) =>
        run(event.item?.datum, signals, event)
    },
    encode: (scope: Scope, { channels }: { readonly channels: number }) => bind(scope, channels) as Encode,
  }
}
