import type { Spec } from 'vega'
import { compile } from 'vega-lite'
import type { Json } from '../specification.ts'

const kept = new Map<string, Spec>()

/** Keeps a compiled specification: the image of a chart on the page does not compile it again. */
export function keepCompiled(spec: Json, compiled: Spec): Spec {
  if (kept.size >= 20) kept.clear()
  kept.set(JSON.stringify(spec), compiled)
  return compiled
}

/** Compiles a specification to one of Vega, once. */
export const compileSpec = (spec: Json): Spec =>
  kept.get(JSON.stringify(spec)) ?? keepCompiled(spec, compile(spec as never).spec)
