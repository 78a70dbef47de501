import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import type { columns } from '../tables.ts'
import { formatTable } from './initial-schema.ts'

/** Returns the migration that creates a table. */
export const addTable =
  (name: keyof typeof columns) =>
  ({ name: engine }: DatabaseHandle): Migration => ({
    async up(db: Kysely<unknown>) {
      await sql.raw(formatTable(engine, name)).execute(db)
    },
  })
