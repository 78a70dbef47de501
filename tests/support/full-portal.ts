import { join } from 'node:path'
import { createFolder } from './folder.ts'
import { data } from './run-data.ts'
import { addAllDemo } from './stored-records.ts'
import { createTestApp } from './test-app.ts'
import { createPlace } from './test-databases.ts'

/** Makes a portal full of records and a backup of it for the tests of a file; a place to restore one is of one test. */
export async function useFullPortal() {
  const folder = createFolder()
  const full = await createTestApp()
  await addAllDemo(full.engine.database, full.now())
  let made = 0
  /** Returns a path for one more backup. */
  const fresh = () => join(folder, `backup-${(made += 1)}.gz`)
  const backup = fresh()
  await data(full.location, 'backup', backup)
  const place = (engine: 'sqlite' | 'postgres' = 'sqlite') => createPlace(engine)
  return { full, folder, backup, fresh, place }
}
