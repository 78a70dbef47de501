import type { DateFormat } from '../../time/calendar.ts'
import type { Period } from '../../time/days.ts'
import type { KeyDefinitions } from '../../../schemas/report/rows.ts'

export type KeyPlanOf<K extends keyof KeyDefinitions> = {
  [One in K]: Omit<KeyDefinitions[One], 'field' | 'kind'> & {
    readonly kind: One
    readonly fields: readonly string[]
  }
}[K]
export type KeyPlan = KeyPlanOf<keyof KeyDefinitions>

/** What identifies a row: a key that also sorts, and whether it is in the chosen period. */
export interface RowKey {
  readonly key: string
  readonly isWithin: boolean
}

/** What a kind of row key does at runtime, in the browser and on the server. */
export interface KeyKind<K extends KeyPlan['kind']> {
  /** What a row is, in the singular: `day`. */
  readonly noun: string
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
  /** How many rows an hour has; null for keys that are no times. */
  readonly perHour: number | null
  /** Whether rows are sorted by key; otherwise they keep the order of the response. */
  readonly isSorted: boolean
  /** The position of a row after the first day of its period, which is a number; null if the key does not say it. */
  readonly locate: (key: string, first: number) => string | null
  /** Whether a period determines which rows there can be. */
  readonly isDetermined: (period: Period) => boolean
  /** The keys of all rows of a period, from which missing rows are filled in. */
  readonly listAll: (period: Period) => readonly string[]
}
