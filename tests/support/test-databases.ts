import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { createDatabase } from '../postgres/databases.ts'

/** A place for a database that nobody has used yet. */
export interface Place extends DatabaseLocation {
  readonly remove: () => Promise<void>
}

/** The engines that can be asked for here: PostgreSQL where a server for tests is named. */
export const engines: readonly ('sqlite' | 'postgres')[] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['sqlite'] : ['sqlite', 'postgres']

/** A data folder that does not exist yet, or a PostgreSQL database without any table. */
export async function createPlace(engine: 'sqlite' | 'postgres'): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'place-'))
  const server = engine === 'postgres' ? await createDatabase('template0') : undefined
  return {
    dataDir: join(folder, 'data'),
    databaseUrl: server?.url,
    remove: async () => {
      await server?.drop()
      rmSync(folder, { recursive: true })
    },
  }
}
