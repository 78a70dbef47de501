import { type Kysely, type Migration, sql } from 'kysely'
import { type Migrations, migrations } from '../../src/server/platform/database/migrate.ts'

/** A made-up next migration, which changes tables and moves rows on every engine. */
function next(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('dataset_names')
        .addColumn('color', 'text', (column) => column.notNull().defaultTo('red'))
        .execute()
      await sql`insert into dataset_counters select dataset, max(id) from dataset_records group by dataset`.execute(
        db,
      )
      await sql`update dataset_records set updated_at = 'moved'`.execute(db)
      await sql`delete from dataset_names where dataset = 'gone'`.execute(db)
      await db.schema.dropIndex('users_by_role').execute()
    },
  }
}

/** The migrations of a made-up next version. */
export const nextVersion: Migrations = { ...migrations, '0999-next': next }
