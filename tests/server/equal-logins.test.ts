import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../src/server/app.ts'
import { createPasswords } from '../../src/server/security/passwords.ts'
import { createHarness, type Harness } from './harness.ts'
import { createListeningApp } from './statements.ts'

// Times are compared by `tests/fuzz/login-times.ts`; the work is compared here, exactly.

let harness: Harness
let app: App
let work: string[] = []
beforeAll(async () => {
  harness = await createHarness()
  const passwords = await createPasswords()
  app = await createListeningApp(harness, (kind) => work.push(kind), {
    reports: [],
    passwords: {
      ...passwords,
      queue: (task) => {
        work.push('queued')
        return passwords.queue(task)
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
  await harness.engine.database
    .updateTable('users')
    .set({ status: 'Inactive' })
    .where('user_id', '=', 'analyst')
    .execute()
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

async function refusal(username: string, password: string) {
  work = []
  const answer = await app.inject({ method: 'POST', url: '/auth/login', payload: { username, password } })
  const { requestId, ...body } = answer.json<Record<string, unknown>>()
  const { 'x-request-id': _, date: __, ...headers } = answer.headers
  expect(requestId).toEqual(expect.any(String))
  return { status: answer.statusCode, body, headers, work }
}

test('whoever cannot sign in gets the same answer for the same work, also when tries are used up (S5)', async () => {
  for (const expected of [401, 401, 401, 401, 401, 429, 429]) {
    const wrong = await refusal('administrator', 'wrong password')
    expect(wrong.status).toBe(expected)
    expect(wrong.work.filter((kind) => kind === 'verified')).toHaveLength(expected === 401 ? 1 : 0)
    expect(await refusal('nobody', 'demo-Portal-2025')).toEqual(wrong)
    expect(await refusal('analyst', 'demo-Portal-2025')).toEqual(wrong)
    expect(await refusal('x', 'y')).toEqual(wrong)
  }
})
