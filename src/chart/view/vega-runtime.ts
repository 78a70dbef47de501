import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import * as transform from 'vega-transforms'
import { View } from 'vega-view'
import * as layout from 'vega-view-transforms'
import { type CompiledFunction, createExpressionRuntime } from './compiled-expressions.ts'

Object.assign(transforms, transform, layout, encode)

/** A chart as the build leaves it. */
export interface CompiledChart {
  readonly dataflow: object
  readonly functions: readonly CompiledFunction[]
}

interface Where {
  readonly renderer: 'svg' | 'canvas' | 'none'
  readonly container?: HTMLElement
}

/** A view of a chart compiled at build; it is not run yet. */
export function createView({ dataflow, functions }: CompiledChart, where: Where): View {
  return new View(dataflow as never, { ...where, expr: createExpressionRuntime(functions) })
}
