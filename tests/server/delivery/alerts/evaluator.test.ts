import { openSources } from '../../../support/source-cases.ts'
import { describe, expect, test } from 'vitest'
import type { AlertList, DefinedAlert } from '../../../../schemas/api/alert.ts'
import { loadDatasets, loadReports } from '../../../../src/loading/load.ts'
import type { Report } from '../../../../src/report/model/report-plan.ts'
import { createReadCall } from '../../../../src/server/data/reports/read-call.ts'
import { runAlert } from '../../../../src/server/delivery/alerts/evaluator.ts'
import { listAlerts } from '../../../../src/server/delivery/alerts/own-alerts.ts'
import { cleanUpEpisodes } from '../../../../src/server/delivery/alerts/alert-repository.ts'
import { buildRecordKey } from '../../../../src/dataset/record-keys.ts'
import { addRecords } from '../../../../src/server/data/tables/stored-records.ts'
import type { Mail } from '../../../../src/server/delivery/mail/mailer.ts'
import type { MailDeps } from '../../../../src/server/delivery/mail/mailer.ts'
import { form } from '../../../support/schedule-app.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const reports = loadReports(
  'tests/definition/fixtures/called/reports',
  'tests/definition/fixtures/called/datasets',
)
const datasets = loadDatasets('tests/definition/fixtures/called/datasets')
const dataset = find(datasets, 'service-levels')

function find<T extends { readonly id: string }>(list: readonly T[], id: string): T {
  const found = list.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no ${id}`)
  return found
}

/** The minutes in service of some days of June; every other day was served completely. */
const days = (from: number, to: number, down: Readonly<Record<number, number>> = {}) =>
  Object.fromEntries(
    Array.from({ length: to - from + 1 }, (_, index) => {
      const minutesUp = down[from + index] ?? 1440
      const key = `2025-06-${String(from + index).padStart(2, '0')}`
      return [key, { minutesUp, minutesPlanned: 1440, tickets: 0 }]
    }),
  )

const build = (records: ReturnType<typeof days>) =>
  Object.entries(records).map(([key, measures]) => ({ ...buildRecordKey(dataset, key), measures }))

async function open(withReports: readonly Report[] = reports, mail?: MailDeps) {
  const started = await createTestUsers({ reports: withReports, datasets, mail })
  started.pass(20 * 24 * 3_600_000)
  const { database } = started.engine
  const store = async (scope: string, records: ReturnType<typeof days>) => {
    await addRecords(database, dataset, scope, build(records), started.now())
    await started.app.runAlerts()
  }
  const reader = await started.addUserWithRole('reader', [13, 107])
  const list = async (send = reader.send) => (await send('GET', '/v1/alerts')).body as unknown as AlertList
  const titles = async (send = reader.send) =>
    (await list(send)).records.map(({ title, endedAt }) => `${title}${endedAt === null ? '' : ' (ended)'}`)
  return { ...started, store, list, titles, reader }
}

const VOICE = 'Voice was below 99.5% on two days in a row'
const PORTING = "Yesterday's figures of number porting are missing"

describe('the list of all alerts', () => {
  test('shows administrators alerts that have not fired, with their present values', async () => {
    const { store, addUserWithRole } = await open()
    const chief = await addUserWithRole('chief', [2, 13, 107])
    const listAll = async (send = chief.send, query = '') => {
      const { body } = await send('GET', `/v1/alerts/defined?size=100${query}`)
      return body as unknown as { records: DefinedAlert[]; totalCount: number }
    }
    const find = async (title: string) => (await listAll()).records.find((alert) => alert.title === title)
    expect(await find(VOICE)).toMatchObject({ firingSince: null, isHidden: false, present: null })

    await store('VOICE', days(1, 10, { 10: 1400 }))
    const quiet = await find(VOICE)
    expect(quiet).toMatchObject({ report: 'Service Levels', firingSince: null })
    expect(quiet?.present).toMatchObject({
      label: '2025-06-10',
      values: [{ subject: 'Availability', text: '97.22%', meetsCondition: true }],
      hiddenValues: 0,
    })
    await store('VOICE', days(11, 11, { 11: 1380 }))
    expect(await find(VOICE)).toMatchObject({
      firingSince: '2025-06-22T08:00:00.000Z',
      present: { label: '2025-06-11', values: [{ text: '95.83%' }] },
    })

    const { records, totalCount } = await listAll(chief.send, '&search=porting')
    expect(totalCount).toBe(records.length)
    expect(records.map(({ title }) => title)).toContain(PORTING)
    const [missing] = records.filter(({ title }) => title === PORTING)
    expect(missing?.present?.values).toEqual([{ subject: '', text: 'no records', meetsCondition: true }])
  })

  test('has no values for administrators who may not open the report, and is for administrators only', async () => {
    const { store, addUserWithRole, reader } = await open()
    await store('VOICE', days(1, 10))
    const auditor = await addUserWithRole('auditor', [2])
    const { body } = await auditor.send('GET', '/v1/alerts/defined?size=100')
    const records = body['records'] as DefinedAlert[]
    expect(records.find(({ title }) => title === VOICE)).toMatchObject({ isHidden: true, present: null })
    expect((await reader.send('GET', '/v1/alerts/defined')).status).toBe(403)
  })
})

describe('alerts on the server', () => {
  /** The rows of the two days of a month on which voice was down. */
  const listRows = (month: string) =>
    Object.entries({ 12: '95.83%', 11: '97.22%' })
      .toReversed()
      .map(([day, text]) => ({ label: `${month}-${day}`, subject: 'Availability', text }))

  test('fire once with their rows and values, go on to the reset, and end once', async () => {
    const { store, list, titles, log, pass } = await open()
    await store('PORTING', days(1, 30))
    await store('VOICE', days(1, 10))
    expect(await titles()).toEqual([])
    await store('VOICE', days(11, 12, { 11: 1400, 12: 1380 }))
    const { records } = await list()
    const times = { firedAt: '2025-06-22T08:00:00.000Z', endedAt: null }
    const rows = listRows('2025-06')
    expect(records).toMatchObject([{ title: VOICE, report: 'Service Levels', ...times, hiddenRows: 0, rows }])
    const url = new URL(records[0]?.url ?? '', 'http://portal')
    expect(url.pathname).toBe('/report/service-levels')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ service: 'VOICE', view: 'table' })
    await store('VOICE', days(13, 13, { 13: 1437 }))
    expect((await list()).records[0]?.rows).toHaveLength(3)
    pass(60_000)
    await store('VOICE', days(14, 14))
    expect(await titles()).toEqual([`${VOICE} (ended)`])
    expect((await list()).records[0]?.endedAt).toBe('2025-06-22T08:01:00.000Z')
    expect(log().match(/alert fired/g)).toHaveLength(1)
    expect(log().match(/alert ended/g)).toHaveLength(1)
  })

  const inMarch = (from: number, to: number, down: Readonly<Record<number, number>>) =>
    Object.fromEntries(
      Object.entries(days(from, to, down)).map(([key, measures]) => [key.replace('-06-', '-03-'), measures]),
    )

  test('fire for a period whose records arrive months late, and say that it is over', async () => {
    const { store, list, log, pass, app } = await open()
    await store('PORTING', days(1, 30))
    await store('VOICE', { ...inMarch(1, 8, {}), ...days(1, 10) })
    pass(60_000)
    await store('VOICE', inMarch(11, 12, { 11: 1400, 12: 1380 }))
    const { records } = await list()
    const at = '2025-06-22T08:01:00.000Z'
    const rows = listRows('2025-03')
    expect(records).toMatchObject([{ title: VOICE, firedAt: at, endedAt: at, rows }])
    const shown = new URL(records[0]?.url ?? '', 'http://portal').searchParams.get('days') ?? ''
    const [first = '', last = ''] = shown.split('..')
    expect(first <= '2025-03-12' && '2025-03-12' <= last).toBe(true)
    pass(60_000)
    await store('VOICE', days(11, 12))
    await app.runAlerts()
    expect(log().match(/alert (fired|ended)/g)).toEqual(['alert fired', 'alert ended'])
  })

  test('go on for the latest period while an earlier one fires', async () => {
    const { store, list, log, pass } = await open()
    await store('PORTING', days(1, 30))
    await store('VOICE', days(1, 10))
    await store('VOICE', days(11, 12, { 11: 1400, 12: 1380 }))
    pass(60_000)
    await store('VOICE', inMarch(11, 12, { 11: 1400, 12: 1380 }))
    expect((await list()).records.map(({ endedAt, rows }) => [endedAt === null, rows[0]?.label])).toEqual([
      [true, '2025-06-12'],
      [false, '2025-03-12'],
    ])
    expect(log()).not.toContain('alert ended')
  })

  test('tell nothing of what was there before they were first evaluated, whatever is imported next', async () => {
    const { store, titles, pass, engine, now } = await open()
    await store('PORTING', days(1, 30))
    const early = build({ ...inMarch(1, 31, { 11: 1400, 12: 1380 }), ...days(1, 10) })
    await addRecords(engine.database, dataset, 'VOICE', early, now())
    await store('SMS', days(1, 1))
    pass(60_000)
    await store('VOICE', days(11, 11))
    expect(await titles()).toEqual([])
  })

  test('fire while the records of yesterday are missing after the time', async () => {
    const { store, titles, pass, app, addUserWithRole } = await open()
    await store('PORTING', days(1, 20))
    // It is 09:00 in Lagos on the 22nd.
    expect(await titles()).toEqual([PORTING])
    await store('PORTING', days(21, 21))
    expect(await titles()).toEqual([`${PORTING} (ended)`])
    pass(23.5 * 3_600_000)
    await app.runAlerts()
    const { send } = await addUserWithRole('late reader', [13, 107])
    expect(await titles(send)).toEqual([`${PORTING} (ended)`])
    pass(1_800_000)
    await app.runAlerts()
    expect(await titles(send)).toEqual([PORTING, `${PORTING} (ended)`])
  })

  test('are sent by mail once to those who subscribe and may still open the report', async () => {
    const mails: Mail[] = []
    const send = async (one: Mail) => void mails.push(one)
    const mail = { send, portalUrl: 'https://p.example', domains: [] }
    const { store, addUserWithRole, setOwnPermissions, app, pass } = await open(reports, mail)
    const view = { ...form.view, id: 'service-levels', tab: null }
    const due = { ...form.due, every: 'alert', zone: 'UTC' }
    const subscribe = async (name: string) => {
      const user = await addUserWithRole(name, [13, 107])
      const wanted = { ...form, view, due, workbook: true, recipients: [`${name}@portal.example`] }
      const { body } = await user.send('POST', '/v1/schedules', wanted)
      expect(body['records']).toMatchObject({ nextAt: null })
      return user
    }
    await subscribe('stays')
    const { id } = await subscribe('leaves')
    await store('PORTING', days(1, 30))
    await store('VOICE', days(1, 12, { 11: 1400, 12: 1380 }))
    await app.jobs.runDue()
    // Jobs run at the same time.
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual([
      expect.stringMatching(`^leaves@portal.example Alert: ${VOICE}`),
      expect.stringMatching(`^stays@portal.example Alert: ${VOICE}`),
    ])
    expect(mails[0]?.text).toContain('2025-06-12, Availability: 95.83%')
    expect(mails[0]?.text).toContain('https://p.example/report/service-levels?service=VOICE')
    await setOwnPermissions(id, [13, 101])
    pass(60_000)
    await store('VOICE', days(13, 13))
    await app.jobs.runDue()
    expect(mails.slice(2).map(({ to, subject }) => `${to} ${subject}`)).toEqual([
      expect.stringMatching(`^stays@portal.example Alert ended: ${VOICE}`),
    ])
  })

  test('are for readers of the report only, and in the history without values', async () => {
    const { store, titles, addUserWithRole } = await open()
    await store('PORTING', days(1, 20))
    const other = await addUserWithRole('other', [13, 101])
    expect(await titles(other.send)).toEqual([])
    const administrator = await addUserWithRole('manager', [2])
    const { body } = await administrator.send('GET', '/v1/audit-events?event=alert%20fired')
    const details = { report: 'Service Levels', rows: 1 }
    const event = { actor: 'server (alerts)', subject: PORTING, subjectKind: 'alert', details }
    expect(body['records']).toMatchObject([event])
  })

  test('that are removed from the file end quietly', async () => {
    const { store, engine, now, log } = await open()
    await store('PORTING', days(1, 20))
    const without = reports.map((report) => {
      const plans = report.plans.map((plan) => ({ ...plan, alerts: [] }))
      return { ...report, plans }
    })
    const defined = listAlerts(without).map(({ id }) => id)
    await cleanUpEpisodes(engine.database, defined, now())
    const episodes = engine.database.selectFrom('alert_episodes').selectAll()
    expect(await episodes.where('ended_at', 'is', null).execute()).toEqual([])
    expect(log()).not.toContain('alert ended')
  })

  test('are told once by any number of processes at the same time', async () => {
    const { openBeside, engine, now, log, app } = await open()
    const entries = build(days(1, 12, { 11: 1400, 12: 1380 }))
    await addRecords(engine.database, dataset, 'VOICE', entries, now())
    const alert = find(listAlerts(reports), 'service-levels/voice-below-target')
    const others = [openBeside(), openBeside(), openBeside()]
    const read = createReadCall(datasets, openSources(''))
    const deps = { datasets, read, clock: now, log: app.log, hasWebhook: true, mailed: [] }
    await Promise.all([engine, ...others].map((handle) => runAlert({ ...deps, handle }, alert)))
    await Promise.all(others.map((handle) => handle.close()))
    const stored = await engine.database.selectFrom('alert_episodes').select('alert').execute()
    expect(stored).toEqual([{ alert: alert.id }])
    expect(log().match(/alert fired/g)).toHaveLength(1)
    const jobs = await engine.database.selectFrom('jobs').select(['kind', 'subject']).execute()
    expect(jobs).toEqual([{ kind: 'alert-webhook', subject: `${alert.id} fired 2025-06-12 2025-06-12` }])
  })
})
