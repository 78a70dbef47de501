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
  /**
   * Lists the names that a month (`2025-03`) has in their order: all that it has, or further ones behind them.
   * Resolves to how many it then has.
   */
  readonly nameMonth?: (
    db: Connection,
    scope: string,
    month: string,
    names: readonly string[],
    all: boolean,
  ) => Promise<number>
}
