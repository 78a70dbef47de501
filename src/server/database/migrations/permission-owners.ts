import { type Kysely, type Migration, sql } from 'kysely'

/**
 * The report that each permission number belongs to, stored even after the report is removed: its rights are still
 * stored and must not apply to another report with the same number.
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
