import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { createDatabase } from '../postgres/databases.ts'
import { afterUse, createFolder } from './folder.ts'

/** The engines that can be asked for here: PostgreSQL where a server for tests is named. */
export const engines: readonly ('sqlite' | 'postgres')[] =
  process.env['TEST_DATABASE_URL'] === undefined ? ['sqlite'] : ['sqlite', 'postgres']

/** Makes a data folder that does not exist yet, or a PostgreSQL database without any table, until the test ends. */
export async function createPlace(engine: 'sqlite' | 'postgres'): Promise<DatabaseLocation> {
  const dataDir = join(createFolder(), 'data')
  if (engine === 'sqlite') return { dataDir }
  const { url, drop } = await createDatabase('template0')
  afterUse(drop)
  return { dataDir, databaseUrl: url }
}
