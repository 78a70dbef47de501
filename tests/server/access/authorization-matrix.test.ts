import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiPrefixes, isApiPath } from '../../../schemas/api/parameters.ts'
import { createTestUsers, type TreeNode, type TestUsers } from '../../support/test-users.ts'
import type { Send } from '../../support/test-app.ts'
import { addMarch2025, emptyTree, type Row, routeCalls } from '../../support/route-fixtures.ts'

let folder: string
let testApp: TestUsers
let tree: readonly TreeNode[]
const matrix = routeCalls(
  () => testApp,
  () => tree,
)

interface Actor {
  readonly name: string
  /** The ids held; null for whoever is not signed in. */
  readonly holds: readonly number[] | null
  readonly send: Send
}

const EVERY_ID = [1, 2, 11, 13, 16, 17, 18, 19, 20]
const RIGHTS = [
  [],
  [2],
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
let actors: Actor[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
  testApp = await createTestUsers({ portalFolder: folder, settingsFile: join(folder, 'settings.properties') })
  await addMarch2025(testApp)
  tree = await emptyTree(testApp)
  const gone = await testApp.addUserWithRole('gone', EVERY_ID)
  await gone.send('POST', '/auth/logout')
  const late = await testApp.addUserWithRole('late', EVERY_ID)
  await testApp.engine.database
    .updateTable('sessions')
    .set({ expires_at: testApp.now().toISOString() })
    .where('user_id', '=', late.id)
    .execute()
  actors = [
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
  actors.push({ name: 'administrator', holds: EVERY_ID, send: await testApp.as('administrator') })
  actors.push({ name: 'superadmin', holds: EVERY_ID, send: await testApp.as('superadmin') })
})
afterAll(async () => {
  await testApp.close()
  rmSync(folder, { recursive: true })
})

const request = (method: Parameters<Send>[0], url: string, body?: unknown) => ({
  method,
  url,
  ...(body === undefined ? {} : { payload: body as object }),
})

/** Null where the actor is let through. */
function refusal({ opens }: Row, { holds }: Actor): 401 | 403 | null {
  if (opens === 'anyone') return null
  if (holds === null) return 401
  if (opens === 'signed in') return null
  return opens.some((ids) => ids.every((id) => holds.includes(id))) ? null : 403
}

describe('authorisation matrix (spec 6.3, S18, S19, S20, S28, L5)', () => {
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
