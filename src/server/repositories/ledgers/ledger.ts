import type { Connection } from '../../database/engine.ts'

/** The figures of one record by their names, in the order in which they were given. */
export type Figures = ReadonlyMap<string, number>

/** A record as it is compared and stored; its key is a date (`2025-03-07`) or, of a monthly record, `2025-03`. */
export interface Entry {
  readonly key: string
  readonly figures: Figures
}

/**
 * The records of one kind, whatever their tables look like. A scope is a report type or a direction, and empty where
 * the kind has neither.
 */
export interface Ledger {
  /** The records whose keys lie from `first` to `last`, by key. */
  readonly list: (db: Connection, scope: string, first: string, last: string) => Promise<Map<string, Figures>>
  /** Stores records, each in the place of the one that has its key; a place keeps its id. */
  readonly put: (db: Connection, scope: string, entries: readonly Entry[], now: Date) => Promise<void>
  readonly remove: (db: Connection, scope: string, keys: readonly string[]) => Promise<void>
  /** The names of a month's figures, where the kind has free ones; absent where every month has the same. */
  readonly monthNames?: MonthNames
}

export interface MonthNames {
  /** What the names are, in the plural, for messages. */
  readonly noun: string
  /** How many names a month (`2025-03`) has. */
  readonly count: (db: Connection, scope: string, month: string) => Promise<number>
  /**
   * Brings the stored list of a month's names up to date after its records were written; absent where there is no
   * such list. `names` are those with a figure in the written records, in their order. They become the whole list
   * where the month was replaced, and otherwise follow the names that are listed; of these the ones without any
   * figure are dropped where a day was replaced.
   */
  readonly list?: (
    db: Connection,
    scope: string,
    month: string,
    names: readonly string[],
    replaced: 'month' | 'day' | null,
  ) => Promise<void>
}
