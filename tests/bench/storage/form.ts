import type { RawBuilder } from 'kysely'
import type { Database, Engine } from '../../../src/server/database/engine.ts'
import type { Ledger } from '../../../src/server/repositories/ledgers/ledger.ts'

/** A dataset whose measures its definition names, and one whose records name their own. */
export type Dataset = 'fixed' | 'free'

/** The records of one scope from one key to another. */
export interface Asked {
  readonly dataset: Dataset
  readonly scope: string
  readonly first: string
  readonly last: string
}

export interface ReadRecord {
  readonly key: string
  readonly figures: Readonly<Record<string, number>>
}

/** One way to store the records of every dataset. */
export interface Form {
  readonly name: string
  readonly create: (engine: Engine) => Promise<void>
  /** As the import uses it; nothing is removed. */
  readonly ledger: (dataset: Dataset) => Ledger
  /** The records in the order of their keys. */
  readonly read: (db: Database, asked: Asked) => Promise<ReadRecord[]>
  /** One figure's sum in each month. */
  readonly sum: (dataset: Dataset, scope: string, figure: string) => RawBuilder<unknown>
  /** Ways to list the months of the fixed dataset, whatever their scope. */
  readonly months: Readonly<Record<string, RawBuilder<unknown>>>
  /** Adds a record of each scope and day to the fixed dataset; `grid` has the columns `scope` and `key`. */
  readonly addGrid: (grid: RawBuilder<unknown>) => RawBuilder<unknown>
}
