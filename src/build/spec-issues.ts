import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findSpecErrors } from '../chart/view/find-spec-errors.ts'
import { createSpecCheck } from '../loading/spec-check.ts'
import type { FindSpecIssues } from '../definition/rules/spec-rules.ts'

let check: FindSpecIssues | undefined

/** Compares the specification of an author with the schema that Vega-Lite ships, and compiles it if it fits. */
export const findSpecIssues: FindSpecIssues = (spec) => {
  check ??= createSpecCheck(readSchema(), findSpecErrors)
  return check(spec)
}

function readSchema(): unknown {
  const path = createRequire(import.meta.url).resolve('vega-lite/vega-lite-schema.json')
  return JSON.parse(readFileSync(path, 'utf8'))
}
