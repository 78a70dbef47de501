import { expect, test } from 'vitest'
import { signIn, signOut, validateToken } from '../../../src/web/api/auth-api.ts'
import { createClient } from '../../../src/web/api/client.ts'

/** A client whose only response is this one; null for none. */
const answering = (answer: readonly [status: number, body: unknown] | null) =>
  createClient({
    baseUrl: '/',
    token: () => 't',
    onUnauthorized: () => undefined,
    fetch: () => {
      if (answer === null) return Promise.reject(new TypeError('no'))
      const [status, body] = answer
      return Promise.resolve(
        new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, statusText: 'OK' }),
      )
    },
  })

const CREDENTIALS = { username: 'ada', password: 'p' }
const ADA = { authToken: 't', sessionId: null, username: 'ada', userRole: 'R' }

test.each([
  [[401, { message: 'x' }], 'Invalid username or password.'],
  [[429, { message: 'Too many attempts.' }], 'Too many attempts.'],
  [[403, { message: 'Your account is deactivated.' }], 'Your account is deactivated.'],
  [[500, {}], 'Login failed. Status: 500'],
  [[502, '<h1>Bad</h1>'], 'Login failed. Status: 502'],
  [[200, { role: 'x' }], 'Login successful, but no token received.'],
  [[200, '<html>'], 'HTTP 200: OK'],
  [[200, { accessToken: 'a\nb' }], 'Login successful, but no token received.'],
  [null, 'An unexpected error occurred. Please try again.'],
] as const)('a sign-in answered with %j fails with %s (spec 8.2)', async (answer, message) => {
  await expect(signIn(answering(answer), CREDENTIALS)).rejects.toThrow(message)
})

test('a sign-in without a role has ROLE_USER, and a numeric session id is a text (spec 3.2)', async () => {
  expect(await signIn(answering([200, { accessToken: 'a', sessionId: 7 }]), CREDENTIALS)).toEqual({
    authToken: 'a',
    sessionId: '7',
    username: 'ada',
    userRole: 'ROLE_USER',
  })
})

test.each([
  [[401, { message: 'no' }], null],
  [[200, { valid: false, username: 'ada', role: 'R' }], null],
  [[200, { valid: true, username: 'Ada', role: 'S' }], { ...ADA, username: 'Ada', userRole: 'S' }],
  [[500, { message: 'down' }], ADA],
  [[200, '<html></html>'], ADA],
  [null, ADA],
] as const)(
  'a stored session whose validation answers %j continues as %j (spec 4.1)',
  async (answer, session) => {
    expect(await validateToken(answering(answer), ADA)).toEqual(session)
  },
)

test('a stored session without a user, which the server does not name either, has ended (spec 4.1)', async () => {
  const stored = { ...ADA, username: null }
  expect(await validateToken(answering([200, { valid: true }]), stored)).toBeNull()
  expect(await validateToken(answering([200, { valid: true, username: 'ada' }]), stored)).toEqual(ADA)
})

test.each([
  ['https://id.example/end', 'https://id.example/end'],
  ['javascript:alert(1)', null],
  [undefined, null],
])('a sign-out with the further address %s leads to %s', async (endSessionUrl, url) => {
  expect(await signOut(answering([200, { endSessionUrl }]), 's')).toBe(url)
})
