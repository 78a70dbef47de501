import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestUsers } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'
import { addDemo } from '../../../support/stored-records.ts'

const Line = z.looseObject({ level: z.int(), time: z.iso.datetime(), msg: z.string() })
const Event = Line.extend({
  event: z.string(),
  caller: z.string().nullable(),
  address: z.string(),
  requestId: z.uuid(),
})

let written: number

const testApp = await createTestUsers()
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

/** An event with these fields beside those that every event has. */
function one(event: string, details: Readonly<Record<string, unknown>>) {
  return { event, time: testApp.now().toISOString(), msg: event, address: '127.0.0.1', ...details }
}

describe('every action logs one event: who, when, what, from where, by which request', () => {
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

  test('does not log an unknown user id, which may be a password in the wrong field', async () => {
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

  test('logs every denial with its reason, whichever component denies it', async () => {
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

  test('logs the end of a session by an administrator', async () => {
    const { sessionId } = await testApp.addUserWithRole('guest')
    await chief('DELETE', `/v1/sessions/${sessionId}`)
    expect(events()).toEqual([one('session ended', { caller: 'chief', user: 'guest' })])
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
})

test('failures and denials are logged even by LOG_LEVEL=error', async () => {
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

test('the log contains no password, token, query, body or header', () => {
  for (const secret of [
    PASSWORD,
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
