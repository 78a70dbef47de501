import type { core, ZodType } from 'zod'
import { findClosestMatch, type Issue, type Path, suggestMeant } from '../diagnostics/diagnostic.ts'
import type { RuleId } from '../diagnostics/rule-catalogue.ts'
import { getAtPath } from '../report/model/report-response.ts'

export type Parsed<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/** Parses by a schema and describes every issue: what was found, what is allowed, the most similar name. */
export function parseWithSchema<T>(schema: ZodType<T>, value: unknown): Parsed<T> {
  // Zod reports unknown keys without the known ones, and a union without its branches; their lists lead to the schema.
  const schemas: Schemas = new WeakMap()
  const result = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') schemas.set(issue['keys'], issue.inst)
      if (issue.code === 'invalid_union') schemas.set(issue['errors'], issue.inst)
      return issue.code === 'invalid_type' ? describeType(issue) : undefined
    },
  })
  if (result.success) return { ok: true, data: result.data }
  return { ok: false, issues: describeIssues(result.error.issues, value, [], schemas) }
}

/** Finds the kind of a written object: the first of the schemas whose name is one of its keys. */
export function findKindName<K extends string>(schemas: Readonly<Record<K, unknown>>, written: object): K {
  const kind = (Object.keys(schemas) as K[]).find((name) => name in written)
  if (kind === undefined) throw new Error('an object of no kind')
  return kind
}

type Schemas = WeakMap<object, unknown>
type ZodIssues = readonly core.$ZodIssue[]

const getShape = (schema: unknown): Readonly<Record<string, unknown>> | null =>
  (getAtPath(schema, ['_zod', 'def', 'shape']) as Readonly<Record<string, unknown>> | undefined) ?? null

/** Returns the shape of a schema of objects; of one with a discriminator, this key alone. */
function getOwnShape(schema: unknown): Readonly<Record<string, unknown>> | null {
  const kind = getAtPath(schema, ['_zod', 'def', 'discriminator'])
  return typeof kind === 'string' ? { [kind]: null } : getShape(schema)
}

const listRequired = (shape: Readonly<Record<string, unknown>> | null): string[] =>
  Object.entries(shape ?? {}).flatMap(([key, part]) =>
    getAtPath(part, ['_zod', 'optin']) === undefined ? [key] : [],
  )

function describeIssues(issues: ZodIssues, root: unknown, above: Path, schemas: Schemas): Issue[] {
  const explained = new Set<core.$ZodIssue>()
  const unknown = issues.flatMap((issue): Issue[] => {
    if (issue.code !== 'unrecognized_keys') return []
    const lacks = issues.filter(
      ({ path }) =>
        path.length === issue.path.length + 1 && getAtPath(root, [...above, ...path]) === undefined,
    )
    const path = [...above, ...issue.path] as Path
    const allowed = Object.keys(getShape(schemas.get(issue.keys)) ?? {})
    const written = Object.keys(getAtPath(root, path) as object)
    const absent = allowed.filter((key) => !written.includes(key))
    // An unknown key may be a misspelled one; those that resemble none are taken for the missing keys.
    const near = issue.keys.map((key) => findClosestMatch(key, absent))
    const open = lacks.map(getLastKey).filter((key) => !near.includes(key))
    const strange = open.length === 0 ? [] : issue.keys.filter((_, index) => near[index] === null)
    for (const lack of lacks) {
      if (strange.length > 0 || near.includes(getLastKey(lack))) explained.add(lack)
    }
    const end = `; known are ${allowed.join(', ')}`
    return issue.keys.flatMap((key, index): Issue[] => {
      const report = (message: string): Issue[] => [
        { path: [...path, key], rule: 'schema-key', message, isKey: true },
      ]
      if (strange.includes(key)) {
        const lack = `where ${quote(open)} ${open.length === 1 ? 'is' : 'are'} missing`
        return key === strange[0] ? report(`unknown ${nameKeys(strange)} ${lack}${end}`) : []
      }
      const meant = near[index] ?? findClosestMatch(key, allowed)
      return report(`unknown key '${key}'${end}${suggestMeant(meant)}`)
    })
  })
  const seen = new Set<string>()
  const others = issues.flatMap((issue, index) => {
    if (issue.code === 'unrecognized_keys' || explained.has(issue)) return []
    // The size of a value of another type says nothing.
    const isOfType = issues
      .slice(0, index)
      .every(({ code, path }) => code !== 'invalid_type' || path.join() !== issue.path.join())
    if (!isOfType) return []
    // What is wrong with one entry of a list is wrong with the others.
    const group = JSON.stringify([issue.path.slice(0, -1), issue.message])
    if (typeof issue.path.at(-1) === 'number' && issue.code === 'invalid_type' && seen.has(group)) return []
    seen.add(group)
    return describeIssue(issue, root, [...above, ...issue.path] as Path, schemas)
  })
  return [...others, ...unknown]
}

const getLastKey = ({ path }: core.$ZodIssue): string => String(path.at(-1))
const quote = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
const nameKeys = (keys: readonly string[]): string => `${keys.length === 1 ? 'key' : 'keys'} ${quote(keys)}`

function describeIssue(issue: core.$ZodIssue, root: unknown, path: Path, schemas: Schemas): readonly Issue[] {
  const value = getAtPath(root, path)
  if (value === undefined) {
    const message = `'${String(path.at(-1) ?? '')}' is missing; ${describeExpected(issue)}`
    return [{ path, rule: 'schema-missing', message }]
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = findBranch(issue.errors, schemas.get(issue.errors), value, path)
    if (branch !== null) return 'message' in branch ? [branch] : describeIssues(branch, root, path, schemas)
  }
  if (issue.code === 'invalid_key') {
    const reason = issue.issues[0]?.message ?? 'another format'
    const message = `the name '${String(path.at(-1))}'; allowed: ${reason}`
    return [{ path, rule: 'schema-value', message, isKey: true }]
  }
  const kind = issue.code === 'invalid_type' && typeof value === 'string' ? 'the text ' : ''
  const message = `found ${kind}${describeValue(value)}; ${describeExpected(issue)}${suggestValue(issue, value)}`
  return [{ path, rule: getRule(issue), message }]
}

/**
 * Finds the branch of a union that the author meant. Objects are of the first kind whose key they have, exactly or
 * misspelled, or else of the one that has most of their keys; one of several kinds or of none is an issue of its own. Null
 * if the value fits none by its type.
 */
function findBranch(
  branches: readonly ZodIssues[],
  union: unknown,
  value: unknown,
  path: Path,
): ZodIssues | Issue | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return branches.find((branch) => !branch.some(isTypeIssue)) ?? null
  }
  const shapes = ((getAtPath(union, ['_zod', 'def', 'options']) ?? []) as unknown[]).map(getOwnShape)
  const required = shapes.map(listRequired)
  const isOwn = (key: string) => required.filter((keys) => keys.includes(key)).length === 1
  const kinds = required.map((keys) => keys.find(isOwn) ?? keys[0])
  const names = kinds.flatMap((kind) => kind ?? [])
  const keys = Object.keys(value)
  const has = (shape: (typeof shapes)[number], key: string) => shape !== null && Object.hasOwn(shape, key)
  const both = names.filter(
    (name) => keys.includes(name) && shapes.every((shape, at) => kinds[at] === name || !has(shape, name)),
  )
  if (both[1] !== undefined) {
    const listed = both.map((key) => `'${key}'`).join(' and ')
    const message = `found ${listed}, which are different kinds; allowed is one of them`
    return { path: [...path, both[1]], rule: 'schema-key', message, isKey: true }
  }
  const unknown = keys.filter((key) => !shapes.some((shape) => has(shape, key)))
  const meant = unknown.map((key) => findClosestMatch(key, names)).find((name) => name !== null)
  const counts = shapes.map((shape) => keys.filter((key) => has(shape, key)).length)
  const most = Math.max(...counts)
  const isClear = most > 0 && counts.indexOf(most) === counts.lastIndexOf(most)
  const found = [
    kinds.findIndex((kind) => kind !== undefined && keys.includes(kind)),
    meant === undefined ? -1 : kinds.indexOf(meant),
    isClear ? counts.indexOf(most) : -1,
    shapes.findIndex((shape, index) => shape !== null && kinds[index] === undefined),
  ].find((index) => index >= 0)
  if (found !== undefined) return branches[found] ?? []
  if (names.length < 2) return null
  const [stranger] = unknown
  const needed = `one of the keys ${names.join(', ')}`
  if (stranger === undefined) {
    return { path, rule: 'schema-missing', message: `${needed} is missing` }
  }
  const message = `unknown ${nameKeys(unknown)}; ${needed} is needed`
  return { path: [...path, stranger], rule: 'schema-key', message, isKey: true }
}

const isTypeIssue = ({ code, path }: core.$ZodIssue) =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')

function getRule({ code }: core.$ZodIssue): RuleId {
  if (code === 'too_small' || code === 'too_big') return 'schema-size'
  return code === 'invalid_type' ? 'schema-type' : 'schema-value'
}

/** Describes what is allowed, as the second half of a sentence. */
function describeExpected(issue: core.$ZodIssue): string {
  const options = getExpected(issue)
  if (options.length > 0) return `allowed ${options.length === 1 ? 'is' : 'are'} ${options.join(', ')}`
  if (issue.code === 'too_small') return `allowed: at least ${formatCount(issue.minimum, issue.origin)}`
  if (issue.code === 'too_big') return `allowed: at most ${formatCount(issue.maximum, issue.origin)}`
  return `allowed: ${issue.message.replace(/^must be /, '')}`
}

function getExpected(issue: core.$ZodIssue): string[] {
  if (issue.code === 'invalid_type') return [issue.message]
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`)
  if (issue.code !== 'invalid_union') return []
  if (issue.errors.length === 0) {
    const { options } = issue as { options?: unknown }
    return Array.isArray(options) ? options.map((option) => `'${String(option)}'`) : []
  }
  const typeIssues = issue.errors.map((branch) => branch.filter(isTypeIssue).slice(0, 1))
  return [...new Set(typeIssues.flatMap((branch) => branch.flatMap(getExpected)))]
}

function suggestValue(issue: core.$ZodIssue, value: unknown): string {
  if (typeof value !== 'string') return ''
  const names = getExpected(issue).flatMap((option) => /^'(.*)'$/s.exec(option)?.[1] ?? [])
  return suggestMeant(findClosestMatch(value, names))
}

function formatCount(count: number | bigint, origin: string): string {
  if (origin !== 'string' && origin !== 'array') return String(count)
  const one = origin === 'string' ? 'character' : 'entry'
  return `${count} ${Number(count) === 1 ? one : origin === 'string' ? 'characters' : 'entries'}`
}

const MAX_VALUE_LENGTH = 60

/** Describes a value as diagnostics name it: texts in quotes, lists and objects by their kind. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    const text = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
    return `'${text.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1))}'`
  }
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Describes a type of the schema as diagnostics name it; an object with the keys that it needs. */
function describeType({ expected, inst }: { readonly expected?: unknown; readonly inst?: unknown }): string {
  const kind = getAtPath(inst, ['_zod', 'def', 'discriminator'])
  const required = typeof kind === 'string' ? [kind] : listRequired(getShape(inst))
  const type = types[String(expected)] ?? String(expected)
  return required.length === 0 ? type : `${type} with ${quote(required)}`
}
