import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import * as transform from 'vega-transforms'
import { View } from 'vega-view'
import * as layout from 'vega-view-transforms'
import { type CompiledFunction, createExpressionRuntime } from './compiled-expressions.ts'

Object.assign(transforms, transform, layout, encode)

/** A chart as it was compiled at build. */
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
