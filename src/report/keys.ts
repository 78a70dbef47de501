import { formatDate, formatIsoDate, monthNames, parseDate } from './calendar.ts'
import { getFurther } from './further.ts'
import { formatKey, type KeyKind, type KeyPlan, listNumbers, parseWhole, type RowKey } from './key-kind.ts'
import { anyPeriod, includesDay, listDays, type Period } from './periods.ts'
import { describeType, type FieldMap, getField, ResponseError } from './response.ts'

export type { KeyKind, KeyPlan, KeyPlanOf, RowKey } from './key-kind.ts'

/** Rows are calendar dates; the key is `YYYY-MM-DD`. */
const date: KeyKind<'date'> = {
  expected: 'a calendar date',
  parse: (value, period) => {
    const found = typeof value === 'string' ? parseDate(value.trim()) : null
    if (found === null) return null
    const key = formatIsoDate(found)
    return { key, isWithin: includesDay(period, key) }
  },
  format: ({ format }, key) => {
    const found = parseDate(key)
    return found === null ? key : formatDate(found, format)
  },
  dateFormat: ({ format }) => format,
  listParts: (key) => {
    const [keyYear = '', keyMonth = '', keyDay = ''] = listNumbers(key)
    return new Map(Object.entries({ key, keyYear, keyMonth, keyDay }))
  },
  isSorted: true,
  listAll: ({ days }) => (days === null ? [] : listDays(days)),
}

/** Rows are the months of a year; the key is `01` to `12`. */
const month: KeyKind<'month'> = {
  expected: 'a month (1 to 12)',
  parse: (value) => {
    const found = parseWhole(value, 1, 12)
    return found === null ? null : { key: formatKey(found), isWithin: true }
  },
  format: ({ format }, key) => {
    const name = monthNames[Number(key) - 1] ?? key
    return format === 'short' ? name.slice(0, 3) : name
  },
  dateFormat: () => null,
  listParts: (key) => new Map([['key', String(Number(key))]]),
  isSorted: true,
  listAll: () => monthNames.map((_, index) => formatKey(index + 1)),
}

/** Rows are names, in the order of the response. */
const text: KeyKind<'text'> = {
  expected: 'a text',
  parse: (value) =>
    typeof value === 'string' || typeof value === 'number' ? { key: String(value), isWithin: true } : null,
  format: (_, key) => key,
  dateFormat: () => null,
  listParts: (key) => new Map([['key', key]]),
  isSorted: false,
  listAll: () => [],
}

type KeyKinds = { readonly [K in KeyPlan['kind']]: KeyKind<K> }

/**
 * The kinds of row keys that most reports have; the others are in `further-keys.ts`. What only Node needs of each is in
 * `src/definition/keys/`.
 */
export const commonKeys = { date, month, text } satisfies Partial<KeyKinds>
export type CommonKey = keyof typeof commonKeys

export const getKeyKind = <K extends KeyPlan['kind']>({ kind }: { readonly kind: K }): KeyKind<K> => {
  const kinds = kind in commonKeys ? commonKeys : getFurther('keys')
  return (kinds as KeyKinds)[kind]
}

/** The key of the same row one year later; a name, or a month without a year, is the same. */
export const addYear = (plan: KeyPlan, key: string): string =>
  plan.kind === 'text' ? key : key.replace(/^\d{4}(?=-)/, (year) => String(Number(year) + 1))

/** The key of a record. Throws ResponseError for a value that is not of the key's kind; `path` is for its message. */
export function parseRowKey(
  plan: KeyPlan,
  record: FieldMap,
  path: string,
  period: Period = anyPeriod,
): RowKey {
  const value = getField(record, plan.fields)
  const { parse, expected } = getKeyKind(plan)
  const key = parse(value, period)
  if (key !== null) return key
  const found = typeof value === 'string' ? `'${value.slice(0, 40)}'` : describeType(value)
  throw new ResponseError(`${path}.${plan.fields.join('|')}: ${expected} expected, found ${found}`)
}
