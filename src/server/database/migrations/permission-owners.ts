import { type Kysely, type Migration, sql } from 'kysely'

/**
 * Which report each permission number belongs to, kept after the report is gone: its rights stay stored, and must not
 * fall to another report that is given the same number.
 */
export function permissionOwners(): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('permission_owners')
        .addColumn('menu_id', 'integer', (c) => c.primaryKey())
        .addColumn('report_id', 'text', (c) => c.notNull())
        .execute()
      await sql`insert into permission_owners (menu_id, report_id)
        select id, report_id from menu_nodes where report_id is not null`.execute(db)
    },
  }
}
