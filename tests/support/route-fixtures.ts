import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts'
import { enableOnly, readTree, type TreeNode, type TestUsers } from './test-users.ts'
import { addDemo, storeRecords } from './stored-records.ts'

/** Who is let through: anyone, whoever is signed in, or who holds all ids of one of the sets. */
export type Opens = 'anyone' | 'signed in' | readonly (readonly number[])[]

export interface Row {
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
  [2, 13, 16],
  [2, 13, 17],
] as const

/** Every route with a call that succeeds in a testApp that holds the demo's records of March 2025 (spec 7). */
export function routeCalls(testApp: () => TestUsers, tree: () => readonly TreeNode[]): readonly Row[] {
  let count = 0
  const name = () => `target ${(count += 1)}`
  const role = () => testApp().addRole(name())
  const user = async () => (await testApp().addUserWithRole(name())).id
  const at = (url: string, body?: unknown) => async () => [url, body] as const
  const form = { owner: 'admin', loginIP: '', emailId: 'x@example.com' }
  const PASSWORD = 'velvet tram 91 harbour'
  const averages = {
    airtelDailyAvg: 1,
    mtnDailyAvg: 2,
    nineMobileDailyAvg: 3,
    gloDailyAvg: 4,
    idaDailyAvg: 5,
  }
  const monthly = () => ({
    ...averages,
    year: 2000 + Math.floor((count += 1) / 12),
    reportMonth: (count % 12) + 1,
    reportType: 'MNO_TO_ROUTELINK' as const,
  })
  const storedMonthly = async () => {
    const { year, reportMonth, reportType } = monthly()
    const key = `${year}-${String(reportMonth).padStart(2, '0')}`
    const { database } = testApp().engine
    const [stored] = await storeRecords(database, 'monthly-reports', reportType, { [key]: averages })
    return stored?.id
  }
  const savedRights = async () => {
    const administrator = await testApp().as('administrator')
    const id = await role()
    const url = `/v1/rights-management/save-role-rights?roleId=${id}&service=bidashboard`
    await administrator('POST', url, { records: enableOnly(tree(), [2]) })
    const { database } = testApp().engine
    const saved = database.selectFrom('audit_events').select((event) => event.fn.max('id').as('id'))
    return (await saved.executeTakeFirstOrThrow()).id
  }

  return [
    {
      route: 'POST /auth/login',
      opens: 'anyone',
      answers: 200,
      call: at('/auth/login', { username: 'analyst', password: DEMO_PASSWORD }),
    },
    { route: 'POST /auth/logout', opens: 'anyone', answers: 200, call: at('/auth/logout') },
    {
      route: 'POST /auth/validate-token',
      opens: 'signed in',
      answers: 200,
      call: at('/auth/validate-token'),
    },
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
    { route: 'GET /v1/sessions', opens: ADMINISTRATION, answers: 200, call: at('/v1/sessions') },
    {
      route: 'GET /v1/sessions/last-sign-ins',
      opens: ADMINISTRATION,
      answers: 200,
      call: at('/v1/sessions/last-sign-ins?notSignedInDays=0'),
    },
    {
      route: 'DELETE /v1/sessions/:id',
      opens: ADMINISTRATION,
      answers: 200,
      call: async () => [`/v1/sessions/${(await testApp().addUserWithRole(name())).sessionId}`],
    },
    { route: 'GET /v1/account', opens: 'signed in', answers: 200, call: at('/v1/account') },
    { route: 'GET /v1/account/sessions', opens: 'signed in', answers: 200, call: at('/v1/account/sessions') },
    {
      route: 'DELETE /v1/account/sessions/:id',
      opens: 'signed in',
      // It belongs to another user.
      answers: 404,
      call: async () => [`/v1/account/sessions/${(await testApp().addUserWithRole(name())).sessionId}`],
    },
    {
      route: 'DELETE /v1/account/sessions/others',
      opens: 'signed in',
      answers: 200,
      call: at('/v1/account/sessions/others'),
    },
    {
      route: 'PUT /v1/account/password',
      opens: 'signed in',
      // The users of the tests have no password; the message names what is missing.
      answers: 400,
      call: at('/v1/account/password', {}),
    },
    {
      route: 'POST /v1/audit-events/:id/revert',
      opens: ADMINISTRATION,
      answers: 200,
      call: async () => [`/v1/audit-events/${await savedRights()}/revert`],
    },
    { route: 'GET /v1/audit-events', opens: ADMINISTRATION, answers: 200, call: at('/v1/audit-events') },
    {
      route: 'GET /v1/audit-events/export',
      opens: ADMINISTRATION,
      answers: 200,
      call: at('/v1/audit-events/export'),
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
        { records: tree() },
      ],
    },
    {
      route: 'POST /v1/rights-management/save-system-user-rights',
      opens: ADMINISTRATION,
      answers: 200,
      call: async () => [
        `/v1/rights-management/save-system-user-rights?userId=${await user()}&service=bidashboard`,
        { records: tree() },
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
      opens: [
        [13, 16],
        [13, 17],
      ],
      answers: 200,
      call: at('/v1/monthly-reports/years'),
    },
    {
      route: 'GET /v1/monthly-reports/:year/:type',
      opens: [
        [13, 16],
        [13, 17],
      ],
      answers: 200,
      call: at('/v1/monthly-reports/2025/MNO_TO_ROUTELINK'),
    },
    {
      route: 'GET /v1/monthly-reports/:year/:month/:type',
      opens: [[13, 17]],
      answers: 200,
      call: at('/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'),
    },
    {
      route: 'GET /v1/monthly-reports/download/:year/:type',
      opens: [
        [13, 16],
        [13, 17],
      ],
      answers: 200,
      call: at('/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK'),
    },
    {
      route: 'GET /v1/monthly-reports/download/:year/:month/:type',
      opens: [[13, 17]],
      answers: 200,
      call: at('/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'),
    },
    {
      route: 'GET /v1/monthly-reports/:id',
      opens: [
        [13, 16],
        [13, 17],
      ],
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
      opens: [[13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/available-months'),
    },
    {
      route: 'GET /v1/international-minutes/ida-to-routelink/:month',
      opens: [[13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/ida-to-routelink/2025-03'),
    },
    {
      route: 'GET /v1/international-minutes/routelink-to-mno/:month',
      opens: [[13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/routelink-to-mno/2025-03'),
    },
    {
      route: 'GET /v1/international-minutes/download/ida-to-routelink/:month',
      opens: [[13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/download/ida-to-routelink/2025-03'),
    },
    {
      route: 'GET /v1/international-minutes/download/routelink-to-mno/:month',
      opens: [[13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/download/routelink-to-mno/2025-03'),
    },
    {
      route: 'POST /v1/international-minutes/generate-dummy-data',
      opens: [[2, 13, 18]],
      answers: 200,
      call: at('/v1/international-minutes/generate-dummy-data?month=2023-01&direction=IDA_TO_ROUTELINK'),
    },

    {
      route: 'GET /v1/local-exchange-traffic/:year/:month',
      opens: [[13, 19]],
      answers: 200,
      call: at('/v1/local-exchange-traffic/2025/3'),
    },
    {
      route: 'GET /v1/local-exchange-traffic/download/:year/:month',
      opens: [[13, 19]],
      answers: 200,
      call: at('/v1/local-exchange-traffic/download/2025/3'),
    },
    {
      route: 'POST /v1/local-exchange-traffic/generate-dummy-data',
      opens: [[2, 13, 19]],
      answers: 200,
      call: at('/v1/local-exchange-traffic/generate-dummy-data?year=2023&month=1'),
    },

    {
      route: 'GET /api/international-exchange/years',
      opens: [[13, 20]],
      answers: 200,
      call: at('/api/international-exchange/years'),
    },
    {
      route: 'GET /api/international-exchange/data',
      opens: [[13, 20]],
      answers: 200,
      call: at('/api/international-exchange/data?year=2025&month=3'),
    },
    {
      route: 'GET /api/international-exchange/download',
      opens: [[13, 20]],
      answers: 200,
      call: at('/api/international-exchange/download?year=2025&month=3'),
    },
  ]
}

/** Stores the records that the calls ask for. */
export async function addMarch2025({ engine }: Pick<TestUsers, 'engine'>): Promise<void> {
  await engine.database.transaction().execute(async (trx) => {
    await addDemo(trx, 'monthly-reports', 'MNO_TO_ROUTELINK', 2025)
    await addDemo(trx, 'international-minutes', 'IDA_TO_ROUTELINK', 2025, 3)
    await addDemo(trx, 'international-minutes', 'ROUTELINK_TO_MNO', 2025, 3)
    await addDemo(trx, 'local-exchange-traffic', '', 2025, 3)
    await addDemo(trx, 'international-exchange', 'INTERNATIONAL_EXCHANGE', 2025, 3)
  })
}

/** The menu hierarchy with nothing turned on, which everyone may save. */
export async function emptyTree(testApp: TestUsers): Promise<readonly TreeNode[]> {
  const superadmin = await testApp.as('superadmin')
  return enableOnly(readTree((await superadmin('GET', '/v1/menu-hierarchy')).body), [])
}
