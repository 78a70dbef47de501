import { describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../../src/server/platform/database/handle.ts'
import { addJob } from '../../../src/server/platform/jobs/job-repository.ts'
import { storeRecords } from '../../support/stored-records.ts'
import { createTestUsers } from '../../support/test-users.ts'

const METRICS_TOKEN = 'a token of the monitoring'
const YEAR = '/v1/monthly-reports/2025/MNO_TO_ROUTELINK'
const day = { airtelMinutes: 1, mtnMinutes: 2, nineMobileMinutes: 3, gloMinutes: 4, idaMinutes: 5 }

let failing = false
/** An engine whose versions cannot be read while the test says so. */
const breakVersions = (engine: DatabaseHandle): DatabaseHandle => ({
  ...engine,
  readVersions: () => {
    if (failing) throw new Error('the database is away')
    return engine.readVersions()
  },
})
const portal = await createTestUsers({ metricsToken: METRICS_TOKEN }, breakVersions)
const own = await createTestUsers()

async function read(from: typeof portal = portal): Promise<readonly string[]> {
  const { status, raw } = await from.send({ method: 'GET', url: '/metrics' })
  expect(status).toBe(200)
  return raw.toString().split('\n')
}

describe('the metrics', () => {
  test('count sign-ins by their result, and requests by route and status', async () => {
    await portal.login('superadmin')
    await portal.login('superadmin', 'wrong')
    const lines = await read()
    expect(lines).toContain('portal_events_total{event="signed in"} 1')
    expect(lines).toContain('portal_events_total{event="sign-in failed"} 1')
    const login = 'portal_http_request_duration_seconds_count{method="POST",route="/auth/login"'
    expect(lines).toContain(`${login},status="2xx"} 1`)
    expect(lines).toContain(`${login},status="4xx"} 1`)
  })

  test('count what the cache of reports had', async () => {
    const superadmin = await portal.as('superadmin')
    await superadmin('GET', YEAR)
    await superadmin('GET', YEAR)
    const lines = await read()
    expect(lines).toContain('portal_report_cache_total{result="miss"} 1')
    expect(lines).toContain('portal_report_cache_total{result="hit"} 1')
  })

  test('have the age of the data by dataset, after each change of it', async () => {
    const { database } = portal.engine
    const show = async () => (await read()).filter((line) => line.includes('{dataset="daily-reports"}'))
    expect(await show()).toEqual([])
    await storeRecords(database, 'daily-reports', 'MNO_TO_ROUTELINK', { '2025-03-07': day })
    const end = (text: string) => Date.parse(text) / 1000
    const record = 'portal_dataset_last_record_timestamp_seconds{dataset="daily-reports"}'
    expect(await show()).toEqual([`${record} ${end('2025-03-08')}`])
    await storeRecords(database, 'daily-reports', 'ROUTELINK_TO_MNO', { '2025-03-09': day })
    await database
      .insertInto('imports')
      .values({
        dataset: 'daily-reports',
        file: 'march.csv',
        hash: '',
        rows: 1,
        options: '{}',
        author: 'superadmin',
        at: '2025-06-01T08:00:00.000Z',
        added: 1,
        replaced: 0,
        removed: 0,
        unchanged: 0,
      })
      .execute()
    expect(await show()).toEqual([
      `portal_dataset_last_import_timestamp_seconds{dataset="daily-reports"} ${end('2025-06-01T08:00:00Z')}`,
      `${record} ${end('2025-03-10')}`,
    ])
  })

  test('have the jobs by kind and state', async () => {
    const job = { kind: 'schedule', dueAt: new Date('2025-06-03T08:00:00Z'), payload: {} }
    await addJob(portal.engine.database, { ...job, subject: '1' })
    await addJob(portal.engine.database, { ...job, subject: '2' })
    expect(await read()).toContain('portal_jobs{kind="schedule",state="waiting"} 2')
  })

  test('have the failed jobs of each kind before the first one fails: an alert sees the change', async () => {
    const failed = async () => (await read()).filter((line) => line.includes('state="failed"'))
    expect(await failed()).toEqual(['portal_jobs{kind="alert-webhook",state="failed"} 0'])
    const job = { kind: 'alert-webhook', dueAt: new Date('2025-06-03T08:00:00Z'), payload: {} }
    await addJob(portal.engine.database, { ...job, subject: '1' })
    await portal.engine.database
      .updateTable('jobs')
      .set({ state: 'failed' })
      .where('kind', '=', 'alert-webhook')
      .execute()
    expect(await failed()).toEqual(['portal_jobs{kind="alert-webhook",state="failed"} 1'])
  })

  test('are served while the database is away, and say so', async () => {
    expect(await read()).toContain('portal_database_up 1')
    failing = true
    try {
      const lines = await read()
      expect(lines).toContain('portal_database_up 0')
      expect(lines.some((line) => line.startsWith('portal_events_total'))).toBe(true)
      expect(portal.log()).toContain('the metrics lack the database')
    } finally {
      failing = false
    }
  })

  test('are not logged, and name no user, address or value', async () => {
    const before = portal.log()
    const text = (await read()).join('\n')
    expect(portal.log()).toBe(before)
    expect(text).not.toMatch(/superadmin|127\.0\.0\.1|MNO_TO_ROUTELINK/)
  })
})

describe('only this machine and the token open the metrics', () => {
  const get = (
    from: typeof portal,
    headers: Readonly<Record<string, string>> = {},
    remoteAddress = '192.0.2.7',
  ) => from.send({ method: 'GET', url: '/metrics', headers, remoteAddress })

  test.each([
    ['this machine', {}, '127.0.0.1', 200],
    ['another machine', {}, '192.0.2.7', 404],
    ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.7' }, '127.0.0.1', 404],
    ['a page of another host', { host: 'evil.example' }, '127.0.0.1', 404],
    ['a token that no setting has', { authorization: `Bearer ${METRICS_TOKEN}` }, '192.0.2.7', 404],
    ['an empty token', { authorization: 'Bearer ' }, '192.0.2.7', 404],
  ])('without a setting: %s', async (_, headers, address, status) => {
    expect((await get(own, headers, address)).status).toBe(status)
  })

  test.each([
    ['the token', { authorization: `Bearer ${METRICS_TOKEN}` }, 200],
    ['the token, by a proxy', { authorization: `Bearer ${METRICS_TOKEN}`, 'x-forwarded-for': '::1' }, 200],
    ['another token', { authorization: `Bearer ${METRICS_TOKEN}s` }, 401],
    ['a part of it', { authorization: 'Bearer a token' }, 401],
    ['no token', {}, 401],
  ])('with a setting: %s', async (_, headers, status) => {
    expect((await get(portal, headers)).status).toBe(status)
  })

  test('the session of a super administrator opens nothing', async () => {
    const token = await portal.token('superadmin')
    expect((await get(portal, { authorization: `Bearer ${token}` })).status).toBe(401)
  })
})
