import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { followRedirections, type Person, startOidcProvider } from '../../../support/oidc-provider.ts'
import {
  getEffectivePermissions,
  storeUserPermissions,
} from '../../../../src/server/identity/accounts/permissions.ts'
import { createFolder } from '../../../support/folder.ts'
import { type CompanyPortal, createCompanyPortal } from '../../../support/company-portal.ts'

const provider = await startOidcProvider()
afterAll(() => provider.close())

let portal: CompanyPortal
beforeEach(async () => {
  portal = await createCompanyPortal(provider.url)
})

const ada: Person = {
  sub: 'a-1',
  preferred_username: 'ada',
  email: 'ada@company.example',
  email_verified: true,
  groups: ['staff', 'analysts'],
}

/** Sends as a page of the portal behind TLS does. */
const post = (url: string, payload: object, headers: Readonly<Record<string, string>> = {}) =>
  portal.send({ method: 'POST', url, payload, headers: { origin: 'https://portal.example', ...headers } })

async function signInAs(person: Person) {
  provider.setPerson(person)
  return portal.signIn()
}

async function findUser(userId: string) {
  const administrator = await portal.as('administrator')
  const { body } = await administrator('GET', `/v1/system-users?page=0&size=10&search=${userId}`)
  return (body['records'] as Record<string, unknown>[]).find((user) => user['userId'] === userId)
}

async function listEvents(name: string) {
  const superadmin = await portal.as('superadmin')
  const url = `/v1/audit-events?page=0&size=50&event=${encodeURIComponent(name)}`
  const { body } = await superadmin('GET', url)
  return body['records'] as Record<string, unknown>[]
}

describe('company sign-in (spec 11.7)', () => {
  test('creates the account at the first sign-in and opens a session like any other', async () => {
    const { status, body } = await signInAs(ada)
    expect(status).toBe(200)
    expect(body).toMatchObject({ username: 'ada', role: 'analyst' })
    const send = portal.bearing(String(body['accessToken']))
    const account = await send('GET', '/v1/account')
    expect(account.body['records']).toMatchObject({ username: 'ada', passwordChangeRequired: false })
    expect((await send('GET', '/v1/account/sessions?page=0&size=10')).body['totalCount']).toBe(1)
    expect(await findUser('ada')).toMatchObject({ role: 'analyst', emailId: 'ada@company.example' })
    expect((await listEvents('user created'))[0]).toMatchObject({ actor: 'ada', subject: 'ada' })
    expect((await listEvents('signed in')).map(({ actor }) => actor)).toContain('ada')
    portal.pass(61 * 60_000)
    expect((await send('GET', '/v1/account')).status).toBe(401)
  })

  test('knows the person by the subject: name and address may change', async () => {
    await signInAs(ada)
    const email = 'lovelace@company.example'
    const { body } = await signInAs({ ...ada, preferred_username: 'lovelace', email })
    expect(body['username']).toBe('ada')
    expect(await findUser('ada')).toMatchObject({ emailId: email })
    expect(await findUser('lovelace')).toBeUndefined()
  })

  test.each([
    [{ preferred_username: 'Analyst' }, 'an account with the name Analyst'],
    [{ preferred_username: 'someone', email: 'ADA@company.example' }, 'an account with the address ADA@'],
  ])('takes over no account: %j', async (claims, message) => {
    await signInAs(ada)
    const { status, body } = await signInAs({ ...ada, sub: 'b-2', ...claims })
    expect(status).toBe(403)
    expect(body['message']).toContain(message)
    expect(body['message']).toContain('Ask the administrator of the portal.')
  })

  test('keeps the address if the new one is that of another account, or not verified', async () => {
    await signInAs(ada)
    await signInAs({ ...ada, sub: 'b-2', preferred_username: 'bob', email: 'bob@company.example' })
    expect((await signInAs({ ...ada, email: 'BOB@company.example' })).status).toBe(200)
    expect(await findUser('ada')).toMatchObject({ emailId: 'ada@company.example' })
    await signInAs({ ...ada, email: 'new@company.example', email_verified: false })
    expect(await findUser('ada')).toMatchObject({ emailId: 'ada@company.example' })
  })

  test('makes one account of two first sign-ins at once', async () => {
    provider.setPerson(ada)
    const attempts = [await portal.begin(), await portal.begin()]
    const answers = await Promise.all(attempts.map(({ url }) => followRedirections(url)))
    const ended = await Promise.all(
      attempts.map(({ cookie }, index) => portal.finish(cookie, answers[index]?.search ?? '')),
    )
    const account = { status: 200, body: { username: 'ada' } }
    expect(ended).toMatchObject([account, account])
  })

  test('takes the address as name where the first one is none', async () => {
    const names = { 'a-1': 'a\u200Bda', 'a-2': 'command line (root)' }
    for (const [sub, preferred_username] of Object.entries(names)) {
      const email = `${sub}@company.example`
      const { body } = await signInAs({ ...ada, sub, email, preferred_username })
      expect(body['username']).toBe(email)
    }
  })

  test.each([[['staff']], [[]]])(
    'says whom to ask without a mapped role, also in the log: %j',
    async (groups) => {
      const { status, body } = await signInAs({ ...ada, groups })
      expect(status).toBe(403)
      expect(body['message']).toBe(
        'You may not use the portal: none of your groups has a role in it. Ask the administrator of the portal.',
      )
      expect(await findUser('ada')).toBeUndefined()
      const reason: unknown = expect.stringContaining('none of your groups')
      const logged = portal.lines('"company sign-in refused"').at(-1)
      expect(logged).toMatchObject({ subject: 'a-1', groups, reason })
    },
  )

  test.each(['superadmin', 'nobody'])('gives no role %s, reserved or unknown', async (role) => {
    const other = await createCompanyPortal(provider.url, { roles: [['analysts', role]] })
    provider.setPerson(ada)
    const { status, body } = await other.signIn()
    expect(status).toBe(403)
    expect(body['message']).toContain(`The role ${role} of your group does not exist in the portal.`)
  })

  test('lets the role follow the groups at every sign-in', async () => {
    await signInAs(ada)
    const { body } = await signInAs({ ...ada, groups: ['analysts', 'administrators'] })
    expect(body['role']).toBe('administrator')
    const details = { before: { role: 'analyst' }, after: { role: 'administrator' } }
    expect((await listEvents('user updated'))[0]).toMatchObject({ actor: 'ada', details })
    expect((await signInAs(ada)).body['role']).toBe('analyst')
  })

  test('leaves the last administrator the role and the own rights', async () => {
    await signInAs({ ...ada, groups: ['administrators'] })
    const { database } = portal.engine
    const id = await portal.findUser('ada')
    await storeUserPermissions(database, id, [2])
    await database.updateTable('users').set({ status: 'Inactive' }).where('user_id', '!=', 'ada').execute()
    expect((await signInAs(ada)).body['role']).toBe('administrator')
    expect(await getEffectivePermissions(database, id)).toEqual(new Set([2]))
  })

  test('drops rights of the own when the provider changes the role, and the history lists them', async () => {
    const chief = { ...ada, groups: ['administrators'] }
    await signInAs(chief)
    const id = await portal.findUser('ada')
    await storeUserPermissions(portal.engine.database, id, [2, 13, 16])
    const kept = portal.bearing(String((await signInAs(chief)).body['accessToken']))
    expect((await kept('GET', '/v1/system-users')).status).toBe(200)
    const { body } = await signInAs(ada)
    expect(body['role']).toBe('analyst')
    for (const send of [kept, portal.bearing(String(body['accessToken']))]) {
      expect((await send('GET', '/v1/system-users')).status).toBe(403)
    }
    const details = { before: [{ id: 2 }, { id: 13 }, { id: 16 }], revoked: [{ id: 2, name: 'Roles' }] }
    const saved = { actor: 'ada', subject: 'ada', details }
    expect(await listEvents('user rights saved')).toMatchObject([saved])
  })

  test('keeps a deactivated account out', async () => {
    await signInAs(ada)
    const administrator = await portal.as('administrator')
    await administrator('PUT', `/v1/system-users/${await portal.findUser('ada')}/status?status=Inactive`)
    const { status, body } = await signInAs(ada)
    expect(status).toBe(403)
    expect(body['message']).toBe('Your account ada is deactivated. Ask the administrator of the portal.')
  })

  test('gives an account no password, by any way', async () => {
    const { body } = await signInAs(ada)
    const newPassword = 'velvet tram 91 harbour'
    const send = portal.bearing(String(body['accessToken']))
    const refusal = await send('PUT', '/v1/account/password', { currentPassword: 'x', newPassword })
    expect(refusal.body['message']).toBe('You sign in at the company sign-in and have no password here.')
    const administrator = await portal.as('administrator')
    const url = `/v1/system-users/${await portal.findUser('ada')}/reset-password`
    const message = 'This user signs in at the company sign-in and has no password here.'
    const reset = await administrator('POST', url, { newPassword })
    expect(reset).toMatchObject({ status: 400, body: { message } })
    for (const password of [newPassword, '']) {
      await expect(portal.token('ada', password)).rejects.toThrow(/answered 40[01]/)
    }
  })

  test('names the end of the session at the provider when signing out, and not for a password', async () => {
    const { body } = await signInAs(ada)
    const signOut = await portal.bearing(String(body['accessToken']))('POST', '/auth/logout')
    const url = new URL(String(signOut.body['endSessionUrl']))
    expect(url.href).toBe(`${provider.url}/session/end?client_id=portal`)
    expect((await portal.bearing(String(body['accessToken']))('GET', '/v1/account')).status).toBe(401)
    const other = await (await portal.as('analyst'))('POST', '/auth/logout')
    expect(other.body).not.toHaveProperty('endSessionUrl')
  })

  test('asks for PKCE, state and nonce, with a cookie that no script and no other site can use', async () => {
    const { headers, body } = await post('/auth/oidc/start', { page: '/prefix/login' })
    const query = new URL(String(body['url'])).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      code_challenge_method: 'S256',
      redirect_uri: 'https://portal.example/prefix/login',
      scope: 'openid profile email',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name)).toMatch(/^[\w-]{43}$/)
    expect(headers['set-cookie']).toMatch(
      /^__Host-portal-sign-in=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    )
  })

  test('takes no attempt that a page of a neighbouring domain has planted', async () => {
    provider.setPerson(ada)
    const { url, cookie } = await portal.begin()
    const { search } = await followRedirections(url)
    const { status } = await post('/auth/oidc/session', { answer: search }, { cookie })
    expect(cookie).toMatch(/^portal-sign-in=/)
    expect(status).toBe(400)
  })

  test.each([['//evil.example'], ['https://evil.example/'], ['/\\evil.example'], ['/login?x=1'], ['login']])(
    'returns to a page of the portal only, not to %s',
    async (page) => {
      const { status } = await post('/auth/oidc/start', { page }, { origin: 'http://portal.example' })
      expect(status).toBe(400)
    },
  )

  test('accepts an answer once, in the browser that began, within ten minutes', async () => {
    provider.setPerson(ada)
    const one = await portal.begin()
    const { search } = await followRedirections(one.url)
    const other = await portal.begin()
    expect((await portal.finish('', search)).status).toBe(400)
    expect((await portal.finish(other.cookie, search)).status).toBe(400)
    expect((await portal.finish(one.cookie, search)).status).toBe(200)
    const { status, body } = await portal.finish(one.cookie, search)
    expect(status).toBe(400)
    expect(body['message']).toContain('was used before. Please try again.')
    const late = await portal.begin()
    const answer = (await followRedirections(late.url)).search
    portal.pass(10 * 60_000)
    expect((await portal.finish(late.cookie, answer)).status).toBe(400)
  })

  test('lets only named accounts use a password, and tells no stranger which', async () => {
    const only = await createCompanyPortal(provider.url, { passwordAccounts: ['Administrator'] })
    const tries = await Promise.all(
      ['administrator', 'analyst', 'unknown'].map((username) => only.login(username)),
    )
    expect(tries.map(({ status }) => status)).toEqual([200, 401, 401])
    expect(tries[1]?.body['message']).toBe(tries[2]?.body['message'])
  })

  test.each([
    ['', 'Company sign-in'],
    ['auth.company.label=Go\n', 'Go'],
  ])('has the label of the settings file, or one of the server: of %j it is %s', async (line, label) => {
    const settingsFile = join(createFolder(), 'settings.properties')
    writeFileSync(settingsFile, `api.base.url=/\n${line}`)
    const portal = await createCompanyPortal(provider.url, {}, { settingsFile })
    const { raw } = await portal.send({ method: 'GET', url: '/settings.properties' })
    expect(raw.toString().match(/(?<=auth\.company\.label=).*/g)).toEqual([label])
  })

  test('has no call without a provider', async () => {
    const plain = await createCompanyPortal(provider.url, {}, { oidc: undefined })
    const { status } = await plain.begin()
    expect(status).toBe(404)
    expect(plain.app.routeEntries.map(({ url }) => url)).not.toContain('/auth/oidc/start')
  })
})
