import { findClosestMatch, type Issue, type Path, suggest, suggestMeant } from '../diagnostics/diagnostic.ts'
import type { FindSpecIssues } from '../definition/rules/spec-rules.ts'

/** A part of a JSON Schema, as far as that of Vega-Lite uses it. */
interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema | readonly Schema[]
}
type RootSchema = Schema & { readonly definitions?: Readonly<Record<string, Schema>> }

const MAX_LISTED = 20

const describeNames = (name: string, known: readonly string[]): string =>
  known.length > MAX_LISTED ? suggestMeant(findClosestMatch(name, known)) : suggest(name, known)

const getType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Finds keys and values that a schema does not have. Where it has alternatives, all that fit the value count together. */
function findSchemaIssues(value: unknown, root: RootSchema): Issue[] {
  return visit(value, [root], [])

  function expand(schema: Schema): readonly Schema[] {
    const { $ref, anyOf, allOf } = schema
    if ($ref !== undefined)
      return expand(root.definitions?.[decodeURIComponent($ref.replace(/^.*\//, ''))] ?? {})
    const parts = anyOf ?? allOf
    return parts === undefined ? [schema] : parts.flatMap(expand)
  }

  function visit(given: unknown, schemas: readonly Schema[], path: Path): Issue[] {
    const all = schemas.flatMap(expand)
    const fitting = all.filter(({ type }) => type === undefined || [type].flat().includes(getType(given)))
    if (fitting.length === 0) {
      const types = new Set(all.flatMap(({ type }) => type ?? []))
      const message = `found ${JSON.stringify(given)}; expected ${[...types].join(' or ')}`
      return [{ path, rule: 'schema-type', message }]
    }
    if (Array.isArray(given)) {
      const items = fitting.flatMap((schema) => schema.items ?? {})
      return given.flatMap((item, index) => visit(item, items, [...path, index]))
    }
    if (typeof given === 'object' && given !== null) return visitObject(given, fitting, path)
    const values = fitting.map((schema) => schema.enum ?? ('const' in schema ? [schema.const] : null))
    if (values.some((list) => list === null || list.includes(given))) return []
    const known = [...new Set(values.flat())].map(String)
    const message = `unknown value '${String(given)}'${describeNames(String(given), known)}`
    return [{ path, rule: 'schema-value', message }]
  }

  function visitObject(given: object, schemas: readonly Schema[], path: Path): Issue[] {
    const complete = schemas.filter(({ required = [] }) => required.every((key) => key in given))
    const fitting = complete.length > 0 ? complete : schemas
    const isOpen = fitting.some(({ additionalProperties: more }) => more !== false)
    const known = [...new Set(fitting.flatMap(({ properties = {} }) => Object.keys(properties)))]
    return Object.entries(given).flatMap(([key, part]) => {
      const at = [...path, key]
      const own = fitting.flatMap(({ properties = {}, additionalProperties: more }) => {
        const schema = Object.hasOwn(properties, key) ? properties[key] : more
        return typeof schema === 'object' ? schema : []
      })
      if (own.length > 0) return visit(part, own, at)
      if (isOpen) return []
      return [{ path: at, rule: 'schema-key', message: `unknown key '${key}'${describeNames(key, known)}` }]
    })
  }
}

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

/** Finds the first key or text of a specification that is one of these; null without one. */
function findText(node: unknown, texts: ReadonlySet<unknown>, path: Path = []): Path | null {
  if (typeof node !== 'object' || node === null) return texts.has(node) ? path : null
  for (const [key, value] of Object.entries(node)) {
    const at = [...path, Array.isArray(node) ? Number(key) : key]
    const place = texts.has(key) ? at : findText(value, texts, at)
    if (place !== null) return place
  }
  return null
}
