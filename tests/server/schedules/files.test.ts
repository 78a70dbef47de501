import { expect, test } from 'vitest'
import type { SchedulePlan } from '../../../src/definition/schedules.ts'
import { loadReports } from '../../../src/definition/load.ts'
import { storeScheduleFiles } from '../../../src/server/schedules/files.ts'
import { createScheduleApp, form } from '../../support/schedule-app.ts'

const DAY_MS = 24 * 3_600_000

const warnings: unknown[] = []
const testApp = await createScheduleApp()
const owner = await testApp.addUserWithRole('owner', [13, 16])

const plan: SchedulePlan = {
  id: 'monthly',
  owner: 'OWNER',
  form: { ...form, recipients: ['one@partner.example', 'two@partner.example'] },
}
/** What a start of the server does with the schedules of its files. */
const start = (schedules: readonly SchedulePlan[], unusable: readonly string[] = []) =>
  storeScheduleFiles(
    {
      reports: loadReports('reports'),
      dashboards: [],
      database: testApp.engine.database,
      clock: testApp.now,
      log: {
        warn: (fields: object, text: string) => warnings.push('owner' in fields ? fields : text),
      } as never,
    },
    { schedules, unusable },
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
    testApp.send({ method: 'POST', url: mail?.unsubscribeUrl.replace('https://portal.example', '') ?? '' })

  await unsubscribe()
  await start([plan])
  expect(await list()).toMatchObject([{ id: stored?.id, recipients: ['two@partner.example'] }])
  const changed = { ...plan, form: { ...plan.form, due: { ...form.due, time: '09:00' } } }
  await start([changed])
  expect(await list()).toMatchObject([
    {
      id: stored?.id,
      recipients: ['two@partner.example'],
      due: { time: '09:00' },
      runs: [{ result: 'sent' }],
    },
  ])
  await unsubscribe(second)
  await start([changed])
  expect(await list()).toMatchObject([{ id: stored?.id, recipients: [], paused: true, nextAt: null }])
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

test('it keeps its state while its file cannot be used, and ends when the file is gone', async () => {
  await start([plan])
  const [stored] = await list()
  await start([], ['monthly'])
  expect(await list()).toEqual([stored])
  await start([])
  expect(await list()).toEqual([])
})

test('the server warns of an owner who does not have the right to the report', async () => {
  warnings.length = 0
  await testApp.addUserWithRole('clerk', [13, 17])
  await start([{ ...plan, owner: 'clerk' }])
  expect(warnings).toEqual([
    'clerk has no right to Monthly Report - Daily Average: MNO to Routelink; give it to the role clerk role.',
  ])
})
