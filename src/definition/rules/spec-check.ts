import { findText, type FindSpecIssues } from './spec-rules.ts'
import { findSchemaIssues, type RootSchema } from './spec-schema.ts'

/**
 * Creates the check of an author's specification: by the schema of Vega-Lite, and if it fits, by compiling it. The schema
 * is a file of a package, which Node and a browser load in different ways.
 */
export function createSpecCheck(
  schema: unknown,
  findSpecErrors: (spec: Readonly<Record<string, unknown>>) => readonly string[],
): FindSpecIssues {
  return (spec) => {
    const issues = findSchemaIssues(spec, schema as RootSchema)
    if (issues.length > 0) return issues
    return findSpecErrors(spec).map((message) => {
      const quoted = [...message.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, text]) => text)
      return { path: findText(spec, new Set(quoted)) ?? [], rule: 'spec-compile', message }
    })
  }
}
