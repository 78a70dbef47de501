import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import { formatTable } from './initial-schema.ts'

/** Creates the table of the views that users have named. */
export const viewTable = ({ name: engine }: DatabaseHandle): Migration => ({
  async up(db: Kysely<unknown>) {
    await sql.raw(formatTable(engine, 'views')).execute(db)
  },
})
