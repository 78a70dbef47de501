import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../../../../src/server/platform/database/handle.ts'
import { withTransaction } from '../../../../../src/server/platform/database/transaction.ts'
import {
  deleteEndedSessions,
  computeSessionBounds,
  endSession,
  hashToken,
} from '../../../../../src/server/identity/accounts/sessions.ts'
import { createTestApp } from '../../../../support/test-app.ts'
import { createRow } from '../../../../support/scratch-row.ts'

const testApp = await createTestApp()
const beside = testApp.openBeside()

const signIn = (username: string, password?: string) =>
  testApp.login(username, password, { remoteAddress: `203.0.${(networks += 1)}.7` })
let networks = 0

/** What an action changed of the versions. */
async function watch(action: () => Promise<unknown>) {
  const { readVersions } = testApp.engine
  const before = await readVersions()
  await action()
  const after = await readVersions()
  return { data: after.data !== before.data, callers: after.callers !== before.callers }
}

const NONE = { data: false, callers: false }
const CALLERS = { data: false, callers: true }
const ALL = { data: true, callers: true }

describe('cached values', () => {
  test('survive sign-ins that succeed, fail or are refused', async () => {
    expect(await watch(async () => expect((await signIn('analyst')).status).toBe(200))).toEqual(NONE)
    expect(await watch(async () => expect((await signIn('analyst', 'wrong')).status).toBe(401))).toEqual(NONE)
    expect(await watch(async () => expect((await signIn('nobody')).status).toBe(401))).toEqual(NONE)
  })

  test('survive a new hash of a password', async () => {
    const { id, password_hash } = await testApp.engine.database
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('user_id', '=', 'analyst')
      .executeTakeFirstOrThrow()
    const users = testApp.engine.database.updateTable('users').set({ password_hash })
    expect(await watch(() => users.where('id', '=', id).execute())).toEqual(NONE)
  })

  test('survive a deletion that deletes nothing', async () => {
    const bounds = computeSessionBounds(testApp.now(), { hours: 8, idleMinutes: 60 })
    const { database } = testApp.engine
    expect(await watch(() => deleteEndedSessions(database, bounds))).toEqual(NONE)
  })

  test('of callers are dropped when a session ends, those of data are not', async () => {
    const token = await testApp.token('analyst')
    expect(await watch(() => endSession(testApp.engine.database, hashToken(token)))).toEqual(CALLERS)
    for (let count = 0; count < 20; count += 1) await signIn('administrator')
    expect(await watch(() => signIn('administrator'))).toEqual(CALLERS)
  })

  test('are dropped by every other write, also one of several in a transaction', async () => {
    const insert = (db: Pick<DatabaseHandle['database'], 'insertInto'>) =>
      db.insertInto('dataset_names').values(createRow(randomUUID())).execute()
    expect(await watch(() => insert(testApp.engine.database))).toEqual(ALL)
    expect(
      await watch(() =>
        withTransaction(testApp.engine.database, async (trx) => {
          await trx.deleteFrom('login_counters').execute()
          await insert(trx)
          await trx.deleteFrom('known_networks').execute()
        }),
      ),
    ).toEqual(ALL)
    const rename = testApp.engine.database.updateTable('users').set({ owner: 'another', password_hash: '' })
    expect(await watch(() => rename.where('user_id', '=', 'analyst').execute())).toEqual(ALL)
    const cut = testApp.engine.database.updateTable('sessions').set({ expires_at: '' })
    expect(await watch(() => cut.execute())).toEqual(ALL)
  })

  test('are dropped by writes of another process', async () => {
    const write = () => beside.database.updateTable('roles').set({ description: 'changed' }).execute()
    expect(await watch(write)).toEqual(ALL)
  })

  test('survive a transaction that is rolled back', async () => {
    const fail = () =>
      withTransaction(testApp.engine.database, async (trx) => {
        await trx.deleteFrom('role_rights').execute()
        throw new Error('rolled back')
      })
    expect(await watch(() => expect(fail()).rejects.toThrow('rolled back'))).toEqual(NONE)
  })
})
