import type { ColumnDefinitionBuilder, CompiledQuery, Kysely, Transaction } from 'kysely'
import type { DataFile } from './data-files.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** Either the database or a transaction on it: what a repository function takes. */
export type Connection = Kysely<Tables> | Transaction<Tables>

/** What differs between database engines; everything else is the SQL that both take. */
export interface DatabaseHandle {
  readonly name: 'sqlite' | 'postgres'
  readonly database: Database
  /** Makes a column the table's self-numbering key. */
  readonly identity: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
  /**
   * A number that differs after every commit of whichever process, except those of `executeUntracked`, had for next
   * to nothing; undefined where it costs as much as asking for the records themselves.
   */
  readonly version?: () => number
  /**
   * Executes one statement in a transaction of its own. For effects that no cached value depends on and that may be
   * lost in a crash: its commit is not a new `version`, and it does not wait for a standby server.
   */
  readonly executeUntracked: (query: CompiledQuery) => Promise<void>
  /** The files that it has open; undefined for an engine without files. */
  readonly dataFiles?: readonly DataFile[]
  /** Throws `DataFolderLost` if the open files were removed, moved or replaced; undefined for an engine without files. */
  readonly checkFiles?: () => void
  /** Throws if the server of the database takes no writes for now; undefined for an engine without a server. */
  readonly checkWritable?: () => Promise<void>
  readonly close: () => Promise<void>
}
