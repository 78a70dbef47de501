import { beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseLocation, openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { adminAt, startAt } from '../../support/run-admin.ts'
import { createPlace, engines } from '../../support/test-databases.ts'

describe.each(engines)('require-second-factor on %s', (engine) => {
  let place: DatabaseLocation
  beforeEach(async () => {
    place = await createPlace(engine)
    await (await startAt(place, { NODE_ENV: 'production' })).close()
  })

  const listRoles = async () => {
    const { database, close } = openDatabaseHandle(place)
    const roles = await database.selectFrom('roles').select(['name', 'requires_second_factor']).execute()
    await close()
    return roles
  }

  test('requires it of super administrators, whose role no screen shows, and lifts it', async () => {
    expect(await adminAt(place, ['require-second-factor', 'SuperAdmin', 'on'])).toMatchObject({
      code: 0,
      out: "the role 'superadmin' requires a second factor",
    })
    expect(await listRoles()).toContainEqual({ name: 'superadmin', requires_second_factor: 1 })
    const { out } = await adminAt(place, ['audit', '--event', 'role updated'])
    expect(out).toContain('"requiresSecondFactor"'.replaceAll('"', '""'))
    expect((await adminAt(place, ['require-second-factor', 'superadmin', 'off'])).code).toBe(0)
    expect(await listRoles()).toContainEqual({ name: 'superadmin', requires_second_factor: 0 })
  })

  test.each([
    [['nobody', 'on'], 1, "unknown role 'nobody' in "],
    [['superadmin', 'maybe'], 2, 'expected the name of a role, and on or off'],
    [['superadmin'], 2, 'expected the name of a role, and on or off'],
  ])('refuses %j', async (args, code, message) => {
    const answer = await adminAt(place, ['require-second-factor', ...args])
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(message)
  })
})
