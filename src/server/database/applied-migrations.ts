import { anyTables } from './any-tables.ts'
import type { Connection } from './engine.ts'

/** The steps of the schema that a database has been through, in their order; none where it is empty. */
export async function appliedMigrations(db: Connection): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await anyTables(db).selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => String(name))
}
