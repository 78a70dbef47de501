import type { KeyPlan } from '../plan.ts'
import { describeType, type FieldMap, getField, ResponseError } from '../response.ts'
import { date } from './date.ts'
import type { KeyKind, RowKey } from './key-kind.ts'
import { month } from './month.ts'
import { text } from './text.ts'

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
