import { describe, expect, test, vi } from 'vitest'
import {
  listAppliedMigrations,
  migrate,
  migrationNames,
} from '../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { useFullPortal } from '../../support/full-portal.ts'
import { engines } from '../../support/test-databases.ts'
import { data } from '../../support/run-data.ts'
import { smallBackup, writeSealed } from '../../support/write-backup.ts'

// This program is the made-up next version, whose first migration is that of today.
vi.mock(import('../../../src/server/platform/database/migrate.ts'), async (load) => {
  const original = await load()
  const { nextVersion } = await import('../../crash/next-migration.ts')
  return {
    ...original,
    migrationNames: Object.keys(nextVersion),
    migrate: (handle, upTo) => original.migrate(handle, upTo, nextVersion),
  }
})

const { fresh, place } = await useFullPortal()

describe.each(engines)('a backup of an older schema on %s', (engine) => {
  test.each([false, true])('is migrated by the next version; schema existed before: %s', async (isThere) => {
    const target = await place(engine)
    if (isThere) {
      const engine = openDatabaseHandle(target)
      await migrate(engine)
      await engine.close()
    }
    const path = writeSealed(fresh(), smallBackup())
    expect(await data(target, 'restore', path)).toMatchObject({ code: 0, err: '' })
    const copy = openDatabaseHandle(target)
    try {
      const roles = await copy.database.selectFrom('roles').select(['id', 'name']).orderBy('id').execute()
      expect(roles).toEqual([
        { id: 1, name: 'superadmin' },
        { id: 9, name: 'clerk' },
      ])
      expect(await listAppliedMigrations(copy.database)).toEqual(migrationNames)
    } finally {
      await copy.close()
    }
  })
})
