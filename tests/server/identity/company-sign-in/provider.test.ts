import { beforeEach, describe, expect, test } from 'vitest'
import { type Forgery, startForgingProvider } from '../../../support/forging-provider.ts'
import { type CompanyPortal, createCompanyPortal } from '../../../support/company-portal.ts'

const provider = await startForgingProvider()

let portal: CompanyPortal
beforeEach(async () => {
  provider.forge({})
  portal = await createCompanyPortal(provider.url)
})

async function signIn(fields: Readonly<Record<string, string>> = {}) {
  const { url, cookie } = await portal.begin()
  return portal.finish(cookie, provider.authorize(url, fields))
}

const now = Math.floor(Date.now() / 1000)

const forgeries: Readonly<Record<string, Forgery>> = {
  'another audience': { claims: { aud: 'another client' } },
  'another issuer': { claims: { iss: 'https://other.example' } },
  'another nonce': { claims: { nonce: 'of another sign-in' } },
  'no nonce': { claims: { nonce: undefined } },
  'an expired token': { claims: { exp: now - 120, iat: now - 600 } },
  'a token of the future': { claims: { nbf: now + 600 } },
  'an unsigned token': { isUnsigned: true },
  'a foreign key': { isForeignKey: true },
  'a key that is not published': { header: { kid: 'another' } },
  'a shared secret as key': { header: { alg: 'HS256' } },
  'no subject': { claims: { sub: undefined } },
}

describe('a forged answer', () => {
  test.each(Object.entries(forgeries))('is refused: %s', async (_name, forgery) => {
    provider.forge(forgery)
    const { status, body } = await signIn()
    expect(status).toBe(400)
    expect(body['message']).toBe(
      'The company sign-in failed. Please try again, and tell the administrator if it fails again.',
    )
    expect(portal.log()).toContain('company sign-in rejected')
    expect(portal.log()).not.toContain('eyJ')
  })

  test.each([
    ['of another provider', { iss: 'https://other.example' }],
    ['of another attempt', { state: 'another' }],
  ])('is refused: %s', async (_name, fields) => {
    expect((await signIn(fields)).status).toBe(400)
  })

  test('is refused without the provider that it comes from (RFC 9207)', async () => {
    const { url, cookie } = await portal.begin()
    const answer = new URLSearchParams(provider.authorize(url))
    answer.delete('iss')
    expect((await portal.finish(cookie, answer.toString())).status).toBe(400)
  })

  test('is refused in an attempt at another provider with the same client and secret', async () => {
    const other = await startForgingProvider()
    const elsewhere = await createCompanyPortal(other.url)
    const { url, cookie } = await elsewhere.begin()
    const mixed = await portal.finish(cookie, other.authorize(url))
    expect(mixed.status).toBe(400)
    expect(mixed.body['message']).toContain('begun in another window')
  })

  test('opens no account of the same subject at another provider', async () => {
    await signIn()
    const { database } = portal.engine
    const elsewhere = { oidc_issuer: 'https://other.example' }
    await database.updateTable('users').set(elsewhere).where('oidc_issuer', 'is not', null).execute()
    expect((await signIn()).status).toBe(403)
  })

  test('is refused a second time, also if the provider accepts its code again', async () => {
    const { url, cookie } = await portal.begin()
    const answer = provider.authorize(url)
    expect((await portal.finish(cookie, answer)).status).toBe(200)
    expect((await portal.finish(cookie, answer)).status).toBe(400)
  })

  test('accepts a clock that is half a minute off', async () => {
    // Of this moment: the tests of the file may take longer than what is tolerated.
    const at = Math.floor(Date.now() / 1000)
    provider.forge({ claims: { exp: at - 30, iat: at + 30 } })
    expect((await signIn()).status).toBe(200)
  })

  test('names a person who cancelled', async () => {
    const { url, cookie } = await portal.begin()
    const answer = new URLSearchParams(provider.authorize(url, { error: 'access_denied' }))
    answer.delete('code')
    const { status, body } = await portal.finish(cookie, answer.toString())
    expect(status).toBe(400)
    expect(body['message']).toBe('The company sign-in was cancelled.')
  })
})

test.each([
  [undefined, true],
  [['client_secret_post', 'client_secret_basic'], true],
  [['client_secret_post'], false],
])('the secret is sent as the provider takes it: of %j in the header, %s', async (methods, isInHeader) => {
  provider.forge({ ...(methods && { methods }) })
  expect((await signIn()).status).toBe(200)
  expect(provider.hadSecretInHeader()).toBe(isInHeader)
})

const STRANGERS = '203.0.113.7'

describe('failures from one network', () => {
  test('are limited', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 101; count += 1) {
      const { url, cookie } = await portal.begin()
      const answer = provider.authorize(url, { error: 'access_denied' })
      statuses.push((await portal.finish(cookie, answer, STRANGERS)).status)
    }
    expect(new Set(statuses.slice(0, 100))).toEqual(new Set([400]))
    expect(statuses[100]).toBe(429)
  })

  test('do not count without an attempt that was begun: a stranger blocks nobody', async () => {
    const used = await portal.begin()
    const answer = provider.authorize(used.url)
    expect((await portal.finish(used.cookie, answer, STRANGERS)).status).toBe(200)
    for (let count = 0; count < 101; count += 1) {
      expect((await portal.finish('', '?code=x', STRANGERS)).status).toBe(400)
      expect((await portal.finish(used.cookie, answer, STRANGERS)).status).toBe(400)
    }
    const { url, cookie } = await portal.begin()
    expect((await portal.finish(cookie, provider.authorize(url), STRANGERS)).status).toBe(200)
  })
})

describe('what the provider says about a person', () => {
  test.each([['false'], [false], [0], [null], [undefined], ['true']])(
    'is stored as address only if it is verified, which %j does not say',
    async (email_verified) => {
      provider.forge({ claims: { email: 'forged@company.example', email_verified } })
      expect((await signIn()).status).toBe(200)
      const users = portal.engine.database.selectFrom('users').select('email_id')
      expect(await users.where('oidc_subject', '=', 'forged').execute()).toEqual([{ email_id: '' }])
    },
  )

  test.each<[sign: string, claims: Forgery['claims']]>([
    ['_claim_names', { _claim_names: { groups: 'src1' } }],
    ['hasgroups', { hasgroups: true }],
  ])('is not enough for a person in too many groups: %s is explained', async (_sign, claims) => {
    provider.forge({ claims: { groups: undefined, ...claims } })
    const { status, body } = await signIn()
    expect(status).toBe(403)
    expect(body['message']).toBe(
      'You are in more groups than the company sign-in sends, so that the portal does not know your role. Ask the administrator of the portal.',
    )
    const reason: unknown = expect.stringContaining('more groups')
    const logged = portal.lines('"company sign-in refused"').at(-1)
    expect(logged).toMatchObject({ subject: 'forged', groups: [], reason })
  })
})

describe('with changes that need a recent sign-in (spec 11.1)', () => {
  test.each<readonly [string, Forgery, number]>([
    ['recent', { claims: { auth_time: now - 60 } }, 200],
    ['old', { claims: { auth_time: now - 1_200 } }, 400],
    ['unknown', {}, 400],
  ])('the provider asks again, and a sign-in there that is %s answers', async (_age, forgery, expected) => {
    const sessions = { hours: 8, idleMinutes: 60, reauthenticateMinutes: 15 }
    const strict = await createCompanyPortal(provider.url, {}, { sessions })
    const { url, cookie } = await strict.begin()
    provider.forge(forgery)
    const { status } = await strict.finish(cookie, provider.authorize(url))
    expect(new URL(url).searchParams.get('max_age')).toBe('900')
    expect(status).toBe(expected)
  })
})

describe('a provider that fails', () => {
  const UNAVAILABLE =
    'The company sign-in cannot be reached at the moment. Please try again later, or use a password if you have one.'

  test.each([
    ['/.well-known/openid-configuration', 500],
    ['/token', 503],
    ['/keys', 500],
  ])('is named: %s answers %s', async (path, status) => {
    provider.forge({ fails: { path, status } })
    const begun = await portal.begin()
    const answer =
      begun.status === 200 ? await portal.finish(begun.cookie, provider.authorize(begun.url)) : begun
    expect(answer).toMatchObject({ status: 503, body: { message: UNAVAILABLE } })
    provider.forge({})
    expect((await signIn()).status).toBe(200)
  })

  test('is quoted in the log: it refuses the code or the client', async () => {
    provider.forge({ fails: { path: '/token', status: 400 } })
    expect((await signIn()).status).toBe(400)
    expect(portal.log()).toContain('"reason":"400 server_error"')
  })

  test('is not flooded: many begin with one description, and a sign-in reads its keys anew', async () => {
    const begun = await Promise.all(Array.from({ length: 5 }, () => portal.begin()))
    expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(provider.getRequests()).toEqual([provider.description])
    expect((await signIn()).status).toBe(200)
    expect(provider.getRequests().slice(1)).toEqual([provider.description, '/token', '/keys'])
  })

  test('keeps passwords and readiness as they are while it does not answer, and is named after five seconds', async () => {
    provider.forge({ fails: { path: provider.description, status: 'never' } })
    let isAnswered = false
    const waiting = portal.begin().finally(() => (isAnswered = true))
    const signOut = await portal.bearing(await portal.token('analyst'))('POST', '/auth/logout')
    const ready = await portal.send({ method: 'GET', url: '/readyz' })
    expect([signOut.status, ready.status, isAnswered]).toEqual([200, 200, false])
    expect(await waiting).toMatchObject({ status: 503, body: { message: UNAVAILABLE } })
    provider.forge({})
    expect((await signIn()).status).toBe(200)
  })
})
