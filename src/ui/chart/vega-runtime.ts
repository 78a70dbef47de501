import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import { expressionInterpreter } from 'vega-interpreter'
import * as transform from 'vega-transforms'
import { View } from 'vega-view'
import * as layout from 'vega-view-transforms'

Object.assign(transforms, transform, layout, encode)

interface Where {
  readonly renderer: 'svg' | 'canvas' | 'none'
  readonly container?: HTMLElement
}

/** A view of a chart compiled at build. Expressions are interpreted, so the policy needs no `unsafe-eval`. */
export function makeView(chart: object, where: Where): View {
  return new View(chart as never, { ...where, expr: expressionInterpreter })
}
