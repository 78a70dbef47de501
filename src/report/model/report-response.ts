/** What a path leads to, or the first step at which nothing is found and the value in which it was looked for. */
export type PathResult =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly step: number; readonly parent: unknown }

/** Follows a path through the own properties of objects and, by number, the entries of arrays. */
export function walkPath(value: unknown, path: readonly PropertyKey[]): PathResult {
  let parent = value
  for (const [step, name] of path.entries()) {
    const isInside =
      typeof parent === 'object' &&
      parent !== null &&
      (!Array.isArray(parent) || typeof name === 'number') &&
      Object.hasOwn(parent, name)
    if (!isInside) return { found: false, step, parent }
    parent = (parent as Readonly<Record<PropertyKey, unknown>>)[name]
  }
  return { found: true, value: parent }
}

/** Returns the value at a path; undefined if it is missing. */
export function getAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  const result = walkPath(value, path)
  return result.found ? result.value : undefined
}

/** The own fields of a record, whose names can be anything (`__proto__` too). */
export interface FieldMap extends Iterable<readonly [string, unknown]> {
  readonly get: (name: string) => unknown
}

/** Returns the fields in place: a copy of each record would cost more than all other work on a large response. */
const buildFieldMap = (record: object): FieldMap => ({
  get: (name) => (Object.hasOwn(record, name) ? (record as Record<string, unknown>)[name] : undefined),
  [Symbol.iterator]: () => Object.entries(record)[Symbol.iterator](),
})

interface ResponsePaths {
  readonly recordsPath: readonly string[]
  readonly listPaths: Readonly<Record<string, readonly string[]>>
}

export interface ReportResponse {
  readonly records: readonly FieldMap[]
  readonly lists: ReadonlyMap<string, readonly string[]>
  /** What the server says of the records, such as when it read them. */
  readonly notice?: string | undefined
  /** The last day with a record, `YYYY-MM-DD`, if the server says it. */
  readonly upTo?: string | undefined
  /** What joined datasets lack of all records, and the fields that are not whole without it; if the server says it. */
  readonly partial?: readonly { readonly text: string; readonly fields: readonly string[] }[] | undefined
  /** What the records before say of the times after the last record, if the server says it. */
  readonly forecast?: readonly FieldMap[] | undefined
}

/** Returns the field that says what joined datasets lack of the number in a field. No other field is named so. */
export const getGapField = (field: string): string => `${field}\nlacks`

/** The field of a record that is there for values of earlier periods alone. No other field is named so. */
export const EARLIER_FIELD = '\nearlier'

/** A response that does not fit its plan: a failed load. The message names field and path. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError'
}

/**
 * Parses the body of a successful response. An empty list and null are no records. Throws ResponseError for a missing
 * path and for anything of another type.
 */
export function parseResponse(plan: { readonly data: ResponsePaths }, body: unknown): ReportResponse {
  const records = parseRecords(readPath(body, plan.data.recordsPath) ?? [], plan.data.recordsPath.join('.'))
  const lists = new Map<string, readonly string[]>()
  for (const [name, path] of Object.entries(plan.data.listPaths)) {
    const list = readPath(body, path) ?? []
    if (!Array.isArray(list) || !list.every((entry): entry is string => typeof entry === 'string')) {
      throw new ResponseError(`${path.join('.')}: a list of texts expected`)
    }
    lists.set(name, list)
  }
  const readOwnText = (name: string) => {
    const text = getAtPath(body, [name])
    return typeof text === 'string' ? text : undefined
  }
  const lacks = getAtPath(body, ['partial'])
  const partial = Array.isArray(lacks) ? lacks.filter(isLack) : undefined
  const ahead = getAtPath(body, ['forecast'])
  const forecast = ahead === undefined ? undefined : parseRecords(ahead, 'forecast')
  return { records, lists, notice: readOwnText('notice'), upTo: readOwnText('upTo'), partial, forecast }
}

/** Parses a list of records. Throws ResponseError for anything else. */
function parseRecords(list: unknown, path: string): FieldMap[] {
  if (!Array.isArray(list)) {
    throw new ResponseError(`${path}: a list expected, found ${describeType(list)}`)
  }
  return list.map((record: unknown, index: number) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new ResponseError(`${path}[${index}]: a record expected, found ${describeType(record)}`)
    }
    return buildFieldMap(record)
  })
}

const isLack = (lack: unknown): lack is NonNullable<ReportResponse['partial']>[number] =>
  typeof getAtPath(lack, ['text']) === 'string' && Array.isArray(getAtPath(lack, ['fields']))

/**
 * Returns the value at a path; null if null or an empty list (which some servers send for no records) is on the way to
 * it. Throws for a missing field: a response without records has to say so.
 */
function readPath(body: unknown, path: readonly string[]): unknown {
  const result = walkPath(body, path)
  if (result.found) return result.value
  const { parent, step } = result
  if (parent === null || (Array.isArray(parent) && parent.length === 0)) return null
  if (typeof parent !== 'object' || Array.isArray(parent)) {
    throw new ResponseError(
      `${path.slice(0, step).join('.')}: an object with ${path[step] ?? ''} expected, found ${describeType(parent)}`,
    )
  }
  throw new ResponseError(`${path.slice(0, step + 1).join('.')}: expected, found nothing`)
}

/** Returns the type of a value in words, for messages. */
export function describeType(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value
}

/** Returns the value of the first field that is present; undefined for none. */
export function getField(record: FieldMap, names: readonly string[]): unknown {
  for (const name of names) {
    const value = record.get(name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** Returns the text of a field; empty if missing. Throws ResponseError for anything else than a text or a number. */
export function readText(record: FieldMap, names: readonly string[], path: string): string {
  const value = getField(record, names) ?? ''
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new ResponseError(`${path}.${names[0] ?? ''}: a text expected, found ${describeType(value)}`)
}

/** Every number that a server can store is shown; beyond this, the sums of a period could become infinite. */
const MAX_NUMBER = 1e300

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** Returns a number, or the number in a text; undefined if missing; null for anything else. */
export function parseNumber(value: unknown): number | undefined | null {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= MAX_NUMBER ? number : null
}

/**
 * Returns the number of a field; undefined if missing, NaN for a value that its source cannot send as a number. Throws
 * ResponseError for anything else; `path` is for its message.
 */
export function getNumber(record: FieldMap, names: readonly string[], path: string): number | undefined {
  const value = getField(record, names)
  if (value === 'NaN') return NaN
  const number = parseNumber(value)
  if (number === null)
    throw new ResponseError(`${path}.${names[0] ?? ''}: a number expected, found ${describeType(value)}`)
  return number
}
