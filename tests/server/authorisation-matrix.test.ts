import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDemoInternational, addDemoLocalExchange, addDemoMinutes } from '../../src/server/demo/records.ts'
import { demoExchangeDays } from '../../src/server/demo/exchange-days.ts'
import { insertInternationalExchange } from '../../src/server/repositories/international-exchange.ts'
import { insertMonthlyRecord } from '../../src/server/repositories/monthly-records.ts'
import { createWorld, type TreeNode, type World } from './administration.ts'
import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts'
import type { Send } from './harness.ts'

/** Who is let through: anyone, whoever is signed in, or who holds all ids of one of the sets. */
type Opens = 'anyone' | 'signed in' | readonly (readonly number[])[]

interface Row {
  /** Method and pattern, as the server registers them. */
  readonly route: string
  readonly opens: Opens
  /** What an allowed call answers. */
  readonly answers: number
  /** A call that succeeds, with a target of its own where it changes something. */
  readonly call: () => Promise<readonly [url: string, body?: unknown]>
}

const ADMINISTRATION = [[2]] as const
const WRITES_MINUTES = [
  [2, 16],
  [2, 17],
] as const

let folder: string
let world: World
let count = 0
let tree: readonly TreeNode[]

const name = () => `target ${(count += 1)}`
const role = () => world.role(name())
const user = async () => (await world.holder(name())).id
const at = (url: string, body?: unknown) => async () => [url, body] as const
const form = { owner: 'admin', loginIP: '', emailId: 'x@example.com' }
const PASSWORD = 'velvet tram 91 harbour'
const averages = { airtelDailyAvg: 1, mtnDailyAvg: 2, nineMobileDailyAvg: 3, gloDailyAvg: 4, idaDailyAvg: 5 }
const monthly = () => ({
  ...averages,
  year: 2000 + Math.floor((count += 1) / 12),
  reportMonth: (count % 12) + 1,
  reportType: 'MNO_TO_ROUTELINK' as const,
})
const storedMonthly = async () => (await insertMonthlyRecord(world.engine.database, monthly())).id

const matrix: readonly Row[] = [
  {
    route: 'POST /auth/login',
    opens: 'anyone',
    answers: 200,
    call: at('/auth/login', { username: 'analyst', password: DEMO_PASSWORD }),
  },
  { route: 'POST /auth/logout', opens: 'anyone', answers: 200, call: at('/auth/logout') },
  { route: 'POST /auth/validate-token', opens: 'signed in', answers: 200, call: at('/auth/validate-token') },
  { route: 'GET /auth/permissions', opens: 'signed in', answers: 200, call: at('/auth/permissions') },
  { route: 'GET /dashboards/:id', opens: [[11]], answers: 200, call: at('/dashboards/1') },
  { route: 'GET /healthz', opens: 'anyone', answers: 200, call: at('/healthz') },
  { route: 'HEAD /healthz', opens: 'anyone', answers: 200, call: at('/healthz') },
  { route: 'GET /readyz', opens: 'anyone', answers: 200, call: at('/readyz') },
  { route: 'HEAD /readyz', opens: 'anyone', answers: 200, call: at('/readyz') },
  { route: 'GET /openapi.json', opens: 'signed in', answers: 200, call: at('/openapi.json') },
  { route: 'GET /settings.properties', opens: 'anyone', answers: 200, call: at('/settings.properties') },
  { route: 'GET /*', opens: 'anyone', answers: 200, call: at('/roles/system-user') },
  { route: 'HEAD /*', opens: 'anyone', answers: 200, call: at('/roles/system-user') },

  { route: 'GET /v1/system-users', opens: ADMINISTRATION, answers: 200, call: at('/v1/system-users') },
  {
    route: 'GET /v1/system-users/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/system-users/${await user()}`],
  },
  {
    route: 'POST /v1/system-users',
    opens: ADMINISTRATION,
    answers: 201,
    call: async () => [
      '/v1/system-users',
      { ...form, userId: name(), password: PASSWORD, roleId: await role() },
    ],
  },
  {
    route: 'PUT /v1/system-users/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/system-users/${await user()}`, { ...form, roleId: await role() }],
  },
  {
    route: 'DELETE /v1/system-users/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/system-users/${await user()}`],
  },
  {
    route: 'POST /v1/system-users/:id/reset-password',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/system-users/${await user()}/reset-password`, { newPassword: PASSWORD }],
  },
  {
    route: 'PUT /v1/system-users/:id/status',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/system-users/${await user()}/status?status=Inactive`],
  },
  { route: 'GET /v1/role-master', opens: ADMINISTRATION, answers: 200, call: at('/v1/role-master') },
  {
    route: 'GET /v1/role-master/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/role-master/${await role()}`],
  },
  {
    route: 'POST /v1/role-master',
    opens: ADMINISTRATION,
    answers: 201,
    call: async () => ['/v1/role-master', { name: name(), description: 'x' }],
  },
  {
    route: 'PUT /v1/role-master/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/role-master/${await role()}`, { description: 'y' }],
  },
  {
    route: 'DELETE /v1/role-master/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/role-master/${await role()}`],
  },
  { route: 'GET /v1/menu-hierarchy', opens: ADMINISTRATION, answers: 200, call: at('/v1/menu-hierarchy') },
  {
    route: 'GET /v1/menu-hierarchy/root',
    opens: ADMINISTRATION,
    answers: 200,
    call: at('/v1/menu-hierarchy/root'),
  },
  {
    route: 'GET /v1/menu-hierarchy/children/:id',
    opens: ADMINISTRATION,
    answers: 200,
    call: at('/v1/menu-hierarchy/children/13'),
  },
  {
    route: 'GET /v1/menu-hierarchy/role/:roleId',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/menu-hierarchy/role/${await role()}?service=bidashboard`],
  },
  {
    route: 'GET /v1/menu-hierarchy/user/:userId',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/menu-hierarchy/user/${await user()}?service=bidashboard`],
  },
  {
    route: 'POST /v1/rights-management/save-role-rights',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [
      `/v1/rights-management/save-role-rights?roleId=${await role()}&service=bidashboard`,
      { records: tree },
    ],
  },
  {
    route: 'POST /v1/rights-management/save-system-user-rights',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [
      `/v1/rights-management/save-system-user-rights?userId=${await user()}&service=bidashboard`,
      { records: tree },
    ],
  },
  {
    route: 'GET /v1/rights-management/role/:id/menus',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/rights-management/role/${await role()}/menus?service=bidashboard`],
  },
  {
    route: 'GET /v1/rights-management/system-user/:id/menus',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/rights-management/system-user/${await user()}/menus?service=bidashboard`],
  },
  {
    route: 'GET /v1/rights-management/role/:id/rights',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/rights-management/role/${await role()}/rights`],
  },
  {
    route: 'GET /v1/rights-management/system-user/:id/rights',
    opens: ADMINISTRATION,
    answers: 200,
    call: async () => [`/v1/rights-management/system-user/${await user()}/rights?service=bidashboard`],
  },

  {
    route: 'GET /v1/monthly-reports/years',
    opens: [[16], [17]],
    answers: 200,
    call: at('/v1/monthly-reports/years'),
  },
  {
    route: 'GET /v1/monthly-reports/:year/:type',
    opens: [[16], [17]],
    answers: 200,
    call: at('/v1/monthly-reports/2025/MNO_TO_ROUTELINK'),
  },
  {
    route: 'GET /v1/monthly-reports/:year/:month/:type',
    opens: [[17]],
    answers: 200,
    call: at('/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'),
  },
  {
    route: 'GET /v1/monthly-reports/download/:year/:type',
    opens: [[16], [17]],
    answers: 200,
    call: at('/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK'),
  },
  {
    route: 'GET /v1/monthly-reports/download/:year/:month/:type',
    opens: [[17]],
    answers: 200,
    call: at('/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'),
  },
  {
    route: 'GET /v1/monthly-reports/:id',
    opens: [[16], [17]],
    answers: 200,
    call: async () => [`/v1/monthly-reports/${await storedMonthly()}`],
  },
  {
    route: 'POST /v1/monthly-reports',
    opens: WRITES_MINUTES,
    answers: 201,
    call: async () => ['/v1/monthly-reports', monthly()],
  },
  {
    route: 'PUT /v1/monthly-reports/:id',
    opens: WRITES_MINUTES,
    answers: 200,
    call: async () => [`/v1/monthly-reports/${await storedMonthly()}`, monthly()],
  },
  {
    route: 'DELETE /v1/monthly-reports/:id',
    opens: WRITES_MINUTES,
    answers: 200,
    call: async () => [`/v1/monthly-reports/${await storedMonthly()}`],
  },
  {
    route: 'POST /v1/monthly-reports/generate-dummy-data',
    opens: WRITES_MINUTES,
    answers: 200,
    call: at('/v1/monthly-reports/generate-dummy-data?year=2023&reportType=ROUTELINK_TO_MNO'),
  },

  {
    route: 'GET /v1/international-minutes/available-months',
    opens: [[18]],
    answers: 200,
    call: at('/v1/international-minutes/available-months'),
  },
  {
    route: 'GET /v1/international-minutes/ida-to-routelink/:month',
    opens: [[18]],
    answers: 200,
    call: at('/v1/international-minutes/ida-to-routelink/2025-03'),
  },
  {
    route: 'GET /v1/international-minutes/routelink-to-mno/:month',
    opens: [[18]],
    answers: 200,
    call: at('/v1/international-minutes/routelink-to-mno/2025-03'),
  },
  {
    route: 'GET /v1/international-minutes/download/ida-to-routelink/:month',
    opens: [[18]],
    answers: 200,
    call: at('/v1/international-minutes/download/ida-to-routelink/2025-03'),
  },
  {
    route: 'GET /v1/international-minutes/download/routelink-to-mno/:month',
    opens: [[18]],
    answers: 200,
    call: at('/v1/international-minutes/download/routelink-to-mno/2025-03'),
  },
  {
    route: 'POST /v1/international-minutes/generate-dummy-data',
    opens: [[2, 18]],
    answers: 200,
    call: at('/v1/international-minutes/generate-dummy-data?month=2023-01&direction=IDA_TO_ROUTELINK'),
  },

  {
    route: 'GET /v1/local-exchange-traffic/:year/:month',
    opens: [[19]],
    answers: 200,
    call: at('/v1/local-exchange-traffic/2025/3'),
  },
  {
    route: 'GET /v1/local-exchange-traffic/download/:year/:month',
    opens: [[19]],
    answers: 200,
    call: at('/v1/local-exchange-traffic/download/2025/3'),
  },
  {
    route: 'POST /v1/local-exchange-traffic/generate-dummy-data',
    opens: [[2, 19]],
    answers: 200,
    call: at('/v1/local-exchange-traffic/generate-dummy-data?year=2023&month=1'),
  },

  {
    route: 'GET /api/international-exchange/years',
    opens: [[20]],
    answers: 200,
    call: at('/api/international-exchange/years'),
  },
  {
    route: 'GET /api/international-exchange/data',
    opens: [[20]],
    answers: 200,
    call: at('/api/international-exchange/data?year=2025&month=3'),
  },
  {
    route: 'GET /api/international-exchange/download',
    opens: [[20]],
    answers: 200,
    call: at('/api/international-exchange/download?year=2025&month=3'),
  },
]

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
  [16],
  [17],
  [18],
  [19],
  [20],
  [2, 16],
  [2, 17],
  [2, 18],
  [2, 19],
  [2, 20],
  [1, 13, 16, 17, 18, 19, 20],
]
let actors: Actor[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-page-'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
  world = await createWorld({ portalFolder: folder, settingsFile: join(folder, 'settings.properties') })
  await world.engine.database.transaction().execute(async (trx) => {
    await addDemoMinutes(trx, 2025, 'MNO_TO_ROUTELINK')
    await addDemoInternational(trx, 'IDA_TO_ROUTELINK', '2025-03')
    await addDemoInternational(trx, 'ROUTELINK_TO_MNO', '2025-03')
    await addDemoLocalExchange(trx, 2025, 3)
    await insertInternationalExchange(trx, demoExchangeDays(2025, 3), world.now())
  })
  tree = (await (await world.as('superadmin'))('GET', '/v1/menu-hierarchy')).body['records'] as TreeNode[]
  tree = off(tree)
  const gone = await world.holder('gone', EVERY_ID)
  await gone.send('POST', '/auth/logout')
  const late = await world.holder('late', EVERY_ID)
  await world.engine.database
    .updateTable('sessions')
    .set({ expires_at: world.now().toISOString() })
    .where('user_id', '=', late.id)
    .execute()
  actors = [
    { name: 'no token', holds: null, send: (method, url, body) => world.send(request(method, url, body)) },
    { name: 'garbage', holds: null, send: world.bearing('garbage') },
    { name: 'a token of nobody', holds: null, send: world.bearing('A'.repeat(43)) },
    { name: 'a session signed out', holds: null, send: gone.send },
    { name: 'a session run out', holds: null, send: late.send },
  ]
  for (const holds of RIGHTS) {
    const { send } = await world.holder(`holder of ${holds.join(' and ') || 'nothing'}`, holds)
    actors.push({ name: `rights ${holds.join(' and ') || 'none'}`, holds, send })
  }
  actors.push({ name: 'administrator', holds: EVERY_ID, send: await world.as('administrator') })
  actors.push({ name: 'superadmin', holds: EVERY_ID, send: await world.as('superadmin') })
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

const request = (method: Parameters<Send>[0], url: string, body?: unknown) => ({
  method,
  url,
  ...(body === undefined ? {} : { payload: body as object }),
})

function off(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.map((node) => ({ ...node, enabled: false, child: node.child && off(node.child) }))
}

/** Null where the actor is let through. */
function refusal({ opens }: Row, { holds }: Actor): 401 | 403 | null {
  if (opens === 'anyone') return null
  if (holds === null) return 401
  if (opens === 'signed in') return null
  return opens.some((ids) => ids.every((id) => holds.includes(id))) ? null : 403
}

describe('authorisation matrix (S18, S19, S20, S28)', () => {
  test('names every route of the server', () => {
    const registered = world.app.routeEntries.map(({ method, url }) => `${method} ${url}`)
    expect(matrix.map(({ route }) => route).toSorted(byText)).toEqual(registered.toSorted(byText))
  })

  test.each(matrix.map((row) => [row.route, row] as const))('%s', async (route, row) => {
    const [method] = route.split(' ') as [Parameters<Send>[0]]
    const [url, body] = await row.call()
    const before = await world.content()
    for (const actor of actors) {
      const status = refusal(row, actor)
      if (status === null) continue
      const answer = await actor.send(method, url, body)
      expect({ actor: actor.name, ...answer }).toMatchObject({ actor: actor.name, status, body: refused })
    }
    expect(await world.content()).toBe(before)
    for (const actor of actors.filter((one) => refusal(row, one) === null)) {
      // Signing out would end the session that the other rows need.
      if (route === 'POST /auth/logout' && actor.holds !== null) continue
      const [own, payload] = await row.call()
      const { status } = await actor.send(method, own, payload)
      expect({ actor: actor.name, status }).toEqual({ actor: actor.name, status: row.answers })
    }
  })
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
