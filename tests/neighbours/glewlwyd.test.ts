import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CompanyPortal, createCompanyPortal } from '../support/company-portal.ts'
import { createFolder } from '../support/folder.ts'
import { type Glewlwyd, glewlwyd, startGlewlwyd } from './glewlwyd.ts'

const ada = { email: 'ada@company.example', groups: ['staff', 'analysts'] }

/** A provider of another making than that of the other tests. */
describe.skipIf(glewlwyd === null)('the company sign-in at Glewlwyd (spec 11.7, S97, S98)', () => {
  const folder = createFolder()
  let provider: Glewlwyd
  let portal: CompanyPortal
  beforeAll(async () => {
    provider = await startGlewlwyd(glewlwyd ?? '', folder, 'http://portal.example/login')
  })
  afterAll(() => provider.stop())
  beforeEach(async () => {
    portal = await createCompanyPortal(provider.issuer, { clientAuthentication: 'client_secret_post' })
  })

  const signIn = async (username: string, person: Parameters<Glewlwyd['signIn']>[1]) => {
    const browser = await provider.signIn(username, person)
    const { url, cookie } = await portal.begin()
    return portal.finish(cookie, await provider.authorize(url, browser))
  }

  test('creates the account, lets role and address follow, and says whom to ask without a role', async () => {
    expect(await signIn('ada', ada)).toMatchObject({
      status: 200,
      body: { username: 'ada', role: 'analyst' },
    })
    const changed = { email: 'lovelace@company.example', groups: ['administrators'] }
    const { body } = await signIn('ada', changed)
    expect(body).toMatchObject({ username: 'ada', role: 'administrator' })
    const account = await portal.bearing(String(body['accessToken']))('GET', '/v1/account')
    expect(account.status).toBe(200)
    const refused = await signIn('ada', { ...changed, groups: ['staff'] })
    expect(refused.status).toBe(403)
    expect(refused.body['message']).toContain('Ask the administrator of the portal.')
  })

  test('stores no address of a provider that does not say that it is verified (F2)', async () => {
    for (const name of ['ada', 'mallory']) expect(await signIn(name, ada)).toMatchObject({ status: 200 })
    const users = portal.engine.database.selectFrom('users').select('email_id')
    const addresses = await users.where('oidc_subject', 'is not', null).execute()
    expect(addresses).toEqual([{ email_id: '' }, { email_id: '' }])
  })

  test('accepts an answer once, for the attempt that it answers', async () => {
    const browser = await provider.signIn('ada', ada)
    const [one, other] = [await portal.begin(), await portal.begin()]
    const answer = await provider.authorize(one.url, browser)
    expect((await portal.finish(other.cookie, answer)).status).toBe(400)
    // The code of one attempt in the answer of another: verifier and nonce differ.
    const mixed = new URLSearchParams(await provider.authorize(other.url, browser))
    mixed.set('code', new URLSearchParams(answer).get('code') ?? '')
    const third = await portal.begin()
    mixed.set('state', new URL(third.url).searchParams.get('state') ?? '')
    expect((await portal.finish(third.cookie, mixed.toString())).status).toBe(400)
    const last = await portal.begin()
    const good = await provider.authorize(last.url, browser)
    expect((await portal.finish(last.cookie, good)).status).toBe(200)
    expect((await portal.finish(last.cookie, good)).status).toBe(400)
  })

  test('reads its keys anew', async () => {
    await signIn('ada', ada)
    await provider.rotateKeys()
    expect((await signIn('ada', ada)).status).toBe(200)
  })

  test('names its end of the session, which does nothing without an ID token', async () => {
    const { body } = await signIn('ada', ada)
    const signOut = await portal.bearing(String(body['accessToken']))('POST', '/auth/logout')
    expect(signOut.body['endSessionUrl']).toMatch(/\/api\/oidc\/end_session\?client_id=portal$/)
    const browser = await provider.signIn('ada', ada)
    const ended = await fetch(String(signOut.body['endSessionUrl']), { headers: { cookie: browser } })
    expect([ended.status, await ended.text()]).toEqual([200, ''])
    const { url } = await portal.begin()
    expect(await provider.authorize(url, browser)).toContain('code=')
  })

  test('refuses a secret that is not the portal’s', async () => {
    const other = await createCompanyPortal(provider.issuer, {
      clientAuthentication: 'client_secret_post',
      clientSecret: 'of another client',
    })
    const browser = await provider.signIn('ada', ada)
    const { url, cookie } = await other.begin()
    const { status } = await other.finish(cookie, await provider.authorize(url, browser))
    expect(status).toBe(400)
  })
})
