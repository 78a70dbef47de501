import { type DateFormat, daysInMonth, formatDate, formatIsoDate, monthNames, parseDate } from './calendar.ts'
import { describeType, type FieldMap, getField, parseNumber, ResponseError } from './response.ts'

interface KeyPlanBase {
  readonly fields: readonly string[]
  readonly label: string
}

export type KeyPlan =
  | (KeyPlanBase & { readonly kind: 'date'; readonly format: DateFormat })
  | (KeyPlanBase & { readonly kind: 'month'; readonly format: 'short' | 'long' })
  | (KeyPlanBase & { readonly kind: 'text' })

export type KeyPlanOf<K extends KeyPlan['kind']> = Extract<KeyPlan, { kind: K }>

/** What identifies a row: a key that also sorts, and its year and month if it is a date. */
export interface RowKey {
  readonly key: string
  readonly year: number | null
  readonly month: number | null
}

/** The year and month that are chosen; null for what is not chosen. */
export interface Period {
  readonly year: number | null
  readonly month: number | null
}

/** What a kind of row key does at runtime, in the browser and on the server. */
export interface KeyKind<K extends KeyPlan['kind']> {
  /** What a field must contain, for messages. */
  readonly expected: string
  /** Parses the value of a field; null for one that is not as expected. */
  readonly parse: (value: unknown) => RowKey | null
  /** The label of a key. */
  readonly format: (plan: KeyPlanOf<K>, key: string) => string
  /** How labels write a date; null for keys that are not dates. */
  readonly dateFormat: (plan: KeyPlanOf<K>) => DateFormat | null
  /** Whether rows are sorted by key; otherwise they keep the order of the response. */
  readonly isSorted: boolean
  /** The keys of all rows of a period, from which missing rows are filled in. */
  readonly listAll: (period: Period) => readonly string[]
}

/** Rows are calendar dates; the key is `YYYY-MM-DD`. */
const date: KeyKind<'date'> = {
  expected: 'a calendar date',
  parse: (value) => {
    const found = typeof value === 'string' ? parseDate(value.trim()) : null
    return found && { key: formatIsoDate(found), year: found.year, month: found.month }
  },
  format: ({ format }, key) => {
    const found = parseDate(key)
    return found === null ? key : formatDate(found, format)
  },
  dateFormat: ({ format }) => format,
  isSorted: true,
  listAll: ({ year, month }) =>
    year === null || month === null
      ? []
      : Array.from({ length: daysInMonth(year, month) }, (_, index) =>
          formatIsoDate({ year, month, day: index + 1 }),
        ),
}

/** Two digits, so that months sort. */
const formatKey = (month: number) => String(month).padStart(2, '0')

/** Rows are the months of a year; the key is `01` to `12`. */
const month: KeyKind<'month'> = {
  expected: 'a month (1 to 12)',
  parse: (value) => {
    const found = parseNumber(value)
    return typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= 12
      ? { key: formatKey(found), year: null, month: found }
      : null
  },
  format: ({ format }, key) => {
    const name = monthNames[Number(key) - 1] ?? key
    return format === 'short' ? name.slice(0, 3) : name
  },
  dateFormat: () => null,
  isSorted: true,
  listAll: () => monthNames.map((_, index) => formatKey(index + 1)),
}

/** Rows are names, in the order of the response. */
const text: KeyKind<'text'> = {
  expected: 'a text',
  parse: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? { key: String(value), year: null, month: null }
      : null,
  format: (_, key) => key,
  dateFormat: () => null,
  isSorted: false,
  listAll: () => [],
}

/** Every kind of row key; what only Node needs of each is in `src/definition/keys/`. */
const keyKinds: { readonly [K in KeyPlan['kind']]: KeyKind<K> } = { date, month, text }

export const getKeyKind = <K extends KeyPlan['kind']>({ kind }: { readonly kind: K }): KeyKind<K> =>
  keyKinds[kind]

/** The key of a record. Throws ResponseError for a value that is not of the key's kind; `path` is for its message. */
export function parseRowKey(plan: KeyPlan, record: FieldMap, path: string): RowKey {
  const value = getField(record, plan.fields)
  const { parse, expected } = getKeyKind(plan)
  const key = parse(value)
  if (key !== null) return key
  const found = typeof value === 'string' ? `'${value.slice(0, 40)}'` : describeType(value)
  throw new ResponseError(`${path}.${plan.fields.join('|')}: ${expected} expected, found ${found}`)
}
