import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseHandle } from '../../../src/server/platform/database/handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { insertRole } from '../../../src/server/identity/accounts/roles.ts'
import {
  storeRolePermissions,
  storeUserPermissions,
} from '../../../src/server/identity/accounts/permissions.ts'
import { insertSystemUser } from '../../../src/server/identity/accounts/users.ts'
import { createFolder } from '../../support/folder.ts'
import { adminAt, startAt } from '../../support/run-admin.ts'
import { createPlace, engines } from '../../support/test-databases.ts'

// A permission number that is used again must not hand the rights of one report to another.

const AdminMenu = z.looseObject({ menu: z.looseObject({}) })

let place: DatabaseLocation
const folder = createFolder()
const environment = { NODE_ENV: 'production', REPORTS_DIR: folder }

/** Makes the definitions those of this repository and one more, if it is given. */
function define(extra?: { readonly id: string; readonly permission: number }): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync('reports', folder, { recursive: true })
  if (extra === undefined) return
  const local = AdminMenu.parse(
    JSON.parse(readFileSync(join(folder, 'daily-local-exchange-traffic.json'), 'utf8')),
  )
  const { id, permission } = extra
  const definition = {
    ...local,
    id,
    path: `/report/${id}`,
    menu: { ...local.menu, label: id, permission, order: permission },
  }
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(definition))
}

/** Starts a server and ends it again. */
async function start(): Promise<void> {
  const { close } = await startAt(place, environment)
  await close()
}

async function admin(...args: string[]) {
  const more = { ...environment, ADMIN_PASSWORD: 'Traffic-2025-lines' }
  const { code, out, err } = await adminAt(place, args, { environment: more })
  return { code, said: out + err }
}

async function inDatabase<T>(work: (engine: DatabaseHandle) => Promise<T>): Promise<T> {
  const engine = openDatabaseHandle(place)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

const rightsStored = () =>
  inDatabase(async ({ database }) => {
    const roles = await database.selectFrom('role_rights').selectAll().where('menu_id', '=', 95).execute()
    const users = await database.selectFrom('user_rights').selectAll().where('menu_id', '=', 95).execute()
    return [roles.length, users.length]
  })

/** Gives permission 95 to a role and to a user. */
const grant = () =>
  inDatabase(async ({ database }) => {
    const { id } = await insertRole(database, 'Partners', 'x')
    await storeRolePermissions(database, id, [13, 95])
    const form = { owner: 'admin', roleId: id, loginIP: '', emailId: '', passwordHash: '' }
    const pat = await insertSystemUser(database, { ...form, userId: 'pat' }, new Date())
    await storeUserPermissions(database, pat, [13, 95])
  })

describe.each(engines)('permission numbers on %s', (engine) => {
  beforeEach(async () => {
    place = await createPlace(engine)
    define({ id: 'partner-view', permission: 95 })
    await start()
  })

  const refusal =
    "permission 95 was granted to 1 role and 1 user for the report 'partner-view', and a definition now assigns the number to the report 'settlement-prices'."

  test('the server does not start if another report has the number of stored rights, until drop-rights', async () => {
    await grant()
    define()
    await start()
    define({ id: 'settlement-prices', permission: 95 })
    await expect(start()).rejects.toThrow(refusal)
    await expect(start()).rejects.toThrow(
      'or decide about the stored rights: `npm run admin -- drop-rights 95` removes them, `npm run admin -- move-rights 95 settlement-prices` lets their holders open',
    )
    expect(await rightsStored()).toEqual([1, 1])
    const { code, said } = await admin('drop-rights', '95')
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^removed permission 95 from 1 role and 1 user in /),
    ])
    await start()
    expect(await rightsStored()).toEqual([0, 0])
    expect(await admin('drop-rights', '95')).toEqual({
      code: 1,
      said: "permission 95 belongs to the report 'settlement-prices', which still exists; change its rights under Rights Administration",
    })
  })

  test('admin commands without the definitions of the server leave its menu unchanged', async () => {
    const menu = () =>
      inDatabase(({ database }) => database.selectFrom('menu_nodes').selectAll().orderBy('id').execute())
    const before = await menu()
    expect(before.map(({ id }) => id)).toContain(95)
    define()
    expect((await admin('create', 'eve')).code).toBe(0)
    expect(await menu()).toEqual(before)
  })

  test('move-rights assigns the stored rights to another report', async () => {
    await grant()
    define({ id: 'settlement-prices', permission: 95 })
    expect((await admin('move-rights', '95', 'monthly-report')).code).toBe(1)
    const { code, said } = await admin('move-rights', '95', 'settlement-prices')
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^permission 95 of 1 role and 1 user now opens 'settlement-prices' in /),
    ])
    await start()
    expect(await rightsStored()).toEqual([1, 1])
    expect((await admin('move-rights', '95', 'settlement-prices')).code).toBe(1)
  })

  test('a report that is removed and added again keeps its rights', async () => {
    await grant()
    define()
    await start()
    define({ id: 'partner-view', permission: 95 })
    await start()
    expect(await rightsStored()).toEqual([1, 1])
  })

  test('a number without stored rights can be reused without a message', async () => {
    define({ id: 'settlement-prices', permission: 95 })
    await expect(start()).resolves.toBeUndefined()
  })

  test.each([['drop-rights'], ['drop-rights', 'x'], ['move-rights', '95'], ['move-rights', '0', 'a']])(
    'exits with 2 for wrong arguments: %s %s',
    async (...args) => {
      expect((await admin(...args)).code).toBe(2)
    },
  )
})
