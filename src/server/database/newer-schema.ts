import { sql } from 'kysely'
import type { Database } from './engine.ts'

const MIGRATIONS = 'kysely_migration'

/** The database was brought to a schema that this program does not know. */
export class NewerSchema extends Error {
  constructor(unknown: readonly string[]) {
    const names = unknown.join(', ')
    super(`the database was made by a newer version: this one does not know ${names}; start that version`)
    this.name = 'NewerSchema'
  }
}

/** Throws `NewerSchema` where a database has steps of the schema that are not among the known ones (S78). */
export async function refuseNewerSchema(database: Database, known: readonly string[]): Promise<void> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === MIGRATIONS)) return
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS)}`.execute(database)
  const unknown = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchema(unknown.toSorted())
}
