import { sql } from 'kysely'
import type { Engine } from './engine.ts'
import { migrationNames } from './migrate.ts'

const NEWEST = migrationNames.at(-1) ?? ''

/**
 * Throws if the database does not answer, cannot be written to where that is known without writing, or lacks a step
 * of the schema that this program needs.
 */
export async function checkSchema({ database, checkFiles, checkWritable }: Engine): Promise<void> {
  checkFiles?.()
  await checkWritable?.()
  const { rows } = await sql`select name from kysely_migration where name = ${NEWEST}`.execute(database)
  if (rows.length === 0) throw new Error(`the schema lacks ${NEWEST}`)
}
