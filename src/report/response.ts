import { formatIsoDate, parseDate } from './calendar.ts'
import type { ReportPlan } from './plan.ts'

/** A record with its own fields only; a map, because field names may be anything (`__proto__` too). */
export type FieldMap = ReadonlyMap<string, unknown>

/** A successful answer as the plan reads it. */
export interface ReportResponse {
  readonly records: readonly FieldMap[]
  readonly lists: ReadonlyMap<string, readonly string[]>
}

/** An answer that does not fit its plan: a failed load. The message names field and place. */
export class ResponseError extends Error {
  override readonly name = 'AnswerError'
}

/**
 * Reads the body of a successful answer. An empty list and null are no records; a path that is absent and
 * anything of another shape are errors.
 */
export function parseResponse(plan: ReportPlan, body: unknown): ReportResponse {
  const found = valueAt(body, plan.data.recordsPath) ?? []
  if (!Array.isArray(found)) {
    throw new ResponseError(`${plan.data.recordsPath.join('.')}: a list expected, found ${kindOf(found)}`)
  }
  const records = found.map((record: unknown, index: number) => {
    if (typeof record !== 'object' || record === null || Array.isArray(record)) {
      throw new ResponseError(
        `${plan.data.recordsPath.join('.')}[${index}]: a record expected, found ${kindOf(record)}`,
      )
    }
    return new Map<string, unknown>(Object.entries(record))
  })
  const lists = new Map<string, readonly string[]>()
  for (const [name, path] of Object.entries(plan.data.listPaths)) {
    const list = valueAt(body, path) ?? []
    if (!Array.isArray(list) || !list.every((entry): entry is string => typeof entry === 'string')) {
      throw new ResponseError(`${path.join('.')}: a list of texts expected`)
    }
    lists.set(name, list)
  }
  return { records, lists }
}

/**
 * The value at a path, null if null or an empty list (as some servers write no records) is on the way to it.
 * A field that its parent lacks is an error: what is absent is not empty.
 */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name, index) => {
    if (at === null || (Array.isArray(at) && at.length === 0)) return null
    if (typeof at !== 'object' || Array.isArray(at)) {
      throw new ResponseError(
        `${path.slice(0, index).join('.')}: an object with ${name} expected, found ${kindOf(at)}`,
      )
    }
    const field = Object.getOwnPropertyDescriptor(at, name)
    if (field === undefined) {
      throw new ResponseError(`${path.slice(0, index + 1).join('.')}: expected, found nothing`)
    }
    return field.value
  }, value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value
}

/** The first field present, under any of its names. */
export function getField(record: FieldMap, names: readonly string[]): unknown {
  for (const name of names) {
    const value = record.get(name)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** Every number that a server may store is shown; beyond this, the sums of a period could become infinite. */
const LARGEST = 1e300

const NUMBER = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

/** A number, or the number a text writes; undefined where there is none; null where it is something else. */
export function parseNumber(value: unknown): number | undefined | null {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.trim() === '') return undefined
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof number === 'number' && Math.abs(number) <= LARGEST ? number : null
}

/** The number of a field: missing is undefined, anything that is no number is an error. */
export function getNumber(record: FieldMap, names: readonly string[], place: string): number | undefined {
  const value = getField(record, names)
  const number = parseNumber(value)
  if (number === null)
    throw new ResponseError(`${place}.${names[0] ?? ''}: a number expected, found ${kindOf(value)}`)
  return number
}

/** What a row is known by: a key that also sorts, and its year and month where it is a date. */
export interface RowKey {
  readonly key: string
  readonly year: number | null
  readonly month: number | null
}

/** The key of a record. A date, month or text that cannot be read is an error. */
export function parseRowKey(plan: ReportPlan, record: FieldMap, place: string): RowKey {
  const { key } = plan.rows
  const value = getField(record, key.fields)
  const fail = (expected: string) =>
    new ResponseError(`${place}.${key.fields.join('|')}: ${expected} expected, found ${describe(value)}`)
  if (key.kind === 'date') {
    const date = typeof value === 'string' ? parseDate(value.trim()) : null
    if (date === null) throw fail('a calendar date')
    return { key: formatIsoDate(date), year: date.year, month: date.month }
  }
  if (key.kind === 'month') {
    const month = parseNumber(value)
    if (typeof month !== 'number' || !Number.isInteger(month) || month < 1 || month > 12) {
      throw fail('a month (1 to 12)')
    }
    return { key: parseMonthKey(month), year: null, month }
  }
  if (typeof value !== 'string' && typeof value !== 'number') throw fail('a text')
  return { key: String(value), year: null, month: null }
}

/** Months as keys: two digits, so that they sort. */
export const parseMonthKey = (month: number) => String(month).padStart(2, '0')

const describe = (value: unknown) =>
  typeof value === 'string' ? `'${value.slice(0, 40)}'` : value === undefined ? 'nothing' : kindOf(value)
