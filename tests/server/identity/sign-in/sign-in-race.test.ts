import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test } from 'vitest'
import { withTransaction } from '../../../../src/server/platform/database/transaction.ts'
import type { Connection } from '../../../../src/server/platform/database/handle.ts'
import { findAccount } from '../../../../src/server/identity/accounts/credentials.ts'
import { endUserSessions } from '../../../../src/server/identity/accounts/sessions.ts'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import { createTestApp, type TestApp, type Send } from '../../../support/test-app.ts'

// A sign-in under way must not outlive a change of the account.

const OLD = 'demo-Portal-2025'
const NEW = 'velvet tram 91 harbour'

let testApp: TestApp
let superadmin: Send
let id: number
/** Runs once, after the next password was verified and before its session is opened. */
let afterVerifying: (() => Promise<void>) | undefined

beforeEach(async () => {
  afterVerifying = undefined
  const real = await createPasswords({ atOnce: 4, waiting: 8, share: 8, refusalMs: 0 })
  const verify: typeof real.verify = async (stored, password) => {
    const matches = await real.verify(stored, password)
    const intervene = afterVerifying
    afterVerifying = undefined
    await intervene?.()
    return matches
  }
  testApp = await createTestApp({ passwords: { ...real, verify } })
  superadmin = await testApp.as('superadmin')
  const account = await findAccount(testApp.engine.database, 'analyst')
  id = account?.id ?? 0
})

const signIn = (password: string) => testApp.login('analyst', password)

const sessions = () =>
  testApp.engine.database.selectFrom('sessions').select('id').where('user_id', '=', id).execute()

const storeHash = (db: Connection, password_hash: string) =>
  db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()

async function storeOutdatedHash() {
  const outdated = await hash(OLD, { memoryCost: 4096, timeCost: 1 })
  await storeHash(testApp.engine.database, outdated)
}

const resetPassword = () => superadmin('POST', `/v1/system-users/${id}/reset-password`, { newPassword: NEW })
const refused = { status: 401, message: 'Invalid username or password.' }
/** What happens to the account, and the answer to the right password of before. */
const changes: Readonly<Record<string, readonly [change: () => ReturnType<Send>, answer: typeof refused]>> = {
  'gets a new password': [resetPassword, refused],
  'is deactivated': [
    () => superadmin('PUT', `/v1/system-users/${id}/status?status=Inactive`),
    { status: 403, message: 'Your account is deactivated. Ask the administrator of the portal.' },
  ],
  'is deleted': [() => superadmin('DELETE', `/v1/system-users/${id}`), refused],
}

describe.each(Object.entries(changes))('an account that %s while it signs in', (_name, [change, answer]) => {
  test.each(['current', 'outdated'])('is refused and gets no session, with the hash %s', async (form) => {
    if (form === 'outdated') await storeOutdatedHash()
    afterVerifying = async () => {
      expect((await change()).status).toBe(200)
    }
    const { status, body } = await signIn(OLD)
    expect({ status, message: body['message'] }).toEqual(answer)
    expect(await sessions()).toEqual([])
    expect((await signIn(OLD)).status).toBe(answer.status)
  })
})

test('rehashing an outdated hash does not restore an old password', async () => {
  await storeOutdatedHash()
  afterVerifying = async () => {
    expect((await resetPassword()).status).toBe(200)
  }
  await signIn(OLD)
  expect((await signIn(OLD)).status).toBe(401)
  expect((await signIn(NEW)).status).toBe(200)
})

test('two concurrent sign-ins with an outdated hash both succeed', async () => {
  await storeOutdatedHash()
  afterVerifying = async () => {
    expect((await signIn(OLD)).status).toBe(200)
  }
  expect((await signIn(OLD)).status).toBe(200)
  expect(await sessions()).toHaveLength(2)
})

// SQLite runs one writing transaction at a time, so there none can begin before another and end after it.
test.runIf(process.env['TEST_ENGINE'] === 'postgres')(
  'a change that starts before a sign-in and ends after it ends the new session',
  async () => {
    const tokens: string[] = []
    await withTransaction(testApp.engine.database, async (trx) => {
      const account = await findAccount(trx, 'analyst')
      expect(account?.active).toBe(true)
      if (tokens.length === 0) tokens.push(await testApp.token('analyst'))
      await storeHash(trx, 'none')
      await endUserSessions(trx, id)
    })
    expect(tokens).toHaveLength(1)
    expect(await sessions()).toEqual([])
  },
)
