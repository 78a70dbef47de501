import { DEMO_PASSWORD } from '../../src/server/data/demo/demo-accounts.ts'
import { insertOwnAlert } from '../../src/server/delivery/alerts/own-alerts.ts'
import { insertNote } from '../../src/server/data/notes/stored-notes.ts'
import { storeAuditEvents } from '../../src/server/platform/history/history-repository.ts'
import { enableOnly, readTree, type TreeNode, type TestUsers } from './test-users.ts'
import { storeToken } from '../../src/server/identity/accounts/tokens.ts'
import { TOKEN_PREFIX } from '../../schemas/api/credentials.ts'
import { createToken, hashToken } from '../../src/server/identity/accounts/sessions.ts'
import type { OwnAlertForm } from '../../schemas/api/own-alert.ts'
import type { KeptTexts } from '../../schemas/api/definitions.ts'
import { storeDraft } from '../../src/server/data/studio/draft-routes.ts'
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

/** A call of a route: what its address and body have beside the pattern. */
interface Target {
  /** The values of the parameters, in their order, or functions that make something and return its id. */
  readonly of?: readonly unknown[]
  /** After the path; `{}` is a parameter, too. */
  readonly query?: string
  readonly body?: unknown
  readonly answers?: number
}

const resolve = (value: unknown): unknown => (typeof value === 'function' ? value() : value)

const rows = (opens: Opens, targets: Readonly<Record<string, Target>>): readonly Row[] =>
  Object.entries(targets).map(([route, { of = [], query = '', body, answers = 200 }]) => ({
    route,
    opens,
    answers,
    call: async () => {
      let url = route.slice(route.indexOf('/')) + query
      for (const value of of) url = url.replace(/:\w+|\*|\{\}/, String(await resolve(value)))
      return [url, await resolve(body)]
    },
  }))

/** Every route with a call that succeeds in a testApp that holds the demo's records of March 2025 (spec 7). */
export function routeCalls(testApp: TestUsers, tree: readonly TreeNode[]): readonly Row[] {
  let count = 0
  const name = () => `target ${(count += 1)}`
  const role = () => testApp.addRole(name())
  /** The event of a change of a role, which can be undone. */
  const changedRole = async () => {
    const subject = name()
    const id = await testApp.addRole(subject)
    const { database } = testApp.engine
    await database.updateTable('roles').set({ description: 'after' }).where('id', '=', id).execute()
    await storeAuditEvents(database, [
      {
        at: testApp.now(),
        event: 'role updated',
        actor: 'gone',
        subjectKind: 'role',
        subject,
        details: { before: { description: 'before' }, after: { description: 'after' } },
        address: null,
        requestId: null,
      },
    ])
    const last = database.selectFrom('audit_events').select('id').where('subject', '=', subject)
    return (await last.executeTakeFirstOrThrow()).id
  }
  const user = async () => (await testApp.addUserWithRole(name())).id
  const session = async () => (await testApp.addUserWithRole(name())).sessionId
  const token = async () => (await addToken(testApp, await user())).id
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
    const { database } = testApp.engine
    const [stored] = await storeRecords(database, 'monthly-reports', reportType, { [key]: averages })
    return stored?.id
  }

  const screen = 'daily-report-minutes/mno-to-routelink/daily'
  const note = { from: '2025-03-14', to: '2025-03-16', row: null, text: 'Cable cut' }
  const storedNote = async () => {
    const times = { first_moment: note.from, last_moment: note.to, created_at: '2025-06-02T08:00:00.000Z' }
    const author = { author_id: 0, author: 'gone', changed_by: null, changed_at: null }
    const content = { scope: 'report/daily-report-minutes/mno-to-routelink', name: null, text: 'Cable cut' }
    return (await insertNote(testApp.engine.database, { ...content, ...times, ...author })).id
  }

  const draft = {
    path: 'reports/a.json',
    files: [{ kind: 'reports', name: 'a', text: '{}' }] satisfies KeptTexts['files'],
    endDate: '2025-06-30',
  }
  const keptDraft = async () => storeDraft(testApp.engine.database, await user(), draft)
  const noReport = {
    kind: 'report',
    id: 'none',
    tab: null,
    variant: null,
    chart: null,
    selectors: {},
    period: 'latest',
  }
  const view = { name: 'mine', address: '/nowhere', isDefault: false }
  const ownAlert: OwnAlertForm = {
    report: 'none',
    tab: null,
    variant: null,
    selectors: {},
    column: 'total',
    label: 'Total',
    against: 'value',
    operator: '<',
    value: 1,
    title: 'Low',
    mail: false,
  }
  const readerAlert = async () => insertOwnAlert(testApp.engine.database, await user(), ownAlert)
  const service = '?service=bidashboard'
  const march = ['2025', '3', 'MNO_TO_ROUTELINK']
  const year = ['2025', 'MNO_TO_ROUTELINK']
  return [
    ...rows('anyone', {
      'POST /auth/login': { body: { username: 'analyst', password: DEMO_PASSWORD } },
      'POST /auth/logout': {},
      'GET /healthz': {},
      'HEAD /healthz': {},
      'GET /readyz': {},
      'HEAD /readyz': {},
      'GET /metrics': {},
      'GET /settings.properties': {},
      'GET /*': { of: ['roles/system-user'] },
      'HEAD /*': { of: ['roles/system-user'] },
    }),
    ...rows('signed in', {
      'GET /v1/alerts': {},
      'POST /auth/validate-token': {},
      'GET /auth/permissions': {},
      'GET /openapi.json': {},
      'GET /v1/tokens': {},
      'POST /v1/tokens': {
        body: { label: 'nightly', endDate: '2025-06-30', reports: null, password: DEMO_PASSWORD },
        answers: 201,
      },
      // It belongs to another user, as the session below.
      'DELETE /v1/tokens/:id': { of: [token], answers: 404 },
      'GET /v1/views': {},
      'GET /v1/alerts/own': {},
      // No report has this column, and nobody this alert.
      'POST /v1/alerts/own': { body: ownAlert, answers: 400 },
      'POST /v1/alerts/own/replay': { body: ownAlert, answers: 400 },
      'DELETE /v1/alerts/own/:id': { of: [999_999], answers: 404 },
      // No report has this address, and nobody this view.
      'POST /v1/views': { body: view, answers: 400 },
      'PUT /v1/views/:id': { of: [999_999], body: view, answers: 400 },
      'DELETE /v1/views/:id': { of: [999_999], answers: 404 },
      'GET /v1/account': {},
      'GET /v1/account/sessions': {},
      'DELETE /v1/account/sessions/:id': { of: [session], answers: 404 },
      'DELETE /v1/account/sessions/others': {},
      // The users of the tests have no password; the message names what is missing.
      'PUT /v1/account/password': { body: {}, answers: 400 },
    }),
    ...rows([[11]], {
      'GET /dashboards': {},
      'GET /dashboards/:id': { of: ['operations'] },
    }),
    ...rows([[2, 3]], {
      'GET /v1/imports': {},
      'GET /v1/imports/tables': {},
      // Without a file, and without an import.
      'POST /v1/imports/preview': { query: '?dataset=daily-reports&file=a.csv', answers: 400 },
      'POST /v1/imports': { query: '?dataset=daily-reports&file=a.csv&changes=1,0,0', answers: 400 },
      'POST /v1/imports/:id/undo': { of: [999_999], answers: 409 },
    }),
    ...rows([[4]], {
      'GET /v1/drafts': {},
      'GET /v1/drafts/:id': { of: [keptDraft] },
      'POST /v1/drafts': { body: draft, answers: 201 },
      // It belongs to another user.
      'DELETE /v1/drafts/:id': { of: [keptDraft], answers: 404 },
      'GET /v1/definitions': {},
      'POST /v1/definitions/effects': { body: { drafts: [], path: 'reports/none.json' } },
      // No report has this id.
      'POST /v1/definitions/mails': {
        body: { drafts: [], path: '', records: 'demo', view: noReport, workbook: true, charts: true },
        answers: 400,
      },
      'POST /v1/definitions/from-file': {
        body: { drafts: [], id: 'calls', file: { text: 'Day,Calls\n2025-03-01,7', read: [] } },
      },
      // No dataset serves the call.
      'POST /v1/definitions/answers': {
        body: { drafts: [], path: '', call: '/v1/nothing', records: 'demo' },
        answers: 400,
      },
    }),
    ...rows([[2]], {
      'GET /v1/system-users': {},
      'GET /v1/system-users/:id': { of: [user] },
      'POST /v1/system-users': {
        body: async () => ({ ...form, userId: name(), password: PASSWORD, roleId: await role() }),
        answers: 201,
      },
      'PUT /v1/system-users/:id': { of: [user], body: async () => ({ ...form, roleId: await role() }) },
      'DELETE /v1/system-users/:id': { of: [user] },
      'POST /v1/system-users/:id/reset-password': { of: [user], body: { newPassword: PASSWORD } },
      'PUT /v1/system-users/:id/status': { of: [user], query: '?status=Inactive' },
      'GET /v1/role-master': {},
      'GET /v1/role-master/:id': { of: [role] },
      'POST /v1/role-master': { body: () => ({ name: name(), description: 'x' }), answers: 201 },
      'PUT /v1/role-master/:id': { of: [role], body: { description: 'y' } },
      'DELETE /v1/role-master/:id': { of: [role] },
      'GET /v1/sessions': {},
      'GET /v1/sessions/last-sign-ins': {},
      'DELETE /v1/sessions/:id': { of: [session] },
      'GET /v1/jobs': {},
      'GET /v1/alerts/defined': {},
      'GET /v1/alerts/readers': {},
      'DELETE /v1/alerts/readers/:id': { of: [readerAlert] },
      'GET /v1/sessions/tokens': {},
      'DELETE /v1/sessions/tokens/:id': { of: [token] },
      'GET /v1/audit-events': {},
      'GET /v1/audit-events/export': {},
      'POST /v1/audit-events/:id/undo': { of: [changedRole] },
      'GET /v1/menu-hierarchy': {},
      'GET /v1/menu-hierarchy/root': {},
      'GET /v1/menu-hierarchy/children/:id': { of: [13] },
      'GET /v1/menu-hierarchy/role/:roleId': { of: [role], query: service },
      'GET /v1/menu-hierarchy/user/:userId': { of: [user], query: service },
      'POST /v1/rights-management/save-role-rights': {
        of: [role],
        query: `${service}&roleId={}`,
        body: { records: tree },
      },
      'POST /v1/rights-management/save-system-user-rights': {
        of: [user],
        query: `${service}&userId={}`,
        body: { records: tree },
      },
      'GET /v1/rights-management/role/:id/menus': { of: [role], query: service },
      'GET /v1/rights-management/system-user/:id/menus': { of: [user], query: service },
      'GET /v1/rights-management/role/:id/rights': { of: [role] },
      'GET /v1/rights-management/system-user/:id/rights': { of: [user], query: service },
    }),
    ...rows([[13, 17]], {
      'GET /v1/alerts/replay': { query: '?report=daily-report-minutes' },
      'GET /v1/notes': { query: `?screen=${screen}&from=2025-03-01&to=2025-03-31` },
      'GET /v1/coverage': { query: `?screen=${screen}` },
      'GET /v1/days': { query: `?screen=${screen}&days=2025-02-01..2025-03-15` },
      'POST /v1/notes': { body: { screen, scope: 'report', ...note }, answers: 201 },
      'GET /v1/monthly-reports/:year/:month/:type': { of: march },
      'GET /v1/monthly-reports/download/:year/:month/:type': { of: march },
    }),
    // A note on the records of the daily minutes report, which someone else has written.
    ...rows([[2, 13, 17]], {
      'PUT /v1/notes/:id': { of: [storedNote], body: note },
      'DELETE /v1/notes/:id': { of: [storedNote] },
    }),
    ...rows(
      [
        [13, 16],
        [13, 17],
      ],
      {
        'GET /v1/monthly-reports/years': {},
        'GET /v1/monthly-reports/:year/:type': { of: year },
        'GET /v1/monthly-reports/download/:year/:type': { of: year },
        'GET /v1/monthly-reports/:id': { of: [storedMonthly] },
      },
    ),
    ...rows(
      [
        [2, 13, 16],
        [2, 13, 17],
      ],
      {
        'POST /v1/monthly-reports': { body: monthly, answers: 201 },
        'PUT /v1/monthly-reports/:id': { of: [storedMonthly], body: monthly },
        'DELETE /v1/monthly-reports/:id': { of: [storedMonthly] },
        'POST /v1/monthly-reports/generate-dummy-data': { query: '?year=2023&reportType=ROUTELINK_TO_MNO' },
      },
    ),
    ...rows([[13, 18]], {
      'GET /v1/international-minutes/available-months': {},
      'GET /v1/international-minutes/ida-to-routelink/:month': { of: ['2025-03'] },
      'GET /v1/international-minutes/routelink-to-mno/:month': { of: ['2025-03'] },
      'GET /v1/international-minutes/download/ida-to-routelink/:month': { of: ['2025-03'] },
      'GET /v1/international-minutes/download/routelink-to-mno/:month': { of: ['2025-03'] },
    }),
    ...rows([[2, 13, 18]], {
      'POST /v1/international-minutes/generate-dummy-data': {
        query: '?month=2023-01&direction=IDA_TO_ROUTELINK',
      },
    }),
    ...rows([[13, 19]], {
      'GET /v1/local-exchange-traffic/:year/:month': { of: ['2025', '3'] },
      'GET /v1/local-exchange-traffic/download/:year/:month': { of: ['2025', '3'] },
    }),
    ...rows([[2, 13, 19]], {
      'POST /v1/local-exchange-traffic/generate-dummy-data': { query: '?year=2023&month=1' },
    }),
    ...rows([[13, 20]], {
      'GET /api/international-exchange/years': {},
      'GET /api/international-exchange/data': { query: '?year=2025&month=3' },
      'GET /api/international-exchange/download': { query: '?year=2025&month=3' },
    }),
  ]
}

/** Stores a token of a user, for a month and all reports unless some are named. */
export async function addToken(
  { engine, now }: Pick<TestUsers, 'engine' | 'now'>,
  userId: number,
  reports: readonly string[] | null = null,
) {
  const token = TOKEN_PREFIX + createToken()
  const id = await storeToken(engine.database, {
    user_id: userId,
    label: 'nightly',
    token_hash: hashToken(token),
    reports: reports && JSON.stringify(reports),
    created_at: now().toISOString(),
    expires_at: new Date(now().getTime() + 30 * 24 * 3_600_000).toISOString(),
  })
  return { token, id }
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
