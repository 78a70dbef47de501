import type { Spec } from 'vega'
import { compile } from 'vega-lite'
import type { Json } from '../specification.ts'

const MAX_KEPT = 20
const kept = new Map<string, Spec>()

/** Keeps a compiled specification: the image of a chart on the page does not compile it again. The latest ones stay. */
export function keepCompiled(spec: Json, compiled: Spec): Spec {
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(JSON.stringify(spec), compiled)
  return compiled
}

/** Compiles a specification to one of Vega, once. */
export const compileSpec = (spec: Json): Spec =>
  kept.get(JSON.stringify(spec)) ?? keepCompiled(spec, compile(spec as never).spec)
