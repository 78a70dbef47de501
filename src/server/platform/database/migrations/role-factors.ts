import { type Kysely, type Migration, sql } from 'kysely'
import { columns } from '../tables.ts'

/** Adds to roles whether their users must set up a second factor. */
export const roleFactors = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const type = columns.roles.requires_second_factor
    await sql.raw(`alter table roles add column requires_second_factor ${type}`).execute(db)
  },
})
