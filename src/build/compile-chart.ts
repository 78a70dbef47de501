import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import { compile, type TopLevelSpec } from 'vega-lite'
import { parse } from 'vega-parser'
import * as transform from 'vega-transforms'
import * as layout from 'vega-view-transforms'
import type { ChartSpec } from '../engine/chart-specs.ts'

Object.assign(transforms, transform, layout, encode)

/** A chart as the slim runtime takes it, and whatever the compiler had to say against the specification. */
export interface CompiledChart {
  readonly runtime: object
  readonly warnings: readonly string[]
}

/**
 * Vega-Lite to Vega to the dataflow that a View runs, with expressions as syntax trees: the browser needs neither
 * compiler nor parser nor eval.
 */
export function compileChart(spec: ChartSpec): CompiledChart {
  const warnings: string[] = []
  const logger = {
    level: () => logger,
    error: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    warn: (...parts: unknown[]) => (warnings.push(parts.join(' ')), logger),
    info: () => logger,
    debug: () => logger,
  }
  const vega = compile(structuredClone(spec) as unknown as TopLevelSpec, { logger }).spec
  return { runtime: parse(withoutValidityTests(vega), undefined, { ast: true }), warnings }
}

/**
 * Vega-Lite guards each position against values that are no numbers. A report's table holds nothing else (R20), and
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
