import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { GrainName } from '../../../time/grains.ts'

export type Expression = RawBuilder<unknown>

/** What a column contains: days, times of a clock without a zone, moments, numbers or texts. */
export type ColumnKind = 'day' | 'local' | 'moment' | 'number' | 'text' | 'other'

/** A column with a time, and the zone of its days. */
export interface TimeColumn {
  readonly column: Expression
  readonly kind: ColumnKind
  readonly zone: string
}

/** How a kind of database says what every source needs. */
export interface Dialect {
  /** Finds what a column of a type, as the catalogue names it, contains. */
  readonly classify: (type: string) => ColumnKind
  readonly truncate: (grain: GrainName, time: TimeColumn) => Expression
  /** The text of a period, such as `2025-W07`, by its start. */
  readonly format: (grain: GrainName, start: Expression) => Expression
  /** The time at which a day (`2025-03-07`) begins, to be compared with the column. */
  readonly startOfDay: (day: string, time: TimeColumn) => Expression
  readonly compare: (column: Expression, kind: ColumnKind) => Expression
  readonly toText: (value: Expression) => Expression
  readonly toNumber: (value: Expression) => Expression
}

/** A database with rows of datasets, which is only read. It connects with the first statement. */
export interface SourceDatabase {
  readonly dialect: Dialect
  readonly db: Kysely<unknown>
  /** Runs a statement, and ends it in the database when the signal is aborted. */
  readonly run: <R>(statement: CompiledQuery, signal?: AbortSignal) => Promise<readonly R[]>
  /** Reads the columns of a table or view with their types; empty if there is none. */
  readonly readColumns: (relation: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Returns true if the account could change the table. */
  readonly canWrite: (relation: readonly string[]) => Promise<boolean>
  /** Returns what the database plans to do for a statement, as lines. */
  readonly explain: (statement: CompiledQuery) => Promise<string[]>
  readonly close: () => Promise<void>
}

export interface SourceLimits {
  readonly queries: number
  /** After this time a statement is cancelled, in the database too. */
  readonly timeoutMs: number
}
