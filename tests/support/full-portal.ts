import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, type TestApp } from './test-app.ts'
import { addAllDemo } from './stored-records.ts'
import { createPlace, type Place } from './test-databases.ts'
import { data } from './run-data.ts'

/** A portal full of records, a backup of it, and places to restore one into. */
export interface FullPortal {
  readonly full: TestApp
  readonly folder: string
  readonly backup: string
  /** A path for one more backup. */
  readonly fresh: () => string
  readonly place: (engine?: 'sqlite' | 'postgres') => Promise<Place>
  /** Removes the places that were made since the last time. */
  readonly clear: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function createFullPortal(): Promise<FullPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  const full = await createTestApp()
  await addAllDemo(full.engine.database, full.now())
  const places: Place[] = []
  let made = 0
  const fresh = () => join(folder, `backup-${(made += 1)}.gz`)
  const backup = fresh()
  await data(full.location, 'backup', backup)
  return {
    full,
    folder,
    backup,
    fresh,
    place: async (engine = 'sqlite') => {
      const one = await createPlace(engine)
      places.push(one)
      return one
    },
    clear: async () => {
      for (const one of places.splice(0)) await one.remove()
    },
    close: async () => {
      await full.close()
      rmSync(folder, { recursive: true })
    },
  }
}
