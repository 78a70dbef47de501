import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../../../src/server/delivery/mail/mailer.ts'
import { PermanentError } from '../../../../src/server/platform/jobs/job.ts'
import { countMail } from '../../../../src/server/delivery/schedules/mail-counts.ts'
import { hashViews } from '../../../../src/server/delivery/schedules/send.ts'
import { createScheduleApp, form } from '../../../support/schedule-app.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

const testApp = await createScheduleApp()
const owner = await testApp.addUserWithRole('owner', [11, 13, 16, 17])
beforeEach(() => {
  testApp.failures.clear()
  testApp.takeMails()
})

/** Runs what is due after a time, and returns the mails. */
async function runAfter(milliseconds: number) {
  testApp.pass(milliseconds)
  await testApp.runDue()
  return testApp.takeMails()
}

/** Sends a schedule now and returns how that ended, with the mails. */
async function sendAgain(id: number, caller = owner, query = '') {
  testApp.pass(MINUTE_MS)
  await caller.send('POST', `/v1/schedules/${id}/send${query}`)
  const mails = await runAfter(0)
  return { id, mails, to: mails.map(({ to }) => to), run: (await testApp.read(caller.send, id)).runs[0] }
}

/** Adds a schedule and sends it. */
const sendNow = async (change: Partial<typeof form> = {}, caller = owner) =>
  sendAgain(await testApp.add(caller.send, change), caller)

test('a mail has the figures in HTML and text, the workbook, the chart, and a link to exactly this view', async () => {
  const view = { ...form.view, chart: 'line' } as const
  const { mails, run } = await sendNow({ view, workbook: true, charts: true })
  expect(run).toMatchObject({
    result: 'sent',
    text: 'Sent to boss@partner.example. People who may not see it got nothing.',
  })
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

test('a test goes only to its owner, and the first mail is still one of new data', async () => {
  const id = await testApp.add(owner.send, { onlyNewData: true })
  const { to, run } = await sendAgain(id, owner, '?test=true')
  expect(to).toEqual(['owner@portal.example'])
  expect((await testApp.read(owner.send, id)).recipients).toEqual(['boss@partner.example'])
  expect(run?.text).toBe('A test. Sent to owner@portal.example.')
  await runAfter(DAY_MS)
  expect((await testApp.read(owner.send, id)).runs[0]?.text).toMatch(/^Sent to boss@partner\.example\./)
})

test('a test of a period without records sends the latest that has some, and says so', async () => {
  const id = await testApp.add(owner.send, { view: { ...form.view, period: '2031' } })
  const [mail] = (await sendAgain(id, owner, '?test=true')).mails
  expect(mail?.subject).toBe('MNO to Routelink - Monthly Report Data - 2025')
  expect(mail?.text).toContain('The period of the mail has no records; this is the latest one that has.')
  const run = { text: 'There are no records of the period.' }
  expect(await sendAgain(id)).toMatchObject({ mails: [], run })
})

test('rights are those of the owner at the moment of sending', async () => {
  const losing = await testApp.addUserWithRole('losing', [13, 16])
  const id = await testApp.add(losing.send)
  await testApp.setOwnPermissions(losing.id, [13, 17])
  const mails = await runAfter(DAY_MS)
  expect((await testApp.read(losing.send, id)).runs[0]).toMatchObject({
    result: 'failed',
    text: 'losing has no right to Monthly Report - Daily Average: MNO to Routelink; give it to the role losing role.',
  })
  expect(mails.filter(({ html }) => html.includes('losing'))).toEqual([])
})

test('a recipient with an account needs the right too, and an inactive one gets nothing', async () => {
  await testApp.addUserWithRole('reader', [13, 16])
  await testApp.addUserWithRole('stranger', [13, 17])
  const { id: former } = await testApp.addUserWithRole('former', [13, 16])
  const users = testApp.engine.database.updateTable('users')
  await users.set({ status: 'Inactive' }).where('id', '=', former).execute()
  const recipients = ['Reader@portal.example', 'stranger@portal.example', 'former@portal.example']
  const { to, run } = await sendNow({ recipients })
  expect(to).toEqual(['reader@portal.example'])
  expect(run?.text).toBe(
    'Sent to Reader@portal.example, stranger@portal.example, former@portal.example. People who may not see it got nothing.',
  )
})

test('a run says the same of an address with an account and of one without', async () => {
  await testApp.addUserWithRole('hidden', [13, 17])
  const describeRun = async (recipient: string) => {
    const { run } = await sendNow({ recipients: [recipient] })
    return { ...run, at: '', text: run?.text.replace(recipient, 'X') }
  }
  // An account without the right, no account in a domain of accounts, and one in an allowed domain.
  const known = await describeRun('hidden@portal.example')
  expect(known).toMatchObject({ result: 'sent', text: 'Sent to X. People who may not see it got nothing.' })
  expect(await describeRun('nobody@portal.example')).toEqual(known)
  expect(await describeRun('nobody@partner.example')).toEqual(known)
})

describe('the account of a recipient', () => {
  const { database } = testApp.engine
  const move = (id: number, email_id: string) =>
    database.updateTable('users').set({ email_id }).where('id', '=', id).execute()

  test('needs its right whatever the tag, and gets one mail at the address of the account', async () => {
    const carol = await testApp.addUserWithRole('carol', [13, 17])
    await move(carol.id, 'carol@partner.example')
    const recipients = ['carol+r@partner.example', 'Carol@partner.example']
    const { id, mails, run } = await sendNow({ recipients })
    expect(mails).toEqual([])
    expect(run?.text).toBe(
      'Sent to carol+r@partner.example, Carol@partner.example. People who may not see it got nothing.',
    )
    await testApp.setOwnPermissions(carol.id, [13, 16])
    await database.updateTable('users').set({ own_rights: 1 }).where('id', '=', carol.id).execute()
    expect((await sendAgain(id)).to).toEqual(['carol@partner.example'])
  })

  test('is stored as the account: its former address gets nothing more', async () => {
    const moving = await testApp.addUserWithRole('moving', [13, 16])
    await move(moving.id, 'moving@partner.example')
    const { id } = await sendNow({ recipients: ['moving@partner.example'] })
    await move(moving.id, 'new@portal.example')
    expect((await sendAgain(id)).to).toEqual(['new@portal.example'])
  })

  test('leaves all schedules when the account is deleted', async () => {
    const chief = await testApp.addUser('remover', 1)
    const gone = await testApp.addUserWithRole('gone', [13, 17])
    await move(gone.id, 'gone@partner.example')
    const recipients = ['gone@partner.example', 'left@partner.example']
    const [both, alone] = [
      await testApp.add(owner.send, { recipients }),
      await testApp.add(owner.send, { recipients: ['gone+x@partner.example'] }),
    ]
    expect((await chief.send('DELETE', `/v1/system-users/${gone.id}`)).status).toBe(200)
    expect((await testApp.read(owner.send, both)).recipients).toEqual(['left@partner.example'])
    expect(await sendAgain(both)).toMatchObject({ to: ['left@partner.example'] })
    expect(await sendAgain(alone)).toMatchObject({ to: [], run: { text: 'Nobody is left who gets it.' } })
  })
})

describe('mails have a limit', () => {
  const { database } = testApp.engine
  const count = async (times: number, ownerId: number, to: string) => {
    for (let time = 0; time < times; time += 1) await countMail(database, { ownerId, to, now: testApp.now() })
  }

  test('three schedules with 41 tagged addresses of one mailbox send it three mails', async () => {
    const sender = await testApp.addUserWithRole('tagging', [13, 16])
    const tagged = Array.from({ length: 41 }, (_, index) => `Tagged+${index}@partner.example`)
    let sent = 0
    for (const recipients of [tagged.slice(0, 20), tagged.slice(20, 40), tagged.slice(40)]) {
      sent += (await sendNow({ recipients }, sender)).mails.length
    }
    expect(sent).toBe(3)
  })

  test.each([
    ['full@partner.example', 19, 'a mailbox gets at most 20 mails a day from one account', true],
    ['busy@partner.example', 59, 'a mailbox gets at most 60 mails a day', false],
  ])('of a day to a mailbox, whatever its case and tag: %s', async (mailbox, before, text, isOwn) => {
    const sender = await testApp.addUserWithRole(mailbox.slice(0, 4), [13, 16])
    await count(before, isOwn ? sender.id : owner.id, mailbox)
    const due = { ...form.due, every: 'lastWorkingDay' } as const
    const results = []
    for (const to of [mailbox.toUpperCase().replace('@', '+A@'), mailbox])
      results.push((await sendNow({ due, recipients: [to] }, sender)).run)
    expect(results).toMatchObject([
      { result: 'sent' },
      { result: 'failed', text: `${mailbox} is left out: ${text}.` },
    ])
    await runAfter(DAY_MS)
    expect((await sendNow({ due, recipients: [mailbox] }, sender)).mails).toHaveLength(1)
  })

  test('of 400 a day from an account', async () => {
    const sender = await testApp.addUserWithRole('flooding', [13, 16])
    for (let index = 0; index < 399; index += 1) await count(1, sender.id, `r${index}@partner.example`)
    const { run } = await sendNow({ recipients: ['x@partner.example', 'y@partner.example'] }, sender)
    expect(run?.text).toBe(
      'Sent to x@partner.example. People who may not see it got nothing. y@partner.example is left out: an account sends at most 400 mails a day.',
    )
  })
})

test('a running job sends nothing more once its owner is deactivated', async () => {
  const leaving = await testApp.addUserWithRole('leaving', [13, 16])
  const chief = await testApp.addUser('chief', 1)
  testApp.onMail(async () => {
    await chief.send('PUT', `/v1/system-users/${leaving.id}/status?status=Inactive`)
  })
  const id = await testApp.add(leaving.send, { recipients: ['one@partner.example', 'two@partner.example'] })
  testApp.pass(MINUTE_MS)
  await leaving.send('POST', `/v1/schedules/${id}/send`)
  const mails = await runAfter(0)
  testApp.onMail()
  expect(mails.filter(({ html }) => html.includes('leaving'))).toMatchObject([{ to: 'one@partner.example' }])
})

test('a moment with a clock 500 days ahead silences no schedule', async () => {
  const reader = await testApp.addUserWithRole('steady', [13, 16])
  const id = await testApp.add(reader.send, { recipients: ['steady@partner.example'] })
  const { nextAt } = await testApp.read(reader.send, id)
  await runAfter(500 * DAY_MS)
  const ahead = (await testApp.read(reader.send, id)).nextAt ?? ''
  expect(Date.parse(ahead) - testApp.now().getTime()).toBeGreaterThan(0)
  await runAfter(-500 * DAY_MS)
  expect((await testApp.read(reader.send, id)).nextAt).toBe(nextAt)
  const mails = await runAfter(DAY_MS)
  expect(mails.filter(({ to }) => to === 'steady@partner.example')).toHaveLength(1)
})

test('only new data are sent, if that is wanted', async () => {
  const id = await testApp.add(owner.send, { onlyNewData: true, recipients: ['news@partner.example'] })
  const run = async () => {
    await runAfter(DAY_MS)
    return (await testApp.read(owner.send, id)).runs[0]?.result
  }
  expect([await run(), await run()]).toEqual(['sent', 'skipped'])
  const { database } = testApp.engine
  const records = database.deleteFrom('dataset_records').where('dataset', '=', 'monthly-reports')
  await records.where('scope', '=', 'MNO_TO_ROUTELINK').where('key', '=', '2025-01').execute()
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
  const { id, to } = await sendNow({ recipients })
  expect(to).toEqual(['a@partner.example'])
  testApp.failures.delete('grey@partner.example')
  expect(await runAfter(2 * MINUTE_MS)).toMatchObject([{ to: 'grey@partner.example' }])
  expect((await testApp.read(owner.send, id)).runs[0]?.text).toBe(
    'Sent to a@partner.example, grey@partner.example. People who may not see it got nothing. Refused: gone@partner.example.',
  )
})

test('what was missed while no server ran is sent once, for the last due time, and says so', async () => {
  const late = await testApp.addUserWithRole('late', [13, 17])
  const view = { ...form.view, id: 'daily-report-minutes', period: 'previous-month' } as const
  const id = await testApp.add(late.send, { view, recipients: ['late@partner.example'] })
  const { nextAt } = await testApp.read(late.send, id)
  const mails = (await runAfter(7 * DAY_MS)).filter(({ to }) => to === 'late@partner.example')
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
  expect((await runAfter(DAY_MS)).filter(({ to }) => to === quiet[0])).toEqual([])
})

describe('the address in a mail', () => {
  const call = async (method: 'GET' | 'POST', url = '') => {
    const payload = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, raw } = await testApp.send({
      method,
      url,
      ...(method === 'POST' && { payload, headers }),
    })
    return { status, text: / text-soft">(.*?)<.p>/.exec(raw.toString())?.[1] }
  }
  const getLinks = (mails: readonly Mail[]) =>
    mails.map(({ unsubscribeUrl = '' }) => unsubscribeUrl.replace('https://portal.example', ''))
  const REPORT = 'Monthly Report - Daily Average: MNO to Routelink'

  test('ends the mails of its owner to its recipient and no other, without a session, for good', async () => {
    const sender = await testApp.addUserWithRole('ended', [13, 16])
    const recipients = ['one@partner.example', 'two@partner.example']
    const { id, mails } = await sendNow({ recipients }, sender)
    const [first = '', second = ''] = getLinks(mails)
    expect(await call('GET', first)).toEqual({
      status: 200,
      text: `Do you want to get no more mails from ended, such as ${REPORT}?`,
    })
    expect((await testApp.read(sender.send, id)).unsubscribed).toEqual([])
    expect(await call('POST', first)).toEqual({
      status: 200,
      text: `You get no more mails from ended, such as ${REPORT}.`,
    })
    for (const method of ['GET', 'POST'] as const) {
      expect(await call(method, first)).toEqual({
        status: 200,
        text: `You have unsubscribed already: you get no more mails from ended, such as ${REPORT}.`,
      })
    }
    expect((await testApp.read(sender.send, id)).unsubscribed).toEqual(['one@partner.example'])
    const again = await sendNow({ recipients: ['One+x@partner.example', 'two@partner.example'] }, sender)
    expect(again.to).toEqual(['two@partner.example'])
    expect(again.run?.text).toBe(
      'Sent to two@partner.example. People who may not see it got nothing. One+x@partner.example has unsubscribed.',
    )
    expect((await testApp.read(sender.send, again.id)).unsubscribed).toEqual(['One+x@partner.example'])
    await call('POST', second)
    expect(await sendNow({ recipients }, sender)).toMatchObject({
      mails: [],
      run: { result: 'skipped', text: 'Nobody is left who gets it.' },
    })
    expect((await sendNow({ recipients: ['one@partner.example'] })).mails).toHaveLength(1)
    const events = testApp.engine.database.selectFrom('audit_events').select('id')
    expect(await events.where('event', '=', 'schedule unsubscribed').execute()).toHaveLength(2)
  })

  test('says that it is damaged, and then ends nothing', async () => {
    const { id, mails } = await sendNow({ recipients: ['whole@partner.example', 'part@partner.example'] })
    const [link = ''] = getLinks(mails)
    const text = 'This link is damaged. Open it again in the mail, or copy all of it.'
    const otherRecipient = link.replace('whole', 'part')
    for (const url of [
      otherRecipient,
      link.slice(0, -5),
      link.replaceAll('&', '&amp;'),
      link.split('?')[0],
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        const answer = await call(method, url)
        expect([answer.status, answer.text?.slice(0, text.length)]).toEqual([400, text])
      }
    }
    expect((await testApp.read(owner.send, id)).unsubscribed).toEqual([])
  })
})

test('the last ten runs are listed, and what could not be read is a failed one after the last attempt', async () => {
  const reader = await testApp.addUserWithRole('again', [13, 17])
  const view = { ...form.view, id: 'daily-report-minutes' }
  const id = await testApp.add(reader.send, { view, recipients: ['reader@partner.example'] })
  for (let count = 0; count < 11; count += 1) await sendAgain(id, reader)
  expect((await testApp.read(reader.send, id)).runs.map(({ result }) => result)).toEqual(
    Array(10).fill('sent'),
  )

  const { database } = testApp.engine
  await database.updateTable('dataset_records').set({ measures: 'null' }).execute()
  await reader.send('PUT', `/v1/schedules/${id}/paused`, { paused: true })
  testApp.pass(MINUTE_MS)
  await reader.send('POST', `/v1/schedules/${id}/send`)
  for (let attempt = 1; attempt <= 6; attempt += 1) await runAfter(5 * 60 * MINUTE_MS)
  const { runs } = await testApp.read(reader.send, id)
  expect(runs.map(({ result }) => result)).toEqual(['failed', ...Array(9).fill('sent')])
  expect(runs[0]?.text).not.toBe('')
})
