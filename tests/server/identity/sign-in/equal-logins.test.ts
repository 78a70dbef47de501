import { afterAll, expect, test, vi } from 'vitest'
import { createPasswords } from '../../../../src/server/identity/passwords/passwords.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { createListeningApp } from '../../../support/statements.ts'

// The work of each kind of sign-in is compared, not its time, which depends on the machine.

let work: string[] = []
// What is stored every few seconds, on a slow machine during a sign-in, is not the work of that sign-in.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
afterAll(() => vi.useRealTimers())
const testApp = await createTestApp()
const passwords = await createPasswords()
const app = await createListeningApp(testApp, (kind) => work.push(kind), {
  reports: [],
  passwords: {
    ...passwords,
    queue: (task, source) => {
      work.push('queued')
      return passwords.queue(task, source)
    },
    hash: (password) => {
      work.push('hashed')
      return passwords.hash(password)
    },
    verify: (stored, password) => {
      work.push('verified')
      return passwords.verify(stored, password)
    },
  },
})
await testApp.engine.database
  .updateTable('users')
  .set({ status: 'Inactive' })
  .where('user_id', '=', 'analyst')
  .execute()

async function refusal(username: string, password: string, remoteAddress = '127.0.0.1') {
  work = []
  const payload = { username, password }
  const answer = await app.inject({ method: 'POST', url: '/auth/login', payload, remoteAddress })
  const { requestId, ...body } = answer.json<Record<string, unknown>>()
  const { 'x-request-id': _, date: __, ...headers } = answer.headers
  expect(requestId).toEqual(expect.any(String))
  return { status: answer.statusCode, body, headers, work }
}

test.each(['127.0.0.1', '203.0.113.7'])(
  'every failed sign-in from %s gets the same response for the same work, also after the limit',
  async (address) => {
    for (const expected of [401, 401, 401, 401, 401, 429, 429]) {
      const wrong = await refusal('administrator', 'wrong password', address)
      expect(wrong.status).toBe(expected)
      expect(wrong.work.filter((kind) => kind === 'verified')).toHaveLength(expected === 401 ? 1 : 0)
      expect(await refusal('nobody', 'demo-Portal-2025', address)).toEqual(wrong)
      expect(await refusal('analyst', 'wrong password', address)).toEqual(wrong)
      expect(await refusal('x', 'y', address)).toEqual(wrong)
    }
  },
)

test('only the right password tells that an account is deactivated, for the same work, and counts as a failure', async () => {
  for (const expected of [403, 403, 403, 403, 403, 429]) {
    const right = await refusal('analyst', 'demo-Portal-2025', '203.0.113.8')
    const wrong = await refusal('nobody', 'demo-Portal-2025', '203.0.113.8')
    expect(right.status).toBe(expected)
    expect(right.work).toEqual(wrong.work)
    const message = 'Your account is deactivated. Ask the administrator of the portal.'
    expect(right.body).toEqual(expected === 403 ? { ...wrong.body, message } : wrong.body)
    expect(wrong.body['message']).not.toContain('deactivated')
  }
})

test('a sign-in from an address costs the same work for an account that signs in from there otherwise', async () => {
  const address = '203.0.113.99'
  const payload = { username: 'superadmin', password: 'demo-Portal-2025' }
  const signedIn = await app.inject({ method: 'POST', url: '/auth/login', payload, remoteAddress: address })
  expect(signedIn.statusCode).toBe(200)
  expect(await refusal('superadmin', 'wrong password', address)).toEqual(
    await refusal('nobody else', 'wrong password', address),
  )
})
