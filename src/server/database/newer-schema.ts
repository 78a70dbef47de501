import { appliedMigrations } from './applied-migrations.ts'
import type { Database } from './engine.ts'

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
  const unknown = (await appliedMigrations(database)).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchema(unknown)
}
