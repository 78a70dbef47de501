import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../src/server/platform/database/open.ts'
import { createPlace } from './test-databases.ts'

export type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
export type EngineLocation = DatabaseLocation

/** An empty database with its tables, of the engine that tests are run with. */
export async function openPlace(): Promise<{
  engine: DatabaseHandle
  location: EngineLocation
  remove: () => Promise<void>
}> {
  const place = await createPlace(process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite')
  const location = { dataDir: place.dataDir, databaseUrl: place.databaseUrl }
  const engine = openDatabaseHandle(location)
  await migrate(engine)
  return { engine, location, remove: place.remove }
}
