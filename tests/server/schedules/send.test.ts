import { beforeEach, expect, test } from 'vitest'
import { PermanentError } from '../../../src/server/jobs/job.ts'
import { hashViews } from '../../../src/server/schedules/send.ts'
import { createScheduleApp, form } from '../../support/schedule-app.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

const testApp = await createScheduleApp()
const owner = await testApp.addUserWithRole('owner', [11, 13, 16, 17])
beforeEach(() => {
  testApp.failures.clear()
  testApp.takeMails()
})

/** Adds a schedule, sends it now and returns how that ended, with the mails. */
async function sendNow(change: Partial<typeof form> = {}, caller = owner) {
  testApp.pass(MINUTE_MS)
  const id = await testApp.add(caller.send, change)
  await caller.send('POST', `/v1/schedules/${id}/send`)
  await testApp.runDue()
  return { id, mails: testApp.takeMails(), run: (await testApp.read(caller.send, id)).runs[0] }
}

test('a mail has the figures in HTML and text, the workbook, the chart, and a link to exactly this view', async () => {
  const view = { ...form.view, chart: 'line' } as const
  const { mails, run } = await sendNow({ view, workbook: true, charts: true })
  expect(run).toMatchObject({ result: 'sent', text: 'Sent to boss@partner.example.' })
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail).toMatchObject({
    to: 'boss@partner.example',
    subject: 'MNO to Routelink - Monthly Report Data - 2025',
  })
  expect(mail?.attachments.map(({ name, cid }) => cid ?? name)).toEqual([
    'chart-1',
    expect.stringMatching(/\.xlsx$/),
  ])
  expect(mail?.html).toContain('src="cid:chart-1"')
  expect(mail?.html).toContain(
    'href="https://portal.example/report/monthly-reports/mno-to-routelink?year=2025&amp;view=chart&amp;chart=line"',
  )
  expect(mail?.text).toMatch(/^Dec +\d/m)
  expect(mail?.messageId).toMatch(/^<[\w-]+@portal\.example>$/)
})

test('rights are those of the owner at the moment of sending (S102)', async () => {
  const losing = await testApp.addUserWithRole('losing', [13, 16])
  const id = await testApp.add(losing.send)
  await testApp.setOwnPermissions(losing.id, [13, 17])
  testApp.pass(DAY_MS)
  await testApp.runDue()
  expect((await testApp.read(losing.send, id)).runs[0]).toMatchObject({
    result: 'failed',
    text: 'losing has no right to Monthly Report - Daily Average: MNO to Routelink; give it to losing.',
  })
  expect(testApp.takeMails().filter(({ html }) => html.includes('losing'))).toEqual([])
})

test('a recipient with an account needs the right too, and an inactive one gets nothing (S103)', async () => {
  await testApp.addUserWithRole('reader', [13, 16])
  await testApp.addUserWithRole('stranger', [13, 17])
  const { id: former } = await testApp.addUserWithRole('former', [13, 16])
  await testApp.engine.database
    .updateTable('users')
    .set({ status: 'Inactive' })
    .where('id', '=', former)
    .execute()
  const recipients = ['Reader@portal.example', 'stranger@portal.example', 'former@portal.example']
  const { mails, run } = await sendNow({ recipients })
  expect(mails.map(({ to }) => to)).toEqual(['Reader@portal.example'])
  expect(run?.text).toBe(
    'Sent to Reader@portal.example. stranger@portal.example is left out: its account may not open this. former@portal.example is left out: its account may not open this.',
  )
})

test('a domain that is not allowed any more gets nothing', async () => {
  const account = await testApp.addUserWithRole('moving', [13, 16])
  const recipients = ['moving@portal.example']
  const id = await testApp.add(owner.send, { recipients })
  const { database } = testApp.engine
  await database
    .updateTable('users')
    .set({ email_id: 'new@portal.example' })
    .where('id', '=', account.id)
    .execute()
  testApp.pass(MINUTE_MS)
  await owner.send('POST', `/v1/schedules/${id}/send`)
  await testApp.runDue()
  expect((await testApp.read(owner.send, id)).runs[0]).toMatchObject({
    result: 'failed',
    text: 'moving@portal.example is left out: its domain is not allowed.',
  })
})

test('only new data are sent, if that is wanted', async () => {
  const id = await testApp.add(owner.send, { onlyNewData: true, recipients: ['news@partner.example'] })
  const run = async () => {
    testApp.pass(DAY_MS)
    await testApp.runDue()
    return (await testApp.read(owner.send, id)).runs[0]?.result
  }
  expect([await run(), await run()]).toEqual(['sent', 'skipped'])
  const { database } = testApp.engine
  const records = database.selectFrom('dataset_records').select('id').where('dataset', '=', 'monthly-reports')
  const { id: removed } = await records
    .where('scope', '=', 'MNO_TO_ROUTELINK')
    .where('period', '=', '2025')
    .executeTakeFirstOrThrow()
  await database
    .deleteFrom('dataset_records')
    .where('dataset', '=', 'monthly-reports')
    .where('id', '=', removed)
    .execute()
  expect(await run()).toBe('sent')
})

test('the time at which a source was read is no news', () => {
  const hash = (notice: string, minutes: number) =>
    hashViews([{ url: '/report/x', response: JSON.stringify({ records: [{ minutes }], notice }) }])
  expect(hash('As of 07:00.', 1)).toBe(hash('As of 08:00.', 1))
  expect(hash('As of 07:00.', 1)).not.toBe(hash('As of 07:00.', 2))
})

test('who has got a mail gets none by a second attempt, and a refused recipient keeps nobody waiting', async () => {
  testApp.failures.set('grey@partner.example', new Error('451 try later'))
  testApp.failures.set('gone@partner.example', new PermanentError('550 no such user'))
  const recipients = ['a@partner.example', 'grey@partner.example', 'gone@partner.example']
  const { id, mails } = await sendNow({ recipients })
  expect(mails.map(({ to }) => to)).toEqual(['a@partner.example'])
  testApp.failures.delete('grey@partner.example')
  testApp.pass(2 * MINUTE_MS)
  await testApp.runDue()
  expect(testApp.takeMails().map(({ to }) => to)).toEqual(['grey@partner.example'])
  expect((await testApp.read(owner.send, id)).runs[0]?.text).toBe(
    'Sent to a@partner.example, grey@partner.example. Refused: gone@partner.example.',
  )
})

test('what was missed while no server ran is sent once, for the last due time, and says so', async () => {
  const late = await testApp.addUserWithRole('late', [13, 17])
  const view = { ...form.view, id: 'daily-report-minutes', period: 'previous-month' } as const
  const id = await testApp.add(late.send, { view, recipients: ['late@partner.example'] })
  const { nextAt } = await testApp.read(late.send, id)
  testApp.pass(7 * DAY_MS)
  await testApp.runDue()
  const mails = testApp.takeMails().filter(({ to }) => to === 'late@partner.example')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('6 mails before it were left out.')
  const after = await testApp.read(late.send, id)
  expect(Date.parse(after.nextAt ?? '') - Date.parse(nextAt ?? '')).toBe(7 * DAY_MS)
})

test('a paused schedule sends nothing, nor does a deleted one', async () => {
  const quiet = ['quiet@partner.example']
  const paused = await testApp.add(owner.send, { recipients: quiet })
  await owner.send('PUT', `/v1/schedules/${paused}/paused`, { paused: true })
  const deleted = await testApp.add(owner.send, { recipients: quiet })
  await owner.send('DELETE', `/v1/schedules/${deleted}`)
  testApp.pass(DAY_MS)
  await testApp.runDue()
  expect(testApp.takeMails().filter(({ to }) => to === quiet[0])).toEqual([])
})

test('the address in a mail ends the mails to its recipient and no other, without a session (S105)', async () => {
  const { id, mails } = await sendNow({ recipients: ['one@partner.example', 'two@partner.example'] })
  const [first, second] = mails.map(({ unsubscribeUrl }) =>
    unsubscribeUrl.replace('https://portal.example', ''),
  )
  const call = (method: 'GET' | 'POST', url = '', payload?: string) =>
    testApp.send({
      method,
      url,
      ...(payload !== undefined && {
        payload,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    })
  const asked = await call('GET', first)
  expect(asked.raw.toString()).toContain('<form method="post">')
  expect((await testApp.read(owner.send, id)).recipients).toHaveLength(2)
  const forged = first?.replace('one%40', 'two%40')
  await call('POST', forged, 'List-Unsubscribe=One-Click')
  expect((await testApp.read(owner.send, id)).recipients).toHaveLength(2)
  expect((await call('POST', first, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect((await testApp.read(owner.send, id)).recipients).toEqual(['two@partner.example'])
  await call('POST', second, 'List-Unsubscribe=One-Click')
  expect((await owner.send('GET', `/v1/schedules/${id}`)).status).toBe(404)
  const { database } = testApp.engine
  const events = database
    .selectFrom('audit_events')
    .select('details')
    .where('event', '=', 'schedule unsubscribed')
  expect(await events.execute()).toHaveLength(2)
})

test('the last ten runs are listed, and what could not be read is a failed one after the last attempt', async () => {
  const reader = await testApp.addUserWithRole('again', [13, 17])
  const view = { ...form.view, id: 'daily-report-minutes' }
  const id = await testApp.add(reader.send, { view, recipients: ['reader@partner.example'] })
  for (let count = 0; count < 11; count += 1) {
    testApp.pass(MINUTE_MS)
    await reader.send('POST', `/v1/schedules/${id}/send`)
    await testApp.runDue()
  }
  expect((await testApp.read(reader.send, id)).runs.map(({ result }) => result)).toEqual(
    Array(10).fill('sent'),
  )

  const { database } = testApp.engine
  await database.updateTable('dataset_records').set({ measures: 'null' }).execute()
  await reader.send('PUT', `/v1/schedules/${id}/paused`, { paused: true })
  testApp.pass(MINUTE_MS)
  await reader.send('POST', `/v1/schedules/${id}/send`)
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    testApp.pass(5 * 60 * MINUTE_MS)
    await testApp.runDue()
  }
  const { runs } = await testApp.read(reader.send, id)
  expect(runs.map(({ result }) => result)).toEqual(['failed', ...Array(9).fill('sent')])
  expect(runs[0]?.text).not.toBe('')
})
