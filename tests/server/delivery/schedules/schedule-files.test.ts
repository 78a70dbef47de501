import { expect, test } from 'vitest'
import type { SchedulePlan } from '../../../../src/report/model/dashboard-plan.ts'
import { loadDashboards, loadReports } from '../../../../src/loading/load.ts'
import { storeScheduleFiles } from '../../../../src/server/delivery/schedules/schedule-files.ts'
import { createScheduleApp, form } from '../../../support/schedule-app.ts'

const DAY_MS = 24 * 3_600_000

const warnings: object[] = []
const messages: string[] = []
const reports = loadReports('reports', 'datasets')
const { dashboards } = loadDashboards('dashboards', reports)
const shown = { reports, dashboards }
const testApp = await createScheduleApp()
const owner = await testApp.addUserWithRole('owner', [13, 16])

const plan: SchedulePlan = {
  id: 'monthly',
  owner: 'OWNER',
  form: { ...form, recipients: ['one@partner.example', 'two@partner.example'] },
}
/** What a start of the server does with the schedules of its files. */
const start = (plans: readonly SchedulePlan[] = [], unread: readonly string[] = []) =>
  storeScheduleFiles(
    {
      ...shown,
      database: testApp.engine.database,
      clock: testApp.now,
      log: {
        warn: (fields: object, message: string) => {
          warnings.push(fields)
          messages.push(message)
        },
      } as never,
    },
    { plans, unread },
  )
const list = async () => (await owner.send('GET', '/v1/schedules')).body['records'] as { id: number }[]

test('a schedule of a file sends with the rights of its owner, is read-only, and remembers who unsubscribed', async () => {
  await start([plan])
  const [stored] = await list()
  expect(stored).toMatchObject({ file: 'monthly', owner: 'owner', recipients: plan.form.recipients })
  const url = `/v1/schedules/${stored?.id}`
  for (const call of [owner.send('PUT', url, form), owner.send('DELETE', url)]) {
    expect(await call).toMatchObject({
      status: 409,
      body: { message: 'It is defined in schedules/monthly.json.' },
    })
  }
  const administrator = await testApp.addUserWithRole('chief', [2])
  const { body } = await administrator.send('GET', '/v1/deliveries')
  expect(body['records']).toMatchObject([{ id: stored?.id, file: 'monthly' }])
  expect((await administrator.send('POST', `${url}/send`)).status).toBe(200)
  await testApp.runDue()
  const [first, second] = testApp.takeMails()
  const unsubscribe = (mail = first) =>
    testApp.send({ method: 'POST', url: mail?.unsubscribeUrl?.replace('https://portal.example', '') ?? '' })

  await unsubscribe()
  await start([plan])
  expect(await list()).toMatchObject([{ id: stored?.id, unsubscribed: ['one@partner.example'] }])
  const changed = { ...plan, form: { ...plan.form, due: { ...form.due, time: '09:00' } } }
  await start([changed])
  expect(await list()).toMatchObject([
    {
      id: stored?.id,
      unsubscribed: ['one@partner.example'],
      due: { time: '09:00' },
      runs: [{ result: 'sent' }],
    },
  ])
  await unsubscribe(second)
  await start([changed])
  expect(await list()).toMatchObject([{ id: stored?.id, unsubscribed: plan.form.recipients }])
  testApp.pass(DAY_MS)
  await testApp.runDue()
  expect(testApp.takeMails()).toEqual([])
})

test('it ends with its file, and waits for an account that is its owner', async () => {
  await start([])
  expect(await list()).toEqual([])
  await start([{ ...plan, owner: 'nobody' }])
  expect(warnings).toEqual([{ schedule: 'monthly', owner: 'nobody' }])
  expect(await list()).toEqual([])
})

test('it sends nothing while its file cannot be read, and continues afterwards', async () => {
  await start([plan])
  const [stored] = await list()
  await start([], ['monthly'])
  expect(await list()).toMatchObject([{ id: stored?.id, paused: true, nextAt: null }])
  await start([plan])
  expect(await list()).toMatchObject([
    { id: stored?.id, paused: false, nextAt: expect.any(String) as string },
  ])
  await start()
})

test('a start warns of an owner who may not open its report', async () => {
  await testApp.addUserWithRole('blind', [13])
  const warned = warnings.length
  await start([{ ...plan, owner: 'blind' }])
  expect(warnings.slice(warned)).toEqual([{ schedule: 'monthly', owner: 'blind' }])
  expect(messages.at(-1)).toBe(
    'blind has no right to Monthly Report - Daily Average: MNO to Routelink; give it to the role blind role.',
  )
})
