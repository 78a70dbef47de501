import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findSpecErrors } from '../chart/view/find-spec-errors.ts'
import { findText, type FindSpecIssues } from '../definition/rules/spec-rules.ts'
import { findSchemaIssues, type RootSchema } from '../definition/rules/spec-schema.ts'

let schema: RootSchema | undefined

/** Reads the schema that Vega-Lite ships. */
function readSchema(): RootSchema {
  const path = createRequire(import.meta.url).resolve('vega-lite/vega-lite-schema.json')
  return (schema ??= JSON.parse(readFileSync(path, 'utf8')) as RootSchema)
}

/** Compares the specification of an author with the schema of Vega-Lite, and compiles it if it fits. */
export const findSpecIssues: FindSpecIssues = (spec) => {
  const issues = findSchemaIssues(spec, readSchema())
  if (issues.length > 0) return issues
  return findSpecErrors(spec).map((message) => {
    const quoted = [...message.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, text]) => text)
    return { path: findText(spec, new Set(quoted)) ?? [], rule: 'spec-compile', message }
  })
}
