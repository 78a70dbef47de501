import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { apiPrefixes, isApiPath } from '../../../../schemas/api/parameters.ts'
import { createTestUsers } from '../../../support/test-users.ts'
import type { Send } from '../../../support/test-app.ts'
import { addMarch2025, addToken, emptyTree, type Row, routeCalls } from '../../../support/route-fixtures.ts'
import { companySettings, createBrowser } from '../../../support/company-portal.ts'
import { createFolder } from '../../../support/folder.ts'
import { startForgingProvider } from '../../../support/forging-provider.ts'

const folder = createFolder()
/** The calls of the company sign-in, which answer what is missing. */
const companyCalls: readonly Row[] = [
  { route: 'POST /auth/oidc/start', body: { page: '/login' } },
  { route: 'POST /auth/oidc/session', body: { answer: '?code=x' } },
].map(({ route, body }) => ({
  route,
  opens: 'anyone',
  answers: 400,
  call: async () => [route.slice('POST '.length), body],
}))

interface Actor {
  readonly name: string
  /** The ids held; null for whoever is not signed in. */
  readonly holds: readonly number[] | null
  readonly send: Send
  /** Whether the caller is a token for machines, which reads the records and files of reports and nothing else. */
  readonly isToken?: boolean
}

const EVERY_ID = [1, 2, 11, 13, 16, 17, 18, 19, 20]
const RIGHTS = [
  [],
  [2],
  [3],
  [2, 3],
  [4],
  [11],
  [13],
  [1, 11, 16, 17, 18, 19, 20],
  [13, 16],
  [13, 17],
  [13, 18],
  [13, 19],
  [13, 20],
  [2, 16, 17, 18, 19, 20],
  [2, 13, 16],
  [2, 13, 17],
  [2, 13, 18],
  [2, 13, 19],
  [2, 13, 20],
  [1, 13, 16, 17, 18, 19, 20],
]

writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
const provider = await startForgingProvider()
const roles = [
  ['all', 'company role with every right'],
  ['few', 'company role with few rights'],
] as const
const testApp = await createTestUsers({
  portalFolder: folder,
  settingsFile: join(folder, 'settings.properties'),
  oidc: { ...companySettings(provider.url), roles },
})
await addMarch2025(testApp)
const tree = await emptyTree(testApp)
const matrix = [...routeCalls(testApp, tree), ...companyCalls]
const gone = await testApp.addUserWithRole('gone', EVERY_ID)
await gone.send('POST', '/auth/logout')
const late = await testApp.addUserWithRole('late', EVERY_ID)
await testApp.engine.database
  .updateTable('sessions')
  .set({ expires_at: testApp.now().toISOString() })
  .where('user_id', '=', late.id)
  .execute()
const actors: Actor[] = [
  { name: 'no token', holds: null, send: (method, url, body) => testApp.send(request(method, url, body)) },
  { name: 'garbage', holds: null, send: testApp.bearing('garbage') },
  { name: 'a token of nobody', holds: null, send: testApp.bearing('A'.repeat(43)) },
  { name: 'a session signed out', holds: null, send: gone.send },
  { name: 'a session run out', holds: null, send: late.send },
]
for (const holds of RIGHTS) {
  const { send } = await testApp.addUserWithRole(`holder of ${holds.join(' and ') || 'nothing'}`, holds)
  actors.push({ name: `rights ${holds.join(' and ') || 'none'}`, holds, send })
}
const owner = await testApp.addUserWithRole('owner of tokens', EVERY_ID)
const weak = await testApp.addUserWithRole('weak owner', [13, 18])
const out = await testApp.addUserWithRole('inactive owner', EVERY_ID)
const changes = { status: 'Inactive' } as const
await testApp.engine.database.updateTable('users').set(changes).where('id', '=', out.id).execute()
const ended = await addToken(testApp, owner.id)
const expired = { expires_at: testApp.now().toISOString() }
await testApp.engine.database.updateTable('tokens').set(expired).where('id', '=', ended.id).execute()
const tokens: [name: string, holds: readonly number[] | null, token: string][] = [
  ['a token for all reports', EVERY_ID, (await addToken(testApp, owner.id)).token],
  ['a token for one report', [13, 17], (await addToken(testApp, owner.id, ['daily-report-minutes'])).token],
  ['a token of a weak owner', [13, 18], (await addToken(testApp, weak.id)).token],
  ['a token beyond its owner', [13], (await addToken(testApp, weak.id, ['monthly-report'])).token],
  ['a token of an inactive user', null, (await addToken(testApp, out.id)).token],
  ['a token that has ended', null, ended.token],
]
for (const [name, holds, token] of tokens) {
  actors.push({ name, holds, send: testApp.bearing(token), isToken: true })
}
for (const [group, name, holds] of [
  ['all', roles[0][1], EVERY_ID],
  ['few', roles[1][1], [13, 17]],
] as const) {
  await testApp.addRole(name, holds)
  provider.forge({ claims: { sub: group, preferred_username: `person of ${group}`, groups: [group] } })
  const browser = createBrowser(testApp)
  const { url, cookie } = await browser.begin()
  const { body } = await browser.finish(cookie, provider.authorize(url))
  actors.push({ name, holds, send: testApp.bearing(String(body['accessToken'])) })
}
actors.push({ name: 'administrator', holds: EVERY_ID, send: await testApp.as('administrator') })
actors.push({ name: 'superadmin', holds: [...EVERY_ID, 3, 4], send: await testApp.as('superadmin') })

const request = (method: Parameters<Send>[0], url: string, body?: unknown) => ({
  method,
  url,
  ...(body === undefined ? {} : { payload: body as object }),
})

/** Null where the actor is let through. */
function refusal({ route, opens }: Row, { holds, isToken = false }: Actor): 401 | 403 | null {
  if (opens === 'anyone') return null
  if (holds === null) return 401
  const declared = testApp.app.routeEntries.find(({ method, url }) => `${method} ${url}` === route)
  if (isToken && !(route.startsWith('GET ') && declared?.permission === 'report')) return 403
  if (opens === 'signed in') return null
  return opens.some((ids) => ids.every((id) => holds.includes(id))) ? null : 403
}

describe('authorisation matrix (spec 6.3)', () => {
  test('contains every route of the server', () => {
    const registered = testApp.app.routeEntries.map(({ method, url }) => `${method} ${url}`)
    expect(matrix.map(({ route }) => route).toSorted(byText)).toEqual(registered.toSorted(byText))
  })

  test('has every call under a prefix of the API, and a call under every prefix', () => {
    const pages = new Set(['/*', '/settings.properties'])
    const calls = testApp.app.routeEntries.map(({ url }) => url).filter((url) => !pages.has(url))
    expect(calls.filter((url) => !isApiPath(url))).toEqual([])
    const used = new Set(calls.map((url) => url.split('/')[1]))
    expect(apiPrefixes.filter((prefix) => !used.has(prefix))).toEqual([])
  })

  test.each(matrix.map((row) => [row.route, row] as const))(
    'allows %s only to permitted callers',
    async (route, row) => {
      const [method] = route.split(' ') as [Parameters<Send>[0]]
      // No token reaches its limit of calls in a minute.
      testApp.pass(20_000)
      const [url, body] = await row.call()
      const before = await testApp.dumpTables()
      for (const actor of actors) {
        const status = refusal(row, actor)
        if (status === null) continue
        const answer = await actor.send(method, url, body)
        expect({ actor: actor.name, ...answer }).toMatchObject({ actor: actor.name, status, body: refused })
      }
      expect(await testApp.dumpTables()).toBe(before)
      for (const actor of actors.filter((one) => refusal(row, one) === null)) {
        // Signing out would end the session that the other rows need.
        if (route === 'POST /auth/logout' && actor.holds !== null) continue
        const [own, payload] = await row.call()
        const { status } = await actor.send(method, own, payload)
        expect({ actor: actor.name, status }).toEqual({ actor: actor.name, status: row.answers })
      }
    },
  )
})

const refused = {
  success: false,
  message: expect.stringMatching(/./),
  records: [],
  totalCount: 0,
  requestId: expect.any(String),
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
