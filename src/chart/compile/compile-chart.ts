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

/** A chart as the slim runtime takes it, and whatever the compiler had to say against the specification. */
export interface CompiledChart {
  readonly dataflow: unknown
  /** Sources of the functions that the dataflow names by number. */
  readonly functions: readonly string[]
  readonly warnings: readonly string[]
}

/**
 * Vega-Lite to Vega to the dataflow that a View runs, its expressions lifted out as functions: the browser needs
 * neither compiler nor parser nor interpreter nor eval.
 */
export function compileChart(type: ChartType, variant: ChartVariant): CompiledChart {
  const warnings: string[] = []
  const logger = {
    level: () => logger,
    error: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    warn: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    info: () => logger,
    debug: () => logger,
  }
  const spec = buildVegaSpec(type, variant) as unknown as TopLevelSpec
  const vega = withMarks(compile(spec, { logger }).spec, chartSpecs[type]().vegaMarks)
  return { ...extractExpressions(parse(withoutValidityTests(vega))), warnings }
}

interface VegaMark {
  readonly from?: { readonly data: string }
}

function withMarks(vega: Spec, marks: readonly VegaMark[]): Spec {
  const data = marks.flatMap(({ from }) => (from ? [{ name: from.data }] : []))
  return {
    ...vega,
    data: [...(vega.data ?? []), ...data],
    marks: [...(marks as Mark[]), ...(vega.marks ?? [])],
  }
}

/**
 * Vega-Lite guards each position against values that are no numbers. A report's table holds nothing else, and
 * at 73,000 marks the guards cost more than the drawing.
 */
function withoutValidityTests(node: unknown): unknown {
  if (Array.isArray(node)) {
    const kept = node.filter((entry) => !isValidityTest(entry))
    return kept.length === 1 && kept.length < node.length
      ? withoutValidityTests(kept[0])
      : kept.map(withoutValidityTests)
  }
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutValidityTests(value)]))
}

const isValidityTest = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  'test' in entry &&
  typeof entry.test === 'string' &&
  entry.test.startsWith('!isValid(')
