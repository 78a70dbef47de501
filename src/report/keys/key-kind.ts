import type { DateFormat } from '../calendar.ts'
import type { KeyPlan } from '../plan.ts'

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
