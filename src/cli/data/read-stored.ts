import type { Connection } from '../../server/database/engine.ts'
import { snapshot } from '../../server/database/transact.ts'
import { locate, openDatabase } from './open-database.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs reads on the database as it stands at one moment, whatever a server writes meanwhile. */
export async function readStored<T>(
  surroundings: Surroundings,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const engine = await openDatabase(locate(surroundings))
  try {
    return await snapshot(engine.database, work)
  } finally {
    await engine.close()
  }
}
