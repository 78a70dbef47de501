import { expect, test } from 'vitest'
import { PermanentError } from '../../../../src/server/platform/jobs/job.ts'
import {
  findSchedule,
  updateSchedule,
} from '../../../../src/server/delivery/schedules/schedule-repository.ts'
import { addScheduleJob } from '../../../../src/server/delivery/schedules/send.ts'
import { formatUnsubscribeUrl } from '../../../../src/server/delivery/schedules/unsubscribe.ts'
import { createScheduleApp, form } from '../../../support/schedule-app.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const testApp = await createScheduleApp()
const owner = await testApp.addUserWithRole('owner', [11, 13, 16])
const other = await testApp.addUserWithRole('other', [11, 13, 16])
const administrator = await testApp.addUserWithRole('chief', [2])

const { view, due } = form

test.each<[string, object]>(
  Object.entries({
    'You may not open': { view: { ...view, id: 'daily-report-minutes', tab: null } },
    "There is no report 'nothing' with this tab.": { view: { ...view, id: 'nothing' } },
    "There is no report 'monthly-report' with this tab.": { view: { ...view, tab: 'nothing' } },
    "There is no dashboard 'x'.": { view: { ...view, kind: 'dashboard', id: 'x' } },
    "there is no time zone 'Africa/Atlantis'": { due: { ...due, zone: 'Africa/Atlantis' } },
    'must be a mail address': { recipients: ['a@partner.example\r\nBcc: b@x.example'] },
    'No mails may be sent to the domain of spy@elsewhere.example. Ask the administrator of the portal to add it to MAIL_DOMAINS.':
      {
        recipients: ['boss@partner.example', 'spy@elsewhere.example'],
      },
    // A domain below one with accounts, and one whose dot is another sign.
    'the domain of x@mail.portal.example.': { recipients: ['x@mail.portal.example'] },
    'recipients with %': { recipients: ['a%elsewhere.example@partner.example'] },
    'recipients with !': { recipients: ['elsewhere.example!a@partner.example'] },
  }),
)('a schedule is refused: %s', async (message, change) => {
  const { status, body } = await owner.send('POST', '/v1/schedules', { ...form, ...change })
  expect(status).toBe(400)
  expect(body['message']).toContain(message.replace(/^recipients with.*/, 'must be a mail address'))
})

test('a schedule is read, changed, paused and deleted by its owner, and is in the history', async () => {
  const created = await owner.send('POST', '/v1/schedules', form)
  expect(created.status).toBe(201)
  const id = (created.body['records'] as { id: number }).id
  expect(created.body['records']).toMatchObject({
    owner: 'owner',
    title: 'Monthly Report - Daily Average: MNO to Routelink',
    paused: false,
    // 07:00 in Lagos.
    nextAt: '2025-06-03T06:00:00.000Z',
    runs: [],
    file: null,
  })
  const changed = await owner.send('PUT', `/v1/schedules/${id}`, {
    ...form,
    due: { ...due, every: 'monthly', day: 31 },
  })
  expect(changed.body['records']).toMatchObject({ nextAt: '2025-06-30T06:00:00.000Z' })
  const paused = await owner.send('PUT', `/v1/schedules/${id}/paused`, { paused: true })
  expect(paused.body['records']).toMatchObject({ paused: true, nextAt: null })
  expect((await owner.send('DELETE', `/v1/schedules/${id}`)).status).toBe(200)
  expect((await owner.send('GET', `/v1/schedules/${id}`)).status).toBe(404)
  const { database } = testApp.engine
  const events = database
    .selectFrom('audit_events')
    .select(['event', 'subject'])
    .where('event', 'like', 'schedule%')
  expect((await events.orderBy('id').execute()).map(({ event }) => event)).toEqual([
    'schedule created',
    'schedule updated',
    'schedule updated',
    'schedule deleted',
  ])
})

test('of two changes of one version the second is told', async () => {
  const id = await testApp.add(owner.send)
  const { headers } = await owner.send('GET', `/v1/schedules/${id}`)
  const change = (time: string) =>
    testApp.bearing(owner.token, { 'if-match': String(headers['etag']) })('PUT', `/v1/schedules/${id}`, {
      ...form,
      due: { ...due, time },
    })
  expect((await change('08:00')).status).toBe(200)
  expect((await change('09:00')).status).toBe(412)
})

test('nobody reads or changes the schedules of others; administration sees, pauses, sends and ends them', async () => {
  const id = await testApp.add(owner.send)
  for (const stranger of [other, administrator]) {
    expect((await stranger.send('GET', `/v1/schedules/${id}`)).status).toBe(404)
    expect((await stranger.send('PUT', `/v1/schedules/${id}`, form)).status).toBe(404)
  }
  expect((await other.send('DELETE', `/v1/schedules/${id}`)).status).toBe(404)
  expect((await other.send('PUT', `/v1/schedules/${id}/paused`, { paused: true })).status).toBe(404)
  expect((await other.send('POST', `/v1/schedules/${id}/send`)).status).toBe(404)
  expect((await other.send('GET', '/v1/schedules')).body['totalCount']).toBe(0)
  const { body } = await administrator.send('GET', '/v1/deliveries?size=100')
  expect(body['records']).toContainEqual(expect.objectContaining({ id, owner: 'owner' }))
  expect((await administrator.send('PUT', `/v1/schedules/${id}/paused`, { paused: true })).status).toBe(200)
  expect((await administrator.send('POST', `/v1/schedules/${id}/send`)).status).toBe(200)
  expect((await administrator.send('POST', `/v1/schedules/${id}/send`)).status).toBe(409)
  // A test is no mail to the recipients, so it is possible in the same minute; a second test is not.
  expect((await administrator.send('POST', `/v1/schedules/${id}/send?test=true`)).status).toBe(200)
  expect((await administrator.send('POST', `/v1/schedules/${id}/send?test=true`)).status).toBe(409)
  expect((await administrator.send('DELETE', `/v1/schedules/${id}`)).status).toBe(200)
  expect((await owner.send('GET', `/v1/schedules/${id}`)).status).toBe(404)
  const history = await administrator.send('GET', '/v1/audit-events?event=schedule%20deleted')
  expect((history.body['records'] as object[])[0]).toMatchObject({
    actor: 'chief',
    details: { before: { owner: 'owner' } },
  })
})

test('schedules of role 1 are out of the reach of administration', async () => {
  const chief = await testApp.addUser('super', 1)
  const id = await testApp.add(chief.send)
  const { body } = await administrator.send('GET', '/v1/deliveries?size=100')
  expect(body['records']).not.toContainEqual(expect.objectContaining({ id }))
  expect((await administrator.send('POST', `/v1/schedules/${id}/send`)).status).toBe(404)
  expect((await administrator.send('DELETE', `/v1/schedules/${id}`)).status).toBe(404)
})

test('the history and the jobs show no recipients of schedules of role 1 to administration', async () => {
  const chief = await testApp.addUser('hidden', 1)
  const secret = 'secret-reader@partner.example'
  const id = await testApp.add(chief.send, { recipients: [secret] })
  testApp.failures.set(secret, new PermanentError('550 no'))
  await chief.send('POST', `/v1/schedules/${id}/send`)
  await testApp.runDue()
  const link = formatUnsubscribeUrl('', await find(id), secret)
  expect((await testApp.send({ method: 'POST', url: link })).status).toBe(200)
  const read = async ({ send }: typeof administrator) => {
    const [history, jobs] = [
      await send('GET', '/v1/audit-events?size=100'),
      await send('GET', '/v1/jobs?size=100'),
    ]
    const count = (raw: Buffer, part: string) => raw.toString().split(part).length - 1
    return [count(history.raw, secret), count(jobs.raw, `"subject":"${id}"`)]
  }
  expect(await read(administrator)).toEqual([0, 0])
  const [inHistory = 0, inJobs] = await read(chief)
  expect([inHistory >= 3, inJobs]).toEqual([true, 1])
})

async function find(id: number) {
  const found = await findSchedule(testApp.engine.database, id)
  if (found === undefined) throw new Error('there is no such schedule')
  return found
}

test('an account has at most 50 schedules', async () => {
  const busy = await testApp.addUserWithRole('busy', [13, 16])
  for (let count = 0; count < 50; count += 1) await testApp.add(busy.send)
  expect((await busy.send('POST', '/v1/schedules', form)).status).toBe(409)
})

test('a deactivated user has no schedules any more', async () => {
  const leaving = await testApp.addUserWithRole('leaving', [13, 16])
  await testApp.add(leaving.send)
  const chief = await testApp.addUser('super2', 1)
  const { status } = await chief.send('PUT', `/v1/system-users/${leaving.id}/status?status=Inactive`)
  expect(status).toBe(200)
  const { database } = testApp.engine
  const left = database.selectFrom('schedules').select('id').where('owner_id', '=', leaving.id)
  expect(await left.execute()).toEqual([])
})

test('a schedule that this version cannot read sends nothing, and leaves the others as they are', async () => {
  const reader = await testApp.addUserWithRole('kept', [13, 16])
  const [id, other] = [await testApp.add(reader.send), await testApp.add(reader.send)]
  const { database } = testApp.engine
  const stored = { ...form, due: { ...form.due, every: 'hourly' } }
  await updateSchedule(database, id, { form: JSON.stringify(stored) })
  await addScheduleJob(database, reader.id, String(id), testApp.now(), { manual: true })
  await testApp.runDue()
  expect(testApp.takeMails().filter(({ text }) => text.includes('kept has this mail'))).toEqual([])
  const { body } = await reader.send('GET', '/v1/schedules')
  expect(body['records']).toMatchObject([{ id: other, runs: [] }])
})

test('no answer tells which addresses have accounts', async () => {
  for (const recipient of ['nobody@portal.example', 'other@portal.example']) {
    const { status, body } = await owner.send('POST', '/v1/schedules', { ...form, recipients: [recipient] })
    expect(status).toBe(201)
    expect(body['records']).toMatchObject({ recipients: [recipient], unsubscribed: [] })
  }
})

test('who unsubscribed can have the mails again, by the same page', async () => {
  const sender = await testApp.addUserWithRole('sender', [13, 16])
  const [address] = form.recipients
  const id = await testApp.add(sender.send)
  const link = formatUnsubscribeUrl('', await find(id), address ?? '')
  const open = async (method: 'GET' | 'POST', url: string) => {
    const text = (await testApp.send({ method, url })).raw.toString()
    const action = /action="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    return { text, next: `${link.split('?')[0]}${action}` }
  }
  const asked = await open('GET', link)
  const ended = await open('POST', asked.next)
  expect(ended.text).toContain('You get no more mails from sender')
  expect(ended.text).toContain('Send them again')
  expect((await testApp.read(sender.send, id)).unsubscribed).toEqual([address])
  expect((await open('GET', ended.next)).text).toContain('You have unsubscribed already')
  const resumed = await open('POST', ended.next)
  expect(resumed.text).toContain('You get the mails from sender')
  expect((await testApp.read(sender.send, id)).unsubscribed).toEqual([])
  const { body } = await administrator.send('GET', '/v1/audit-events?event=schedule%20subscribed%20again')
  expect(body['totalCount']).toBe(1)
  await open('POST', resumed.next)
  expect((await testApp.read(sender.send, id)).unsubscribed).toEqual([address])
})

test('a server without mails answers a link of an earlier mail with a page', async () => {
  const silent = await createTestUsers()
  for (const method of ['GET', 'POST'] as const) {
    const url = '/v1/schedules/unsubscribe?schedule=1&address=a%40b.example&token=x'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, raw } = await silent.send({ method, url, ...(method === 'POST' && { headers }) })
    expect(status).toBe(404)
    expect(raw.toString()).toContain('<h1')
    expect(raw.toString()).toContain('This portal sends no mails any more.')
  }
})
