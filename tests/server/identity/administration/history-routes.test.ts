import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AuditEvent } from '../../../../schemas/api/audit-event.ts'
import { readAuditEvents } from '../../../../src/server/platform/history/history-repository.ts'
import { batches } from '../../../../src/server/platform/database/batches.ts'
import { addDemo } from '../../../support/stored-records.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'
import { createTestUsers, enableOnly, readTree } from '../../../support/test-users.ts'

const form = { owner: 'admin', loginIP: '', emailId: 'eve@example.com' }

const testApp = await createTestUsers()
await addDemo(testApp.engine.database, 'daily-reports', 'MNO_TO_ROUTELINK', 2025)
const chief = (await testApp.addUserWithRole('chief', [2, 11, 13, 16, 17])).send
let written: number
beforeEach(async () => {
  written = testApp.log().length
  await testApp.engine.database.deleteFrom('audit_events').execute()
})

async function history(query = '', send = chief) {
  const { status, body } = await send('GET', `/v1/audit-events?size=100${query}`)
  expect(status).toBe(200)
  return z.array(AuditEvent).parse(body['records'])
}

/** The events of the history, oldest first, without their ids. */
async function events(query = '', send = chief) {
  const found = await history(query, send)
  return found.toReversed().map(({ event, actor, subjectKind, subject, details }) => ({
    event,
    actor,
    subject: `${subjectKind} ${subject}`,
    details,
  }))
}

/** Lists the events of the log about a role or user since a test began: what happened, by whom, to whom. */
const listLogged = () =>
  testApp
    .log()
    .slice(written)
    .split('\n')
    .filter((line) => line.includes('"event":'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
    .map(({ event, caller, role, user }) => [event, caller, role ?? user])

/** An event of the one who changes everything here. */
const byChief =
  (subject: string) =>
  ([event, details]: readonly [string, object]) => ({ event, actor: 'chief', subject, details })

/** Lists sign-ins of three users a millisecond, newest first. */
const listSignIns = (length: number) =>
  Array.from({ length }, (_, index) => ({
    at: new Date(testApp.now().getTime() - Math.floor(index / 3)).toISOString(),
    actor: null,
    actor_key: null,
    event: 'signed in',
    subject_kind: 'user',
    subject: `user ${index}`,
    subject_key: `user ${index}`,
    details: '{}',
    address: null,
    request_id: null,
  }))

async function insert(signIns: ReturnType<typeof listSignIns>) {
  for (const part of batches(signIns)) {
    await testApp.engine.database.insertInto('audit_events').values(part).execute()
  }
}

/** A record of a month with these five figures. */
const monthly = (first: number, year: number, reportMonth: number) => {
  const names = ['airtel', 'mtn', 'nineMobile', 'glo', 'ida']
  const figures = Object.fromEntries(names.map((name, index) => [`${name}DailyAvg`, first + index]))
  return { ...figures, year, reportMonth, reportType: 'MNO_TO_ROUTELINK' }
}

const idOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
  (body['records'] as { readonly id: number }).id

describe('the history', () => {
  test('has every change of a role with the names of its rights, before and after', async () => {
    const id = idOf(await chief('POST', '/v1/role-master', { name: 'Auditors', description: 'x' }))
    await chief('PUT', `/v1/role-master/${id}`, { description: 'y' })
    const tree = readTree((await chief('GET', `/v1/menu-hierarchy/role/${id}?service=bidashboard`)).body)
    const save = `/v1/rights-management/save-role-rights?roleId=${id}&service=bidashboard`
    await chief('POST', save, { records: enableOnly(tree, [11, 16]) })
    await chief('POST', save, { records: enableOnly(tree, [11]) })
    await chief('DELETE', `/v1/role-master/${id}`)
    const dashboard = { id: 11, name: 'Dashboard' }
    const report = { id: 16, name: 'Monthly Report - Daily Average' }
    const both = [dashboard, report]
    const expected: [string, object][] = [
      ['role created', { after: { id, name: 'Auditors', description: 'x' } }],
      ['role updated', { before: { description: 'x' }, after: { description: 'y' } }],
      ['role rights saved', { id, granted: both, revoked: [], before: [], after: both }],
      ['role rights saved', { id, granted: [], revoked: [report], before: both, after: [dashboard] }],
      ['role deleted', { before: { id, name: 'Auditors', description: 'y', rights: [dashboard] } }],
    ]
    expect(await events()).toEqual(expected.map(byChief('role Auditors')))
    expect(listLogged()).toEqual(expected.map(([event]) => [event, 'chief', 'Auditors']))
  })

  test('has every change of a user, with status and password, but no password and no hash', async () => {
    const [staff, desk] = [await testApp.addRole('staff'), await testApp.addRole('desk')]
    const id = idOf(await chief('POST', '/v1/system-users', userBody(staff, 'eve')))
    await chief('PUT', `/v1/system-users/${id}`, { ...form, roleId: desk, status: 'Inactive' })
    await chief('PUT', `/v1/system-users/${id}/status?status=Active`)
    await chief('POST', `/v1/system-users/${id}/reset-password`, { newPassword: 'amber kettle 17 orbit' })
    await chief('DELETE', `/v1/system-users/${id}`)
    const stored = await events()
    const [active, inactive] = [{ status: 'Active' }, { status: 'Inactive' }]
    const expected: [string, object][] = [
      ['user created', { after: { id, userId: 'eve', role: 'staff' } }],
      ['user updated', { before: { role: 'staff', roleId: staff }, after: { role: 'desk', roleId: desk } }],
      ['user status updated', { before: active, after: inactive }],
      ['user status updated', { before: inactive, after: active }],
      ['password reset', {}],
      ['user deleted', { before: { id, userId: 'eve', rights: [] } }],
    ]
    expect(stored).toMatchObject(expected.map(byChief('user eve')))
    expect(listLogged()).toEqual(expected.map(([event]) => [event, 'chief', 'eve']))
    for (const secret of [PASSWORD, 'amber kettle', 'argon2']) {
      expect(JSON.stringify(stored)).not.toContain(secret)
    }
  })

  test('has sign-ins and sign-outs with address, client and request', async () => {
    const { body, headers } = await testApp.login(' ANALYST', undefined, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' },
      remoteAddress: '203.0.113.7',
    })
    await testApp.bearing(String(body['accessToken']))('POST', '/auth/logout')
    const [out, opened] = await history()
    const analyst = { actor: 'analyst', subjectKind: 'user', subject: 'analyst' }
    expect(opened).toEqual({
      ...analyst,
      id: expect.any(Number),
      at: '2025-06-02T08:00:00.000Z',
      event: 'signed in',
      details: { client: 'Firefox 128, Linux' },
      address: '203.0.113.7',
      requestId: headers['x-request-id'],
    })
    expect(out).toMatchObject({ ...analyst, event: 'signed out', details: {} })
  })

  test('has exports with the name of the report, and records with what changed', async () => {
    await chief('GET', '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK')
    testApp.pass(1_000)
    const record = monthly(1, 2022, 3)
    const id = idOf(await chief('POST', '/v1/monthly-reports', record))
    await chief('PUT', `/v1/monthly-reports/${id}`, { ...record, airtelDailyAvg: 9 })
    await chief('DELETE', `/v1/monthly-reports/${id}`)
    const subject = 'record monthly-reports MNO_TO_ROUTELINK 2022-03'
    const stored = await events()
    const changes = { before: { airtelDailyAvg: 1 }, after: { airtelDailyAvg: 9 } }
    expect(stored).toMatchObject([
      {
        actor: 'chief',
        event: 'report exported',
        subject: 'report Daily Report - Minutes',
        details: { report: 'daily-report-minutes', period: '2025 March' },
      },
      { subject, event: 'record created', details: { id, after: record } },
      { subject, event: 'record updated', details: { id, ...changes } },
      { subject, event: 'record deleted', details: { before: { airtelDailyAvg: 9 } } },
    ])
    expect(stored[2]?.details).toMatchObject({ before: changes.before })
  })

  test('shows figures of records to readers with the rights of their dataset only, also in the file', async () => {
    const record = monthly(71, 2021, 4)
    const id = idOf(await chief('POST', '/v1/monthly-reports', record))
    await chief('PUT', `/v1/monthly-reports/${id}`, { ...record, airtelDailyAvg: 79 })
    await chief('DELETE', `/v1/monthly-reports/${id}`)
    const subject = { dataset: 'monthly-reports', id, key: '2021-04', scope: 'MNO_TO_ROUTELINK' }
    for (const [name, rights] of Object.entries({ 'of the history': [2], 'of a report': [2, 13, 18] })) {
      const { send } = await testApp.addUserWithRole(`reader ${name}`, rights)
      const seen = await events('&subject=monthly', send)
      expect(seen.map(({ details }) => details)).toEqual([1, 2, 3].map(() => ({ ...subject, hidden: true })))
    }
  })

  test('has failed sign-ins of accounts that exist only, and at most ten of an account in a day', async () => {
    for (let time = 0; time < 15; time += 1) await testApp.login('administrator', 'wrong')
    for (let time = 0; time < 3; time += 1) await testApp.login('velvet tram 92 harbour', 'wrong')
    const failures = await events('&subject=administrator')
    expect(failures).toHaveLength(10)
    expect(failures[0]).toEqual({
      event: 'sign-in failed',
      actor: null,
      subject: 'user administrator',
      details: { attempt: 1, stored: 10 },
    })
    expect(failures[9]).toMatchObject({ event: 'sign-in refused', details: { attempt: 10 } })
    expect(await history()).toHaveLength(10)
    testApp.pass(24 * 3_600_000)
    await testApp.login('administrator', 'wrong')
    const { send } = await testApp.addUserWithRole('chief of the next day', [2])
    expect(await events('&subject=administrator', send)).toHaveLength(11)
    testApp.pass(-24 * 3_600_000)
  })

  test('has an export before it is sent, so that no crash loses it', async () => {
    await chief('GET', '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK')
    const stored = await testApp.engine.database.selectFrom('audit_events').select('event').execute()
    expect(stored).toEqual([{ event: 'report exported' }])
  })

  test('has at most 1,000 exports of an account in a day, and that there were more', async () => {
    const count = async (send = chief) =>
      (await send('GET', '/v1/audit-events?size=1&event=report%20exported')).body['totalCount']
    const { send } = await testApp.addUserWithRole('looping client', [13, 17])
    const path = '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'
    const exportTimes = async (times: number) => {
      for (let time = 0; time < times; time += 1) expect((await send('GET', path)).status).toBe(200)
    }
    await exportTimes(990)
    expect(await count()).toBe(990)
    await exportTimes(20)
    expect(await count()).toBe(1_000)
    const [actor, subject] = ['looping client', 'user looping client']
    expect(await events('&event=export%20limit%20reached')).toEqual([
      { event: 'export limit reached', actor, subject, details: {} },
    ])
    expect((await chief('GET', path)).status).toBe(200)
    expect(await count()).toBe(1_001)
    testApp.pass(24 * 3_600_000)
    const later = await testApp.addUserWithRole('looping client of the next day', [13, 17])
    expect((await later.send('GET', path)).status).toBe(200)
    const { send: next } = await testApp.addUserWithRole('chief of another day', [2])
    expect(await count(next)).toBe(1_002)
    testApp.pass(-24 * 3_600_000)
  }, 120_000)
})

describe('GET /v1/audit-events', () => {
  const store = async (name: string) => {
    await chief('POST', '/v1/role-master', { name, description: 'x' })
    testApp.pass(60_000)
  }

  test.each([
    ['actor=CHIEF', ['Night shift', 'Days']],
    ['actor=chie', []],
    ['event=role%20updated', ['Days']],
    ['subject=SHIFT', ['Night shift']],
    ['subject=%25', []],
    ['actor=chief&subject=days', ['Days', 'Days']],
  ])('finds events by %s', async (query, found) => {
    await store('Night shift')
    await store('Days')
    const id = (await history('&subject=days'))[0]?.details['after'] as { readonly id: number }
    await chief('PUT', `/v1/role-master/${id.id}`, { description: 'y' })
    const subjects = (await history(`&${query}`)).map(({ subject }) => subject)
    expect([...new Set(subjects)].toSorted()).toEqual([...new Set(found)].toSorted())
    expect(subjects).toHaveLength(query === 'actor=CHIEF' ? 3 : found.length)
    await testApp.engine.database.deleteFrom('roles').where('name', 'in', ['Night shift', 'Days']).execute()
  })

  test('finds events of days of UTC and between moments, both included', async () => {
    await store('Monday')
    const [monday] = await history()
    testApp.pass(24 * 3_600_000)
    const { send } = await testApp.addUserWithRole('chief of Tuesday', [2])
    await send('POST', '/v1/role-master', { name: 'Tuesday', description: 'x' })
    const [tuesday] = await history('', send)
    testApp.pass(-24 * 3_600_000)
    const [day, at] = [monday?.at.slice(0, 10) ?? '', tuesday?.at ?? '']
    const subjects = async (query: string) => (await history(`&${query}`)).map(({ subject }) => subject)
    expect(await subjects(`from=${day}&to=${day}`)).toEqual(['Monday'])
    expect(await subjects(`from=${at}&to=${at}`)).toEqual(['Tuesday'])
    expect(await subjects(`to=${monday?.at}`)).toEqual(['Monday'])
  })

  const wrong = ['from=yesterday', 'event=denied', 'size=101', 'actor=a&actor=b', 'search=x']
  test.each([...wrong, 'to=2025-06-02T08:00'])('refuses %s', async (query) => {
    expect((await chief('GET', `/v1/audit-events?${query}`)).status).toBe(400)
  })

  test('counts at most 10,000 events, and lists those before one of them', async () => {
    const stored = listSignIns(10_450)
    await insert(stored.toReversed())
    const list = async (query: string) => {
      const { body } = await chief('GET', `/v1/audit-events?size=100&${query}`)
      return { total: body['totalCount'], events: z.array(AuditEvent).parse(body['records']) }
    }
    const last = await list('page=100')
    expect(last.total).toBe(10_001)
    expect(last.events.map(({ subject }) => subject)).toEqual(
      stored.slice(10_000, 10_100).map(({ subject }) => subject),
    )
    const older = await list(`before=${last.events.at(-1)?.id}`)
    expect(older.total).toBe(350)
    expect(older.events[0]?.subject).toBe('user 10100')
    // The only event is beyond the first slice of the search.
    const only = { total: 1, events: [{ subject: 'user 10449' }] }
    expect(await list('subject=USER%2010449')).toMatchObject(only)
  })

  test('hides sign-ins of role 1 from administrators, not from role 1', async () => {
    const superadmin = await testApp.as('superadmin')
    await testApp.login('superadmin', 'wrong')
    await testApp.as('analyst')
    expect((await history()).map(({ subject }) => subject)).toEqual(['analyst'])
    const all = await history('', superadmin)
    expect(all.map(({ subject }) => subject).toSorted()).toEqual(['analyst', 'superadmin', 'superadmin'])
  })
})

test('all events are read slice by slice, newest first, for files', async () => {
  const stored = listSignIns(2_450)
  await insert(stored)
  const read: AuditEvent[] = []
  for await (const page of readAuditEvents(testApp.engine.database, { includesReserved: true })) {
    read.push(...page)
  }
  expect(read.map(({ at }) => at)).toEqual(stored.map(({ at }) => at))
  expect(new Set(read.map(({ subject }) => subject)).size).toBe(2_450)
})

describe('GET /v1/audit-events/export', () => {
  const read = async (query = '', send = chief) => {
    const { status, headers, raw } = await send('GET', `/v1/audit-events/export${query}`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    return raw.toString().split('\n').slice(0, -1)
  }

  test('has the events that fit the filters in words, newest first, and no formula', async () => {
    const id = idOf(await chief('POST', '/v1/role-master', { name: '=cmd()', description: 'x' }))
    await chief('PUT', `/v1/role-master/${id}`, { description: '+1' })
    const [heading, ...lines] = await read('?subject=cmd')
    expect(heading).toBe('\uFEFFTime (UTC),Person,What happened,Event,Kind,Subject,Details,Address,Request')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^2025-06-02T08:\d\d:\d\d\.000Z,chief,Changed role =cmd\(\): Description,role updated,role,'=cmd\(\),"\{""before/,
    )
    expect(await read('?event=role%20deleted')).toHaveLength(1)
    expect((await chief('GET', '/v1/audit-events/export?page=1')).status).toBe(400)
  })

  test('hides what the list hides', async () => {
    const superadmin = await testApp.as('superadmin')
    await superadmin('POST', '/v1/monthly-reports', monthly(7, 2024, 5))
    const auditor = await testApp.addUserWithRole('export auditor', [2])
    const hidden = (await read('', auditor.send)).join('\n')
    expect(hidden).toContain('record created')
    expect(hidden).toContain('""hidden"":true')
    expect(hidden).not.toContain('airtelDailyAvg')
    expect(hidden).not.toContain(',superadmin,Signed in')
    const all = (await read('', superadmin)).join('\n')
    expect(all).toContain('airtelDailyAvg')
    expect(all).toContain(',superadmin,Signed in')
  })
})
