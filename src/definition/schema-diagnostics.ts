import type { core, ZodType } from 'zod'
import { type Path, suggest } from './diagnostic.ts'
import type { FileRule } from './rules/index.ts'
import { getAtPath } from '../report/request/json-path.ts'

/** Where and how a value violates its schema; `at` says whether the key or the value is meant. */
export interface SchemaIssue {
  readonly path: Path
  readonly rule: FileRule
  readonly message: string
  readonly at: 'key' | 'value'
}

export type Parsed<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly issues: readonly SchemaIssue[] }

/** Parses by a schema and describes every issue: what was found, what is allowed, the most similar name. */
export function parseWithSchema<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  // Zod reports the unknown keys of an object without the known ones; the list of keys connects the two.
  const known: KnownKeys = new WeakMap()
  const result = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys' && Array.isArray(issue['keys'])) {
        known.set(issue['keys'], getShapeKeys(issue.inst))
      }
      return undefined
    },
  })
  if (result.success) return { ok: true, data: result.data }
  return { ok: false, issues: describeIssues(result.error.issues, value, [], known) }
}

type KnownKeys = WeakMap<object, readonly string[]>

function getShapeKeys(schema: unknown): readonly string[] {
  const def = getAtPath(schema, ['_zod']) as { def?: { shape?: object } } | undefined
  return Object.keys(def?.def?.shape ?? {})
}

function describeIssues(
  issues: readonly core.$ZodIssue[],
  root: unknown,
  above: Path,
  known: KnownKeys,
): SchemaIssue[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path] as Path
    const value = getAtPath(root, path)
    const valueIssue = (rule: FileRule, message: string): SchemaIssue[] => [
      { path, rule, message, at: 'value' },
    ]
    if (issue.code === 'unrecognized_keys') {
      const names = known.get(issue.keys) ?? []
      return issue.keys.map((key) => ({
        path: [...path, key],
        rule: 'schema-key' as const,
        message: `unknown key '${key}'${suggest(key, names)}`,
        at: 'key' as const,
      }))
    }
    if (value === undefined) {
      return valueIssue(
        'schema-missing',
        `'${String(path.at(-1) ?? '')}' is missing; ${describeExpected(issue)}`,
      )
    }
    if (issue.code === 'invalid_union') {
      const closest = findBestBranch(issue.errors, value)
      if (closest !== null) return describeIssues(closest, root, path, known)
    }
    if (issue.code === 'invalid_key') {
      const reason = issue.issues[0]?.message ?? 'another format'
      const message = `the name '${String(path.at(-1))}'; allowed: ${reason}`
      return [{ path, rule: 'schema-value', message, at: 'key' }]
    }
    const kind = issue.code === 'invalid_type' && typeof value === 'string' ? 'the text ' : ''
    return valueIssue(
      getRule(issue),
      `found ${kind}${describeValue(value)}; ${describeExpected(issue)}${suggestValue(issue, value)}`,
    )
  })
}

function getRule({ code }: core.$ZodIssue): FileRule {
  if (code === 'too_small' || code === 'too_big') return 'schema-size'
  return code === 'invalid_type' ? 'schema-type' : 'schema-value'
}

/** What is allowed, as the second half of a sentence. */
function describeExpected(issue: core.$ZodIssue): string {
  const options = getExpected(issue)
  if (options.length > 0) return `allowed ${options.length === 1 ? 'is' : 'are'} ${options.join(', ')}`
  if (issue.code === 'too_small') return `allowed: at least ${formatCount(issue.minimum, issue.origin)}`
  if (issue.code === 'too_big') return `allowed: at most ${formatCount(issue.maximum, issue.origin)}`
  return `allowed: ${issue.message}`
}

/** The types or values of which one is expected. */
function getExpected(issue: core.$ZodIssue): string[] {
  if (issue.code === 'invalid_type') return [describeType(issue.expected)]
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`)
  if (issue.code !== 'invalid_union') return []
  if (issue.errors.length === 0) {
    const { options } = issue as { options?: unknown }
    return Array.isArray(options) ? options.map((option) => `'${String(option)}'`) : []
  }
  return [...new Set(issue.errors.flatMap((branch) => branch.slice(0, 1).flatMap(getExpected)))]
}

function suggestValue(issue: core.$ZodIssue, value: unknown): string {
  if (typeof value !== 'string') return ''
  const names = getExpected(issue).filter((option) => option.startsWith("'"))
  const near = suggest(
    value,
    names.map((name) => name.slice(1, -1)),
  )
  return /; did you mean '.*'\?$/.exec(near)?.[0] ?? ''
}

function formatCount(count: number | bigint, origin: string): string {
  if (origin !== 'string' && origin !== 'array') return String(count)
  const one = origin === 'string' ? 'character' : 'entry'
  return `${count} ${Number(count) === 1 ? one : origin === 'string' ? 'characters' : 'entries'}`
}

type Issues = readonly core.$ZodIssue[]

/** The distance of a branch that does not fit the value by its type. */
const TYPE_MISMATCH = 1000
const KEY = 10
const MAX_INSIDE = 9

/**
 * Which branch of a union the author meant: the one whose keys fit best. What is wrong inside a key counts little,
 * so that many errors in the right branch do not make another one look closer. Null if the value fits none by type.
 */
function findBestBranch(branches: readonly Issues[], value: unknown): Issues | null {
  let closest: Issues | null = null
  let least = TYPE_MISMATCH
  for (const branch of branches) {
    const distance = measureDistance(branch, value)
    if (distance < least) [closest, least] = [branch, distance]
  }
  return closest
}

function measureDistance(issues: Issues, value: unknown): number {
  let [keys, inner] = [0, 0]
  for (const issue of issues) {
    const [key, ...deeper] = issue.path
    if (key === undefined && issue.code === 'unrecognized_keys') keys += issue.keys.length * KEY
    else if (key === undefined && isTypeMismatch(issue)) return TYPE_MISMATCH
    else if (key !== undefined && getAtPath(value, [key]) === undefined) keys += KEY
    else inner += deeper.length === 0 ? 1 : 0.01
  }
  return Math.min(keys + Math.min(inner, MAX_INSIDE), TYPE_MISMATCH - 1)
}

const isTypeMismatch = ({ code }: core.$ZodIssue) =>
  code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union'

const MAX_VALUE_LENGTH = 60

/** A value as diagnostics name it: texts in quotes, lists and objects by their kind. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
    return `'${text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))}'`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const types: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** A type of the schema as diagnostics name it. */
const describeType = (type: string): string => types.get(type) ?? type
