import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { storedEvents } from '../../../../schemas/api/history-words.ts'
import { findSchedule } from '../../../../src/server/delivery/schedules/schedule-repository.ts'
import { formatUnsubscribeUrl } from '../../../../src/server/delivery/schedules/unsubscribe.ts'
import { form } from '../../../support/schedule-app.ts'
import { storePasswordHash } from '../../../../src/server/identity/accounts/credentials.ts'
import { createTestUsers, enableOnly, quickPasswords, readTree } from '../../../support/test-users.ts'
import { DEMO_PASSWORD } from '../../../../src/server/data/demo/demo-accounts.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'
import { addDemo } from '../../../support/stored-records.ts'

const averages = { airtelDailyAvg: 1, mtnDailyAvg: 2, nineMobileDailyAvg: 3, gloDailyAvg: 4, idaDailyAvg: 5 }
const record = { ...averages, year: 2022, reportMonth: 3, reportType: 'MNO_TO_ROUTELINK' }

const Line = z.looseObject({ level: z.int(), time: z.iso.datetime(), msg: z.string() })
const Event = Line.extend({
  event: z.string(),
  caller: z.string().nullable(),
  address: z.string(),
  requestId: z.uuid(),
})

let written: number

const mail = {
  send: () => Promise.resolve(),
  portalUrl: 'https://portal.example',
  domains: ['portal.example', 'partner.example'],
}
const testApp = await createTestUsers({ mail, secondFactor: [] })
await addDemo(testApp.engine.database, 'daily-reports', 'MNO_TO_ROUTELINK', 2025)
const { send: chief, token } = await testApp.addUserWithRole('chief', [2, 11, 13, 16, 17, 18, 19, 20])
beforeEach(() => {
  written = testApp.log().length
})

/** The events since the last call of this function; every line of the log must be one JSON object with its moment. */
function events() {
  const log = testApp.log()
  const lines = log.slice(written).trimEnd().split('\n')
  written = log.length
  return lines
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
    .filter((line) => 'event' in line)
    .map((line) => {
      const { level: _l, pid: _p, hostname: _h, requestId: _r, ...told } = Event.parse(line)
      return told
    })
}

const seen = new Set<string>()

/** An event with these fields beside those that every event has. */
function one(event: string, details: Readonly<Record<string, unknown>>) {
  seen.add(event)
  return { event, time: testApp.now().toISOString(), msg: event, address: '127.0.0.1', ...details }
}

describe('every action logs one event: who, when, what, from where, by which request (S86)', () => {
  test('logs sign-in and sign-out', async () => {
    const roleId = await testApp.addRole('signers')
    await chief('POST', '/v1/system-users', userBody(roleId, 'ann'))
    written = testApp.log().length
    const { body } = await testApp.login(' ANN', PASSWORD)
    expect(events()).toEqual([one('signed in', { caller: 'ann' })])

    const out = testApp.bearing(String(body['accessToken']))
    await out('POST', '/auth/logout')
    expect(events()).toEqual([one('signed out', { caller: 'ann' })])

    await out('POST', '/auth/logout')
    expect(events()).toEqual([])

    await testApp.login('ann', 'not the password')
    expect(events()).toEqual([one('sign-in failed', { caller: null, account: 'ann' })])
  })

  test('does not log an unknown user id, which may be a password in the wrong field (S11)', async () => {
    await testApp.login('velvet tram 92 harbour', 'x')
    expect(events()).toEqual([one('sign-in failed', { caller: null, account: null })])
    expect(testApp.log()).not.toContain('velvet tram 92')
  })

  test('logs a sign-in rejected by the limit of failures', async () => {
    for (let time = 0; time < 5; time += 1) await testApp.login('analyst', 'wrong')
    written = testApp.log().length
    await testApp.login('analyst', 'wrong')
    expect(events()).toEqual([one('sign-in refused', { caller: null, account: 'analyst' })])
  })

  test('logs every denial with its reason, whichever component denies it (S20)', async () => {
    const { send } = await testApp.addUserWithRole('weak', [2])
    const roleId = await testApp.addRole('strong', [18])
    await send('GET', '/v1/monthly-reports/years')
    expect(events()).toEqual([
      one('denied', {
        caller: 'weak',
        method: 'GET',
        route: '/v1/monthly-reports/years',
        reason: 'You do not have the right to do this.',
      }),
    ])
    await send('POST', '/v1/system-users', userBody(roleId, 'bob'))
    expect(events()).toEqual([
      one('denied', {
        caller: 'weak',
        method: 'POST',
        route: '/v1/system-users',
        reason: expect.stringContaining('You cannot grant a right that you do not have yourself: '),
        menuIds: [18],
      }),
    ])
  })

  test('logs changes of roles and their permissions', async () => {
    const { body } = await chief('POST', '/v1/role-master', { name: 'Auditors', description: 'x' })
    expect(events()).toEqual([one('role created', { caller: 'chief', role: 'Auditors' })])
    const { id } = z.object({ id: z.int() }).parse(body['records'])

    await chief('PUT', `/v1/role-master/${id}`, { description: 'y' })
    expect(events()).toEqual([one('role updated', { caller: 'chief', role: 'Auditors' })])

    const query = `roleId=${id}&service=bidashboard`
    const tree = readTree((await chief('GET', `/v1/menu-hierarchy/role/${id}?service=bidashboard`)).body)
    const records = enableOnly(tree, [11])
    await chief('POST', `/v1/rights-management/save-role-rights?${query}`, { records })
    expect(events()).toEqual([
      one('role rights saved', { caller: 'chief', role: 'Auditors', granted: [11], revoked: [] }),
    ])

    await chief('DELETE', `/v1/role-master/${id}`)
    expect(events()).toEqual([one('role deleted', { caller: 'chief', role: 'Auditors' })])
  })

  test('logs changes of users, their permissions, status and password', async () => {
    const roleId = await testApp.addRole('staff')
    const { body } = await chief('POST', '/v1/system-users', userBody(roleId, 'eve'))
    expect(events()).toEqual([one('user created', { caller: 'chief', user: 'eve', roleId })])
    const { id } = z.object({ id: z.int() }).parse(body['records'])
    const at = `/v1/system-users/${id}`

    await chief('PUT', at, { roleId, emailId: 'eve@example.org' })
    expect(events()).toEqual([one('user updated', { caller: 'chief', user: 'eve', roleId })])

    const tree = readTree((await chief('GET', `/v1/menu-hierarchy/user/${id}?service=bidashboard`)).body)
    const records = enableOnly(tree, [11])
    await chief('POST', `/v1/rights-management/save-system-user-rights?userId=${id}&service=bidashboard`, {
      records,
    })
    expect(events()).toEqual([
      one('user rights saved', { caller: 'chief', user: 'eve', granted: [11], revoked: [] }),
    ])

    const token = await testApp.token('eve', PASSWORD)
    written = testApp.log().length
    await testApp.bearing(token)('PUT', '/v1/account/password', { newPassword: 'copper lantern 88 moss' })
    expect(events()).toEqual([one('password changed', { caller: 'eve', user: 'eve' })])

    const wrong = { currentPassword: 'wrong', newPassword: 'copper lantern 89 moss' }
    await testApp.bearing(token)('PUT', '/v1/account/password', wrong)
    expect(events()[0]).toEqual(one('password change failed', { caller: 'eve', account: 'eve' }))

    await chief('PUT', `${at}/status?status=Inactive`)
    expect(events()).toEqual([
      one('user status updated', { caller: 'chief', user: 'eve', status: 'Inactive' }),
    ])

    await chief('POST', `${at}/reset-password`, { newPassword: 'amber kettle 17 orbit' })
    expect(events()).toEqual([one('password reset', { caller: 'chief', user: 'eve' })])

    await chief('DELETE', at)
    expect(events()).toEqual([one('user deleted', { caller: 'chief', user: 'eve' })])
  })

  test('logs the end of a session by an administrator', async () => {
    const { sessionId } = await testApp.addUserWithRole('guest')
    await chief('DELETE', `/v1/sessions/${sessionId}`)
    expect(events()).toEqual([one('session ended', { caller: 'chief', user: 'guest' })])
  })

  test('logs changes of records of a dataset', async () => {
    const { body } = await chief('POST', '/v1/monthly-reports', record)
    const { id } = z.object({ id: z.int() }).parse(body['records'])
    const details = {
      caller: 'chief',
      dataset: 'monthly-reports',
      id,
      key: '2022-03',
      scope: 'MNO_TO_ROUTELINK',
    }
    expect(events()).toEqual([one('record created', details)])
    await chief('PUT', `/v1/monthly-reports/${id}`, { ...record, airtelDailyAvg: 9 })
    expect(events()).toEqual([one('record updated', details)])
    await chief('DELETE', `/v1/monthly-reports/${id}`)
    expect(events()).toEqual([one('record deleted', details)])
  })

  test('logs changes of notes', async () => {
    const content = { from: '2025-03-14', to: '2025-03-14', text: 'Cable cut' }
    const screen = 'daily-report-minutes/mno-to-routelink/daily'
    const { body } = await chief('POST', '/v1/notes', { ...content, screen, scope: 'report' })
    const { id } = z.object({ id: z.int() }).parse(body['records'])
    const details = { caller: 'chief', note: id, place: 'report/daily-report-minutes/mno-to-routelink' }
    await chief('PUT', `/v1/notes/${id}`, { ...content, text: 'Mended' })
    await chief('DELETE', `/v1/notes/${id}`)
    expect(events()).toEqual([
      one('note created', details),
      one('note updated', details),
      one('note deleted', details),
    ])
  })

  test('logs dummy data', async () => {
    const call = '/v1/local-exchange-traffic/generate-dummy-data'
    const { body } = await chief('POST', `${call}?year=2021&month=4`)
    const details = { caller: 'chief', call, period: '2021-04', days: body['totalCount'] }
    expect(events()).toEqual([one('dummy data generated', details)])
  })

  test('logs changes of schedules, and who wants no more mails', async () => {
    const recipient = 'ada@portal.example'
    const { body } = await chief('POST', '/v1/schedules', {
      ...form,
      recipients: [recipient, 'eve@portal.example'],
    })
    const { id } = z.object({ id: z.int() }).parse(body['records'])
    const stored = await findSchedule(testApp.engine.database, id)
    const end = stored === undefined ? '' : formatUnsubscribeUrl('', stored, recipient)
    await testApp.send({ method: 'POST', url: end })
    await chief('PUT', `/v1/schedules/${id}`, form)
    await chief('DELETE', `/v1/schedules/${id}`)
    const details = { caller: 'chief', schedule: 'Monthly Report - Daily Average: MNO to Routelink' }
    expect(events()).toEqual([
      one('schedule created', details),
      one('schedule unsubscribed', { ...details, caller: null, recipient }),
      one('schedule updated', details),
      one('schedule deleted', details),
    ])
  })

  test('logs every export', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { status } = await chief('GET', '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK')
      expect(status).toBe(200)
      expect(events()).toEqual([
        one('report exported', {
          caller: 'chief',
          report: 'daily-report-minutes',
          call: '/v1/monthly-reports/download/:year/:month/:type',
          period: '2025 March',
          file: 'daily_report_mno_to_routelink_2025_03.xlsx',
        }),
      ])
    }
  })

  test('logs nothing if nothing was changed', async () => {
    await chief('POST', '/v1/role-master', { name: '', description: '' })
    await chief('PUT', '/v1/system-users/999999/status?status=Active')
    await chief('GET', '/v1/monthly-reports/download/1999/3/MNO_TO_ROUTELINK')
    await chief('GET', '/v1/system-users')
    await testApp.send({ method: 'GET', url: '/v1/system-users' })
    expect(events()).toEqual([])
  })

  test('logs what is made, used, refused and ended of a token for machines (S107)', async () => {
    const user = await testApp.addUserWithRole('scripter', [13, 17])
    const body = { label: 'nightly', endDate: '2025-12-31', reports: null, password: DEMO_PASSWORD }
    const made = await user.send('POST', '/v1/tokens', body)
    const { id, token } = made.body['records'] as Record<string, unknown>
    const who = { caller: 'scripter', token: 'nightly' }
    expect(events()).toEqual([
      one('token created', { ...who, user: 'scripter', endDate: '2025-12-31', reports: null }),
    ])
    await user.send('POST', '/v1/tokens', { ...body, password: 'wrong' })
    expect(events()[0]).toEqual(one('token creation failed', { caller: 'scripter', account: 'scripter' }))
    const call = { method: 'GET', route: '/v1/monthly-reports/:year/:type' }
    for (let calls = 0; calls <= 60; calls += 1) {
      await testApp.bearing(String(token))('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')
    }
    const [first, ...others] = events()
    expect([first, others.at(-1)]).toEqual([
      one('token used', { ...who, ...call }),
      one('token refused', { ...who, ...call }),
    ])
    await user.send('DELETE', `/v1/tokens/${String(id)}`)
    expect(events()).toEqual([one('token ended', { ...who, user: 'scripter' })])
  })

  test('logs what is done with a second factor, without its codes (S108)', async () => {
    const user = await testApp.addUserWithRole('coder', [13])
    const path = '/v1/account/second-factor'
    const own = { caller: 'coder', user: 'coder' }
    await storePasswordHash(testApp.engine.database, user.id, await quickPasswords.hash(PASSWORD))
    const enrol = async () => {
      const started = (await user.send('POST', path)).body['records'] as Record<string, string>
      const secret = Secret.fromBase32(started['secret'] ?? '')
      const code = TOTP.generate({ secret, timestamp: testApp.now().getTime() })
      const { body } = await user.send('PUT', path, { isOn: true, password: PASSWORD, code })
      return (body['records'] as Record<string, string[]>)['recoveryCodes']
    }
    await enrol()
    await chief('DELETE', `/v1/system-users/${user.id}/second-factor`)
    const [code, other] = (await enrol()) ?? []
    const change = { isOn: false, password: PASSWORD }
    await user.send('PUT', path, { ...change, code: 'x' })
    expect(events()).toEqual([
      one('second factor enabled', own),
      one('second factor reset', { caller: 'chief', user: 'coder' }),
      one('second factor enabled', own),
      one('second factor failed', { caller: 'coder', account: 'coder' }),
    ])
    const payload = { username: 'coder', password: PASSWORD }
    for (const tried of [{}, { code: 'x' }, { code }])
      await testApp.login('', '', { payload: { ...payload, ...tried } })
    await user.send('PUT', path, { ...change, code: other })
    expect(events()).toEqual([
      one('second factor asked', { caller: null, account: 'coder' }),
      one('second factor failed', { caller: null, account: 'coder' }),
      one('recovery code used', { caller: 'coder', left: 9 }),
      one('signed in', { caller: 'coder' }),
      one('recovery code used', { caller: 'coder', left: 8 }),
      one('second factor disabled', own),
    ])
    expect(testApp.log()).not.toContain(code)
  })

  test('are those of the tests above, as the handbook lists them', () => {
    const [, table = ''] = readFileSync('docs/operations/operating.md', 'utf8').split('| event |')
    const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|')[1] ?? '')
    const told = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    expect(told.toSorted()).toEqual([...seen].toSorted())
    const changes = storedEvents.slice(0, storedEvents.indexOf('export limit reached'))
    expect([...seen]).toEqual(expect.arrayContaining(changes))
  })
})

test('failures and denials are logged even by LOG_LEVEL=error (S86)', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const quiet = await createTestUsers({ log: { level: 'error', stream } })
  const { send } = await quiet.addUserWithRole('weak', [13])
  await send('GET', '/v1/system-users')
  await send('GET', '/v1/dashboards')
  expect(lines.map((line) => Event.parse(JSON.parse(line)))).toMatchObject([
    {
      level: 40,
      event: 'denied',
      caller: 'weak',
      route: '/v1/system-users',
      time: quiet.now().toISOString(),
    },
  ])
})

test('the log contains no password, token, query, body or header (S11, S86)', () => {
  for (const secret of [
    PASSWORD,
    'amber kettle',
    'copper lantern',
    'not the password',
    token,
    'Bearer',
    'service=bidashboard',
    'example.com',
    'argon2',
  ]) {
    expect({ secret, found: testApp.log().includes(secret) }).toEqual({ secret, found: false })
  }
})
