import type { Kysely } from 'kysely'
import type { Connection } from './handle.ts'

/** The value of a column of any table, on every engine. */
export type StoredValue = string | number | null
export type StoredRow = Record<string, StoredValue>

/** A database whose tables and columns are known by name only. */
export type UntypedTables = Kysely<Record<string, StoredRow>>

export const untyped = (db: Connection): UntypedTables => db as unknown as UntypedTables
