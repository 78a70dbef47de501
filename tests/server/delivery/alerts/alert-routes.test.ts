import { describe, expect, test } from 'vitest'
import type { AlertList, AlertReplay } from '../../../../schemas/api/alert.ts'
import type { OwnAlert, OwnAlertForm } from '../../../../schemas/api/own-alert.ts'
import { buildRecordKey } from '../../../../src/dataset/record-keys.ts'
import { loadServed } from '../../../../src/loading/load.ts'
import { addRecords } from '../../../../src/server/data/tables/stored-records.ts'
import type { Mail } from '../../../../src/server/delivery/mail/mailer.ts'
import { listRows } from '../../../../src/server/delivery/schedules/send.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const served = loadServed('examples/reports', 'examples/datasets')
const { datasets } = served
const dataset = datasets.find(({ id }) => id === 'service-levels') ?? expect.fail('there is no dataset')
const reports = served.reports.map((report) => ({
  ...report,
  plans: report.plans.map((plan) => ({ ...plan, alerts: [] })),
}))

const form: OwnAlertForm = {
  report: 'service-levels',
  tab: null,
  variant: null,
  selectors: { service: 'VOICE' },
  column: 'availability',
  label: 'Availability',
  against: 'value',
  operator: '<',
  value: 0.98,
  title: 'Voice is low',
  mail: true,
}

async function open() {
  const mails: Mail[] = []
  const send = (mail: Mail) => Promise.resolve(void mails.push(mail))
  const mail = { send, portalUrl: 'https://portal.example', domains: [] }
  const started = await createTestUsers({ reports, datasets, mail })
  started.pass(30 * 24 * 3_600_000)
  const ada = await started.addUserWithRole('ada', [13, 107])
  const bob = await started.addUserWithRole('bob', [13, 107])
  const other = await started.addUserWithRole('carl', [13, 17])
  /** Stores the minutes in service of the days up to one of June, the last one first. */
  const store = async (minutes: readonly number[], last = 29) => {
    const records = minutes.map((minutesUp, index) => {
      const day = new Date(Date.UTC(2025, 5, last - index)).toISOString().slice(0, 10)
      return { ...buildRecordKey(dataset, day), measures: { minutesUp, minutesPlanned: 1440, tickets: 0 } }
    })
    await addRecords(started.engine.database, dataset, 'VOICE', records, started.now())
    await started.app.runAlerts()
    await started.app.jobs.runDue()
  }
  const add = (change: Partial<OwnAlertForm> = {}, user = ada) =>
    user.send('POST', '/v1/alerts/own', { ...form, ...change })
  const list = async (user = ada) => (await user.send('GET', '/v1/alerts/own')).body['records'] as OwnAlert[]
  const bell = async (user = ada) =>
    ((await user.send('GET', '/v1/alerts')).body as unknown as AlertList).records.map(({ title }) => title)
  return { ...started, mails, ada, bob, other, store, add, list, bell }
}

test('an alert that cannot be read, as of another version, does not stop the others', async () => {
  const { store, add, list, bell, ada, engine, addUserWithRole } = await open()
  const unread = { user_id: ada.id, form: '{"report":"service-levels"}' }
  await engine.database.insertInto('own_alerts').values(unread).execute()
  await add()
  await store([1400])
  expect(await list()).toMatchObject([{ title: 'Voice is low' }])
  expect(await bell()).toEqual(['Voice is low'])
  const chief = await addUserWithRole('chief', [2])
  expect((await chief.send('GET', '/v1/alerts/readers')).body).toMatchObject({ totalCount: 1 })
})

test('a mail lists the first ten rows of an alert, and says how many more there are', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({
    label: 'May',
    subject: `${index + 1}`,
    text: '-9%',
  }))
  const lines = listRows({ kind: 'fired', title: '', report: '', url: '', rows, hiddenRows: 3 })
  expect(lines.slice(9)).toEqual(['May, 10: -9%', 'and 5 more'])
})

test.each<[Partial<OwnAlertForm>, string]>([
  [{ against: 'usual', operator: 'outside', value: null }, 'Availability not usual'],
  [
    { against: 'previous', operator: '<', value: -0.1 },
    'Availability, change since the period before, below -10.00%\u00A0pts',
  ],
])('an alert is listed with its condition in words: %j', async (change, condition) => {
  const { add, list } = await open()
  await add(change)
  expect(await list()).toMatchObject([{ condition }])
})

test('an alert that a reader has already is refused with its name, however it is called and sent', async () => {
  const { add, list } = await open()
  await add()
  const { status, body } = await add({ title: 'Again', mail: false })
  expect([status, body['message']]).toEqual([409, 'Your alert "Voice is low" already waits for this.'])
  expect(await list()).toHaveLength(1)
})

describe('alerts of readers, for administration', () => {
  test('are listed with owner and present value, and ended with an event', async () => {
    const { store, add, list, addUserWithRole } = await open()
    await add()
    await store([1400])
    const chief = await addUserWithRole('chief', [2, 13, 107])
    const blind = await addUserWithRole('blind', [2])
    const { body } = await chief.send('GET', '/v1/alerts/readers?search=ADA')
    const [alert] = body['records'] as { id: number }[]
    expect(alert).toMatchObject({
      owner: 'ada',
      title: 'Voice is low',
      report: 'Service Levels',
      condition: 'Availability below 98.00%',
      isHidden: false,
    })
    expect(alert).toMatchObject({ present: { values: [{ text: '97.22%' }] } })
    const hidden = await blind.send('GET', '/v1/alerts/readers')
    expect(hidden.body['records']).toMatchObject([
      { owner: 'ada', condition: '', isHidden: true, present: null },
    ])
    expect((await chief.send('GET', '/v1/alerts/readers?search=nobody')).body['totalCount']).toBe(0)

    const end = () => chief.send('DELETE', `/v1/alerts/readers/${alert?.id}`)
    expect((await end()).body['message']).toBe('Alert ended successfully!')
    expect(await list()).toEqual([])
    expect((await end()).status).toBe(404)
    const history = await chief.send('GET', '/v1/audit-events?event=alert%20removed')
    expect(history.body['records']).toMatchObject([
      { actor: 'chief', subject: 'ada', details: { alert: 'Voice is low' } },
    ])
  })

  test('of super administrators are shown to super administrators only', async () => {
    const { addUserWithRole, add, addUser } = await open()
    const root = await addUser('root', 1)
    await add({}, root)
    const chief = await addUserWithRole('chief', [2, 13, 107])
    expect((await chief.send('GET', '/v1/alerts/readers')).body['totalCount']).toBe(0)
    const { body } = await root.send('GET', '/v1/alerts/readers')
    const [alert] = body['records'] as { id: number }[]
    expect(alert).toMatchObject({ owner: 'root' })
    expect((await chief.send('DELETE', `/v1/alerts/readers/${alert?.id}`)).status).toBe(404)
  })
})

describe('alerts of one’s own', () => {
  test('tell their user alone, by bell and mail, and end with their present value', async () => {
    const { store, add, list, bell, mails, ada, bob } = await open()
    expect((await add()).body['message']).toBe('Alert set successfully!')
    await store([1440, 1440], 28)
    expect([await bell(), mails.length]).toEqual([[], 0])
    await store([1400])
    expect([await bell(), await bell(bob)]).toEqual([['Voice is low'], []])
    expect(mails.map(({ to, subject, unsubscribeUrl }) => [to, subject, unsubscribeUrl])).toEqual([
      [expect.stringMatching(/^ada@/), 'Alert: Voice is low', undefined],
    ])
    expect(mails[0]?.text).toContain('6/29/2025 Sun, Availability: 97.22%')
    expect(mails[0]?.text).toContain('https://portal.example/account/alerts')
    const [alert] = await list()
    expect(alert).toMatchObject({ title: 'Voice is low', report: 'Service Levels', isHidden: false })
    expect(alert?.present?.values).toEqual([
      { subject: 'Availability', text: '97.22%', meetsCondition: true },
    ])
    expect((await bob.send('DELETE', `/v1/alerts/own/${alert?.id}`)).status).toBe(404)
    expect((await ada.send('DELETE', `/v1/alerts/own/${alert?.id}`)).status).toBe(200)
    expect([await list(), await bell()]).toEqual([[], []])
  })

  test.each([
    ['is not active any more', { status: 'Inactive' as const }],
    ['has no right to the report any more', null],
  ])('tell nobody whose user %s', async (_, change) => {
    const { store, add, mails, engine } = await open()
    await add()
    const { database } = engine
    await (change === null
      ? database.deleteFrom('role_rights').execute()
      : database.updateTable('users').set(change).execute())
    await store([1400, 1440])
    expect(mails).toEqual([])
    expect(await database.selectFrom('alert_episodes').selectAll().execute()).toEqual([])
  })

  test('watch what is usual on the weekday', async () => {
    const { store, add, bell } = await open()
    await add({ against: 'usual', operator: 'outside', value: null, title: 'Unusual' })
    const weeks = Array.from({ length: 63 }, (_, index) => 1400 + (index % 3))
    await store(weeks, 28)
    expect(await bell()).toEqual([])
    await store([1000])
    expect(await bell()).toEqual(['Unusual'])
  })

  test('say how often they would have fired in twelve weeks', async () => {
    const { store, ada } = await open()
    await store([1440, 1400, 1440, 1440, 1390, 1440])
    const replay = async (change: Partial<OwnAlertForm>) =>
      (await ada.send('POST', '/v1/alerts/own/replay', { ...form, ...change })).body['records'] as AlertReplay
    const { episodes, days } = await replay({})
    expect(episodes.map(({ began, rows }) => [began, rows[0]?.text])).toEqual([
      ['6/25/2025 Wed', '96.53%'],
      ['6/28/2025 Sat', '97.22%'],
    ])
    expect(days?.last).toBe('2025-06-29')
    expect((await replay({ operator: '>', value: 1 })).episodes).toEqual([])
  })

  test.each([
    ['a report that the user may not open', {}, 'other', 400],
    ['a column that the report lacks', { column: 'nothing' }, 'ada', 400],
    ['a change that the report cannot compare', { against: 'previous', value: -0.2 }, 'ada', 201],
    ['no value to compare with', { value: null }, 'ada', 400],
    ['two limits', { operator: 'outside' }, 'ada', 400],
    ['a value beside what is usual', { against: 'usual' }, 'ada', 400],
  ] as const)('of %s are refused or set', async (_, change, name, status) => {
    const started = await open()
    expect((await started.add(change, started[name])).status).toBe(status)
  })

  test('are at most twenty for a user', async () => {
    const { add, list } = await open()
    for (let count = 0; count < 20; count += 1) await add({ value: count / 20 })
    const { status, body } = await add()
    expect([status, body['message']]).toEqual([409, 'You have 20 alerts. End one of them first.'])
    expect(await list()).toHaveLength(20)
  })
})
