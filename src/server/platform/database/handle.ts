import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** Is the database or a transaction on it: the argument of every repository function. */
export type Connection = Kysely<Tables> | Transaction<Tables>

/**
 * Numbers that change with the commits that a cached value may depend on, of any process. Sign-ins, their limits and the
 * last use of sessions change neither.
 */
export interface DataVersions {
  /** Changes with every other commit, except one that only ends sessions. */
  readonly data: number
  /** Changes with `data`, and when a session ends. */
  readonly callers: number
}

/** Contains the differences between database engines; everything else is SQL that both understand. */
export interface DatabaseHandle {
  readonly name: 'sqlite' | 'postgres'
  /** The data folder, or the server without user and password of its URL. */
  readonly location: string
  readonly database: Database
  /** Reads the versions of the stored data; on a database server together with concurrent calls. */
  readonly readVersions: () => DataVersions | Promise<DataVersions>
  /**
   * Executes one statement in a transaction of its own, which does not wait for a standby server. For effects that may be
   * lost in a crash, on tables and columns whose writes are not counted.
   */
  readonly executeUntracked: (query: CompiledQuery) => Promise<void>
  /** Throws `DataDirLostError` if the open files were removed, moved or replaced; undefined for an engine without files. */
  readonly checkFiles?: () => void
  /** Joins the rows of ended connections in which versions are counted; undefined for an engine without a server. */
  readonly foldVersions?: () => Promise<void>
  /** Throws if the database server accepts no writes now; undefined for an engine without a server. */
  readonly checkWritable?: () => Promise<void>
  readonly close: () => Promise<void>
}

export type StoredValue = string | number | null
export type StoredRow = Record<string, StoredValue>

/** Describes a database whose tables and columns are known by name only. */
export type UntypedTables = Kysely<Record<string, StoredRow>>

export const untyped = (db: Connection): UntypedTables => db as unknown as UntypedTables
