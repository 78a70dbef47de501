import { describe, expect, test } from 'vitest'
import { signIn, validateToken } from '../../../src/web/api/auth-api.ts'
import { createClient } from '../../../src/web/api/client.ts'

const STORED = { authToken: 'a1', sessionId: 's1', username: 'ada', userRole: 'R' }
type Reply = { readonly status: number; readonly body: string } | null

/** A client of a server that gives one answer, or none. */
const clientOf = (reply: Reply) =>
  createClient({
    baseUrl: 'http://portal.example',
    token: () => STORED.authToken,
    onUnauthorized: () => undefined,
    fetch: () =>
      reply === null
        ? Promise.reject(new TypeError('Failed to fetch'))
        : Promise.resolve(new Response(reply.body, { status: reply.status })),
  })

const json = (status: number, body: object): Reply => ({ status, body: JSON.stringify(body) })

describe('sign-in (spec 3.2, 8.2)', () => {
  test.each<[string, Reply]>([
    ['Invalid username or password.', json(401, { message: 'no' })],
    ['Too many attempts.', json(429, { message: 'Too many attempts.' })],
    ['Login failed. Status: 500', json(500, {})],
    ['Login failed. Status: 502', { status: 502, body: '<h1>Bad</h1>' }],
    ['Login successful, but no token received.', json(200, { role: 'x' })],
    ['Login successful, but no token received.', json(200, { accessToken: 'a\nb' })],
    ['An unexpected error occurred. Please try again.', null],
  ])('fails with %s after %j', async (message, reply) => {
    await expect(signIn(clientOf(reply), { username: 'ada', password: 'p' })).rejects.toThrow(message)
  })

  test('has the role ROLE_USER if the response names none, and a session id of any kind', async () => {
    const client = clientOf(json(200, { accessToken: 'a1', sessionId: 7 }))
    expect(await signIn(client, { username: 'ada', password: 'p' })).toEqual({
      ...STORED,
      sessionId: '7',
      userRole: 'ROLE_USER',
    })
  })
})

describe('the validation of a stored session (spec 4.1)', () => {
  const ended = { ...STORED, username: '', userRole: '' }
  test.each<[string, Reply, typeof STORED, object | null]>([
    ['ends it after 401', json(401, { message: 'no' }), STORED, null],
    ['ends it after valid: false', json(200, { valid: false, username: 'ada', role: 'R' }), STORED, null],
    ['keeps it after 500 (S58)', json(500, { message: 'down' }), STORED, STORED],
    ['keeps it after a page (S58)', { status: 200, body: '<html></html>' }, STORED, STORED],
    ['keeps it without a response (S58)', null, STORED, STORED],
    [
      'takes name and role of the response',
      json(200, { valid: true, username: 'ada', role: 'R' }),
      ended,
      STORED,
    ],
    ['ends it if neither names the user', json(200, { valid: true }), ended, null],
  ])('%s', async (_, reply, stored, session) => {
    expect(await validateToken(clientOf(reply), stored)).toEqual(session)
  })
})
