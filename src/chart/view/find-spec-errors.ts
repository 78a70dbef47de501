import { parse } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { VegaLiteSpec } from '../../report/model/report-plan.ts'
import { completeSpec } from '../types/own.ts'

/** Compiles the specification of an author as its chart does. Returns the error or the warnings, in the words of Vega. */
export function findSpecErrors(spec: VegaLiteSpec): readonly string[] {
  const warnings = new Set<string>()
  const warn = (...parts: unknown[]) => (warnings.add(parts.join(' ')), logger)
  const logger = { level: () => logger, error: warn, warn, info: () => logger, debug: () => logger }
  const whole = completeSpec(spec, [], null)
  try {
    parse(compile(whole as unknown as TopLevelSpec, { logger }).spec)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  return [...warnings]
}
