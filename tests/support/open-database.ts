import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { afterUse } from './folder.ts'
import { createPlace } from './test-databases.ts'

export type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
export type EngineLocation = DatabaseLocation

/** Opens an empty database with its tables, of the engine that tests are run with, until the test ends. */
export async function openPlace(): Promise<{ engine: DatabaseHandle; location: EngineLocation }> {
  const location = await createPlace(process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite')
  const engine = openDatabaseHandle(location)
  afterUse(engine.close)
  await migrate(engine)
  return { engine, location }
}
