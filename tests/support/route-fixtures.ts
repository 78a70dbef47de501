import { DEMO_PASSWORD } from '../../src/server/demo/accounts.ts'
import { insertNote } from '../../src/server/notes/stored-notes.ts'
import { addJob } from '../../src/server/jobs/repository.ts'
import { enableOnly, readTree, type TreeNode, type TestUsers } from './test-users.ts'
import { createMachineToken, storeToken } from '../../src/server/accounts/tokens.ts'
import { hashToken } from '../../src/server/accounts/sessions.ts'
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
const READS_MINUTES = [
  [13, 16],
  [13, 17],
] as const
/** Of a note on the records of the daily minutes report, which someone else has written. */
const CHANGES_NOTE = [[2, 13, 17]] as const
const INTERNATIONAL = [[13, 18]] as const
const LOCAL = [[13, 19]] as const
const EXCHANGE = [[13, 20]] as const
const WRITES_MINUTES = [
  [2, 13, 16],
  [2, 13, 17],
] as const

const row = (route: string, opens: Opens, call: Row['call'], answers = 200): Row => ({
  route,
  opens,
  answers,
  call,
})

/** Every route with a call that succeeds in a testApp that holds the demo's records of March 2025 (spec 7). */
export function routeCalls(testApp: () => TestUsers, tree: () => readonly TreeNode[]): readonly Row[] {
  let count = 0
  const name = () => `target ${(count += 1)}`
  const role = () => testApp().addRole(name())
  const user = async () => (await testApp().addUserWithRole(name())).id
  const addFailedJob = async () => {
    const { database } = testApp().engine
    await addJob(database, { kind: 'none', subject: name(), dueAt: testApp().now(), payload: null })
    const jobs = database.updateTable('jobs').set({ state: 'failed' }).where('state', '=', 'waiting')
    const { id } = await jobs.returning('id').executeTakeFirstOrThrow()
    return id
  }
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
    year: 2030 + Math.floor((count += 1) / 12),
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

  const screen = 'daily-report-minutes/mno-to-routelink/daily'
  const note = { from: '2025-03-14', to: '2025-03-16', row: null, text: 'Cable cut' }
  const storedNote = async () => {
    const times = { first_moment: note.from, last_moment: note.to, created_at: '2025-06-02T08:00:00.000Z' }
    const author = { author_id: 0, author: 'gone', changed_by: null, changed_at: null }
    const content = { scope: 'report/daily-report-minutes/mno-to-routelink', name: null, text: 'Cable cut' }
    return (await insertNote(testApp().engine.database, { ...content, ...times, ...author })).id
  }

  return [
    row('GET /v1/alerts', 'signed in', at('/v1/alerts')),
    row('GET /v1/notes', [[13, 17]], at(`/v1/notes?screen=${screen}&from=2025-03-01&to=2025-03-31`)),
    row('POST /v1/notes', [[13, 17]], at('/v1/notes', { screen, scope: 'report', ...note }), 201),
    row('PUT /v1/notes/:id', CHANGES_NOTE, async () => [`/v1/notes/${await storedNote()}`, note]),
    row('DELETE /v1/notes/:id', CHANGES_NOTE, async () => [`/v1/notes/${await storedNote()}`]),
    row('POST /auth/login', 'anyone', at('/auth/login', { username: 'analyst', password: DEMO_PASSWORD })),
    row('POST /auth/logout', 'anyone', at('/auth/logout')),
    row('POST /auth/validate-token', 'signed in', at('/auth/validate-token')),
    row('GET /auth/permissions', 'signed in', at('/auth/permissions')),
    row('GET /dashboards', [[11]], at('/dashboards')),
    row('GET /dashboards/:id', [[11]], at('/dashboards/operations')),
    row('GET /healthz', 'anyone', at('/healthz')),
    row('HEAD /healthz', 'anyone', at('/healthz')),
    row('GET /readyz', 'anyone', at('/readyz')),
    row('HEAD /readyz', 'anyone', at('/readyz')),
    row('GET /openapi.json', 'signed in', at('/openapi.json')),
    row('GET /settings.properties', 'anyone', at('/settings.properties')),
    row('GET /*', 'anyone', at('/roles/system-user')),
    row('HEAD /*', 'anyone', at('/roles/system-user')),
    row('GET /v1/system-users', ADMINISTRATION, at('/v1/system-users')),
    row('GET /v1/system-users/:id', ADMINISTRATION, async () => [`/v1/system-users/${await user()}`]),
    row(
      'POST /v1/system-users',
      ADMINISTRATION,
      async () => ['/v1/system-users', { ...form, userId: name(), password: PASSWORD, roleId: await role() }],
      201,
    ),
    row('PUT /v1/system-users/:id', ADMINISTRATION, async () => [
      `/v1/system-users/${await user()}`,
      { ...form, roleId: await role() },
    ]),
    row('DELETE /v1/system-users/:id', ADMINISTRATION, async () => [`/v1/system-users/${await user()}`]),
    row('POST /v1/system-users/:id/reset-password', ADMINISTRATION, async () => [
      `/v1/system-users/${await user()}/reset-password`,
      { newPassword: PASSWORD },
    ]),
    row('PUT /v1/system-users/:id/status', ADMINISTRATION, async () => [
      `/v1/system-users/${await user()}/status?status=Inactive`,
    ]),
    row('GET /v1/role-master', ADMINISTRATION, at('/v1/role-master')),
    row('GET /v1/role-master/:id', ADMINISTRATION, async () => [`/v1/role-master/${await role()}`]),
    row(
      'POST /v1/role-master',
      ADMINISTRATION,
      async () => ['/v1/role-master', { name: name(), description: 'x' }],
      201,
    ),
    row('PUT /v1/role-master/:id', ADMINISTRATION, async () => [
      `/v1/role-master/${await role()}`,
      { description: 'y' },
    ]),
    row('DELETE /v1/role-master/:id', ADMINISTRATION, async () => [`/v1/role-master/${await role()}`]),
    row('GET /v1/sessions', ADMINISTRATION, at('/v1/sessions')),
    row('GET /v1/sessions/last-sign-ins', ADMINISTRATION, at('/v1/sessions/last-sign-ins?notSignedInDays=0')),
    row('DELETE /v1/sessions/:id', ADMINISTRATION, async () => [
      `/v1/sessions/${(await testApp().addUserWithRole(name())).sessionId}`,
    ]),
    row('GET /v1/jobs', ADMINISTRATION, at('/v1/jobs')),
    row('POST /v1/jobs/:id/retry', ADMINISTRATION, async () => [`/v1/jobs/${await addFailedJob()}/retry`]),
    row('GET /v1/sessions/tokens', ADMINISTRATION, at('/v1/sessions/tokens')),
    row('DELETE /v1/sessions/tokens/:id', ADMINISTRATION, async () => [
      `/v1/sessions/tokens/${(await addToken(testApp(), await user())).id}`,
    ]),
    row('GET /v1/tokens', 'signed in', at('/v1/tokens')),
    row(
      'POST /v1/tokens',
      'signed in',
      at('/v1/tokens', { label: 'nightly', endDate: '2025-06-30', reports: null }),
      201,
    ),
    // It belongs to another user.
    row(
      'DELETE /v1/tokens/:id',
      'signed in',
      async () => [`/v1/tokens/${(await addToken(testApp(), await user())).id}`],
      404,
    ),
    row('GET /v1/account', 'signed in', at('/v1/account')),
    row('GET /v1/account/sessions', 'signed in', at('/v1/account/sessions')),
    // It belongs to another user.
    row(
      'DELETE /v1/account/sessions/:id',
      'signed in',
      async () => [`/v1/account/sessions/${(await testApp().addUserWithRole(name())).sessionId}`],
      404,
    ),
    row('DELETE /v1/account/sessions/others', 'signed in', at('/v1/account/sessions/others')),
    // The users of the tests have no password; the message names what is missing.
    row('PUT /v1/account/password', 'signed in', at('/v1/account/password', {}), 400),
    row('GET /v1/audit-events', ADMINISTRATION, at('/v1/audit-events')),
    row('GET /v1/menu-hierarchy', ADMINISTRATION, at('/v1/menu-hierarchy')),
    row('GET /v1/menu-hierarchy/root', ADMINISTRATION, at('/v1/menu-hierarchy/root')),
    row('GET /v1/menu-hierarchy/children/:id', ADMINISTRATION, at('/v1/menu-hierarchy/children/13')),
    row('GET /v1/menu-hierarchy/role/:roleId', ADMINISTRATION, async () => [
      `/v1/menu-hierarchy/role/${await role()}?service=bidashboard`,
    ]),
    row('GET /v1/menu-hierarchy/user/:userId', ADMINISTRATION, async () => [
      `/v1/menu-hierarchy/user/${await user()}?service=bidashboard`,
    ]),
    row('POST /v1/rights-management/save-role-rights', ADMINISTRATION, async () => [
      `/v1/rights-management/save-role-rights?roleId=${await role()}&service=bidashboard`,
      { records: tree() },
    ]),
    row('POST /v1/rights-management/save-system-user-rights', ADMINISTRATION, async () => [
      `/v1/rights-management/save-system-user-rights?userId=${await user()}&service=bidashboard`,
      { records: tree() },
    ]),
    row('GET /v1/rights-management/role/:id/menus', ADMINISTRATION, async () => [
      `/v1/rights-management/role/${await role()}/menus?service=bidashboard`,
    ]),
    row('GET /v1/rights-management/system-user/:id/menus', ADMINISTRATION, async () => [
      `/v1/rights-management/system-user/${await user()}/menus?service=bidashboard`,
    ]),
    row('GET /v1/rights-management/role/:id/rights', ADMINISTRATION, async () => [
      `/v1/rights-management/role/${await role()}/rights`,
    ]),
    row('GET /v1/rights-management/system-user/:id/rights', ADMINISTRATION, async () => [
      `/v1/rights-management/system-user/${await user()}/rights?service=bidashboard`,
    ]),
    row('GET /v1/monthly-reports/years', READS_MINUTES, at('/v1/monthly-reports/years')),
    row(
      'GET /v1/monthly-reports/:year/:type',
      READS_MINUTES,
      at('/v1/monthly-reports/2025/MNO_TO_ROUTELINK'),
    ),
    row(
      'GET /v1/monthly-reports/:year/:month/:type',
      [[13, 17]],
      at('/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'),
    ),
    row(
      'GET /v1/monthly-reports/download/:year/:type',
      READS_MINUTES,
      at('/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK'),
    ),
    row(
      'GET /v1/monthly-reports/download/:year/:month/:type',
      [[13, 17]],
      at('/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'),
    ),
    row('GET /v1/monthly-reports/:id', READS_MINUTES, async () => [
      `/v1/monthly-reports/${await storedMonthly()}`,
    ]),
    row('POST /v1/monthly-reports', WRITES_MINUTES, async () => ['/v1/monthly-reports', monthly()], 201),
    row('PUT /v1/monthly-reports/:id', WRITES_MINUTES, async () => [
      `/v1/monthly-reports/${await storedMonthly()}`,
      monthly(),
    ]),
    row('DELETE /v1/monthly-reports/:id', WRITES_MINUTES, async () => [
      `/v1/monthly-reports/${await storedMonthly()}`,
    ]),
    row(
      'POST /v1/monthly-reports/generate-dummy-data',
      WRITES_MINUTES,
      at('/v1/monthly-reports/generate-dummy-data?year=2023&reportType=ROUTELINK_TO_MNO'),
    ),
    row(
      'GET /v1/international-minutes/available-months',
      INTERNATIONAL,
      at('/v1/international-minutes/available-months'),
    ),
    row(
      'GET /v1/international-minutes/ida-to-routelink/:month',
      INTERNATIONAL,
      at('/v1/international-minutes/ida-to-routelink/2025-03'),
    ),
    row(
      'GET /v1/international-minutes/routelink-to-mno/:month',
      INTERNATIONAL,
      at('/v1/international-minutes/routelink-to-mno/2025-03'),
    ),
    row(
      'GET /v1/international-minutes/download/ida-to-routelink/:month',
      INTERNATIONAL,
      at('/v1/international-minutes/download/ida-to-routelink/2025-03'),
    ),
    row(
      'GET /v1/international-minutes/download/routelink-to-mno/:month',
      INTERNATIONAL,
      at('/v1/international-minutes/download/routelink-to-mno/2025-03'),
    ),
    row(
      'POST /v1/international-minutes/generate-dummy-data',
      [[2, 13, 18]],
      at('/v1/international-minutes/generate-dummy-data?month=2023-01&direction=IDA_TO_ROUTELINK'),
    ),
    row('GET /v1/local-exchange-traffic/:year/:month', LOCAL, at('/v1/local-exchange-traffic/2025/3')),
    row(
      'GET /v1/local-exchange-traffic/download/:year/:month',
      LOCAL,
      at('/v1/local-exchange-traffic/download/2025/3'),
    ),
    row(
      'POST /v1/local-exchange-traffic/generate-dummy-data',
      [[2, 13, 19]],
      at('/v1/local-exchange-traffic/generate-dummy-data?year=2023&month=1'),
    ),
    row('GET /api/international-exchange/years', EXCHANGE, at('/api/international-exchange/years')),
    row(
      'GET /api/international-exchange/data',
      EXCHANGE,
      at('/api/international-exchange/data?year=2025&month=3'),
    ),
    row(
      'GET /api/international-exchange/download',
      EXCHANGE,
      at('/api/international-exchange/download?year=2025&month=3'),
    ),
  ]
}

/** Stores a token of a user, for a month and all reports unless some are named. */
export async function addToken(
  { engine, now }: Pick<TestUsers, 'engine' | 'now'>,
  userId: number,
  reports: readonly string[] | null = null,
) {
  const token = createMachineToken()
  const [createdAt, expiresAt] = [now(), new Date(now().getTime() + 30 * 24 * 3_600_000)]
  const stored = { userId, label: 'nightly', tokenHash: hashToken(token), reports: reports && [...reports] }
  return { token, id: await storeToken(engine.database, { ...stored, createdAt, expiresAt }) }
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
