import { clearPasswordChange } from '../../../src/server/identity/accounts/credentials.ts'
import { enableOnly, readTree } from '../test-users.ts'
import type { TestApp } from '../test-app.ts'
import { createTranscript, PASSWORD, type Step } from './transcript.ts'

/**
 * The records that the recorded calls read. A stored record that is replaced uses up a number on PostgreSQL and none
 * on SQLite: nothing is added to a numbered kind after that, so that both engines give the same ids.
 */
const filling: readonly Step[] = [
  { kind: 'monthly-reports', file: 'monthly.csv' },
  { kind: 'monthly-reports', file: 'monthly.csv' },
  { kind: 'monthly-reports', file: 'monthly-replace-2025.csv', options: ['--replace', '2025'] },
  { kind: 'monthly-reports', file: 'monthly-conflict.csv' },
  { kind: 'daily-reports', file: 'daily.csv' },
  { kind: 'daily-reports', file: 'daily-totals.csv' },
  { kind: 'daily-reports', file: 'daily-replace-month.csv', options: ['--replace', '2025-02'] },
  { kind: 'daily-reports', file: 'daily-replace-day.csv', options: ['--replace', '2025-03-14'] },
  { kind: 'international-minutes', file: 'ida-to-routelink.csv' },
  { kind: 'international-minutes', file: 'routelink-to-mno.csv' },
  { kind: 'international-minutes', file: 'both-directions.csv' },
  { kind: 'international-minutes', file: 'ida-later-carriers.csv' },
  { kind: 'international-minutes', file: 'ida-replace-day.csv', options: ['--replace', '2025-03-05'] },
  { kind: 'international-minutes', file: 'ida-replace-month.csv', options: ['--replace', '2025-04'] },
  { kind: 'local-exchange-traffic', file: 'local-exchange.csv' },
  { kind: 'local-exchange-traffic', file: 'local-replace-day.csv', options: ['--replace', '2025-03-14'] },
  { kind: 'local-exchange-traffic', file: 'local-replace-month.csv', options: ['--replace', '2025-04'] },
  { kind: 'international-exchange', file: 'international-exchange.csv' },
  { kind: 'international-exchange', file: 'exchange-later-directions.csv' },
]

/** Half an hour later, so that the records tell when they were made and when they were changed. */
const fillingLater: readonly Step[] = [
  { kind: 'international-exchange', file: 'exchange-replace-month.csv', options: ['--replace', '2025-04'] },
  { kind: 'international-exchange', file: 'exchange-replace-day.csv', options: ['--replace', '2025-03-04'] },
]

/** When, after the start of the testApp, the second part comes and when the calls begin. */
const LATER_MS = 30 * 60_000
const CALLS_MS = 15 * 60_000

/** Gives a new portal its users and records and returns what the imports said; the clock then stands at 08:45. */
export async function fillPortal(testApp: TestApp): Promise<string> {
  await addPeople(testApp)
  const portal = { app: testApp.app, location: testApp.location, now: testApp.now }
  const first = await createTranscript(portal).of(filling)
  testApp.pass(LATER_MS)
  const second = await createTranscript(portal).of(fillingLater)
  testApp.pass(CALLS_MS)
  return `${first}\n${second}`
}

/** `desk` may open local exchange by its role, `clerk` of the same role the monthly report by rights of its own. */
async function addPeople(testApp: TestApp): Promise<void> {
  const send = await testApp.as('superadmin')
  const record = async (url: string, body: object) => {
    const answer = await send('POST', url, body)
    if (answer.status >= 300) throw new Error(answer.raw.toString())
    return Number((answer.body['records'] as { id?: number }).id)
  }
  const tree = readTree((await send('GET', '/v1/menu-hierarchy')).body)
  const roleId = await record('/v1/role-master', {
    name: 'Exchange Desk',
    description: 'Local exchange only',
  })
  const user = (userId: string) => ({
    userId,
    password: PASSWORD,
    owner: 'admin',
    roleId,
    loginIP: '',
    emailId: `${userId}@portal.example`,
  })
  const desk = await record('/v1/system-users', user('desk'))
  const clerk = await record('/v1/system-users', user('clerk'))
  // As if both had chosen a password of their own.
  for (const id of [desk, clerk]) await clearPasswordChange(testApp.engine.database, id)
  const save = '/v1/rights-management'
  await record(`${save}/save-role-rights?roleId=${roleId}&service=bidashboard`, {
    records: enableOnly(tree, [13, 19]),
  })
  await record(`${save}/save-system-user-rights?userId=${clerk}&service=bidashboard`, {
    records: enableOnly(tree, [13, 16]),
  })
}
