import type { DateFormat } from './calendar.ts'
import type { Period } from './periods.ts'
import { parseNumber } from './response.ts'

interface KeyPlanBase {
  readonly fields: readonly string[]
  readonly label: string
}

export type KeyPlan =
  | (KeyPlanBase & { readonly kind: 'date'; readonly format: DateFormat })
  | (KeyPlanBase & { readonly kind: 'month'; readonly format: 'short' | 'long' })
  | (KeyPlanBase & { readonly kind: 'week'; readonly format: 'number' | 'dates' })
  | (KeyPlanBase & { readonly kind: 'hour' })
  | (KeyPlanBase & { readonly kind: 'quarter' })
  | (KeyPlanBase & { readonly kind: 'text' })

export type KeyPlanOf<K extends KeyPlan['kind']> = Extract<KeyPlan, { kind: K }>

/** What identifies a row: a key that also sorts, and whether it is in the chosen period. */
export interface RowKey {
  readonly key: string
  readonly isWithin: boolean
}

/** What a kind of row key does at runtime, in the browser and on the server. */
export interface KeyKind<K extends KeyPlan['kind']> {
  /** What a field must contain, for messages. */
  readonly expected: string
  /** Parses the value of a field; null for one that is not as expected. */
  readonly parse: (value: unknown, period: Period) => RowKey | null
  /** The label of a key; that of a chosen year does not name the year. */
  readonly format: (plan: KeyPlanOf<K>, key: string, period: Period) => string
  /** How labels write a date; null for keys that are not dates. */
  readonly dateFormat: (plan: KeyPlanOf<K>) => DateFormat | null
  /** What links can name of a key: `key` as a selector takes it, and its parts. */
  readonly listParts: (key: string) => ReadonlyMap<string, string>
  /** Whether rows are sorted by key; otherwise they keep the order of the response. */
  readonly isSorted: boolean
  /** The keys of all rows of a period, from which missing rows are filled in. */
  readonly listAll: (period: Period) => readonly string[]
}

/** The numbers of a key without leading zeros, as selectors take them. */
export const listNumbers = (key: string): string[] => key.split(/\D+/).map((part) => String(Number(part)))

/** Two digits, so that months and hours sort. */
export const formatKey = (part: number) => String(part).padStart(2, '0')

/** A whole number within limits, or the number in a text; null for anything else. */
export function parseWhole(value: unknown, min: number, max: number): number | null {
  const found = parseNumber(value)
  return typeof found === 'number' && Number.isInteger(found) && found >= min && found <= max ? found : null
}
