import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Mark, Spec } from 'vega-typings'
import { parse } from 'vega-parser'
import * as transform from 'vega-transforms'
import * as layout from 'vega-view-transforms'
import { chartSpecs } from '../types/index.ts'
import { type ChartVariant, buildVegaSpec } from '../vega-spec.ts'
import type { ChartType } from '../../report/plan.ts'
import { extractExpressions } from './extract-expressions.ts'

Object.assign(transforms, transform, layout, encode)

/** A chart for `view/vega-runtime.ts`, and the warnings of the Vega-Lite compiler. */
export interface CompileResult {
  readonly dataflow: unknown
  /** The sources of the functions, which the dataflow refers to by index. */
  readonly functions: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Compiles Vega-Lite to Vega to the dataflow that a View runs, with its expressions extracted as functions: the browser
 * needs no compiler, no parser, no interpreter and no eval.
 */
export function compileChart(type: ChartType, variant: ChartVariant): CompileResult {
  const warnings: string[] = []
  const logger = {
    level: () => logger,
    error: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    warn: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    info: () => logger,
    debug: () => logger,
  }
  const spec = buildVegaSpec(type, variant) as unknown as TopLevelSpec
  const vega = addVegaMarks(compile(spec, { logger }).spec, chartSpecs[type]().vegaMarks)
  return { ...extractExpressions(parse(removeValidityTests(vega))), warnings }
}

interface VegaMark {
  readonly from?: { readonly data: string }
}

function addVegaMarks(vega: Spec, marks: readonly VegaMark[]): Spec {
  const data = marks.flatMap(({ from }) => (from ? [{ name: from.data }] : []))
  return {
    ...vega,
    data: [...(vega.data ?? []), ...data],
    marks: [...(marks as Mark[]), ...(vega.marks ?? [])],
  }
}

/**
 * Vega-Lite tests whether each position is a number. A report's table contains only numbers, and with 73,000 marks the
 * tests cost more than the drawing.
 */
function removeValidityTests(node: unknown): unknown {
  if (Array.isArray(node)) {
    const kept = node.filter((entry) => !isValidityTest(entry))
    return kept.length === 1 && kept.length < node.length
      ? removeValidityTests(kept[0])
      : kept.map(removeValidityTests)
  }
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, removeValidityTests(value)]))
}

const isValidityTest = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  'test' in entry &&
  typeof entry.test === 'string' &&
  entry.test.startsWith('!isValid(')
