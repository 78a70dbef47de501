import { expect, test } from 'vitest'
import type { DueTime } from '../../schemas/api/schedule.ts'
import { createJobRunner } from '../../src/server/platform/jobs/runner.ts'
import type { Mail } from '../../src/server/delivery/mail/mailer.ts'
import { insertSchedule, updateSchedule } from '../../src/server/delivery/schedules/schedule-repository.ts'
import { addMissingJobs, createScheduleJob, SCHEDULE_JOB } from '../../src/server/delivery/schedules/send.ts'
import { findNextDue } from '../../src/server/delivery/schedules/next-due.ts'
import { loadReports } from '../../src/definition/load.ts'
import { deriveNoteScopes } from '../../src/server/data/notes/note-scopes.ts'
import { createReadCall } from '../../src/server/data/reports/read-call.ts'
import { form } from '../support/schedule-app.ts'
import { openSources } from '../support/source-cases.ts'
import { addAllDemo, datasets } from '../support/stored-records.ts'
import { createTestUsers } from '../support/test-users.ts'

const SCHEDULES = 1_000
const DAY_MS = 24 * 3_600_000
const ZONES = ['Africa/Lagos', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']
const TIMES = ['01:30', '02:30', '00:00', '07:00']
const DAYS_OF_MONTH = [1, 3, 28, 29, 30, 31]
/** Times that a change of the clocks leaves out, and the first moment after it. */
const GAPS: Readonly<Record<string, string>> = {
  'Europe/Berlin 2026-03-29 02:30': '2026-03-29 03:00',
  'America/New_York 2026-03-08 02:30': '2026-03-08 03:00',
}
/** No server runs in this week. */
const OUTAGE = { from: new Date('2025-08-11T12:00:00Z'), to: new Date('2025-08-18T09:59:00Z') }

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
)
/** The time in a zone, as `2025-06-02 07:00`. */
const formatLocal = (at: Date, zone: string) => formats.get(zone)?.format(at) ?? ''

/** Ten are daily, two in each zone, and fifteen weekly; half of the others have a day of the month. */
function chooseDue(index: number): DueTime {
  const zone = ZONES[index % 5] ?? ''
  const time = TIMES[Math.floor(index / 5) % 4] ?? ''
  if (index < 10) return { every: 'daily', day: 1, time, zone }
  if (index < 25) return { every: 'weekly', day: 1 + (index % 7), time, zone }
  const half = Math.floor(index / 20)
  if (half % 2 === 0) return { every: 'lastWorkingDay', day: 1, time, zone }
  return { every: 'monthly', day: DAYS_OF_MONTH[index % 6] ?? 1, time, zone }
}

/** Whether a day of the calendar is one of a schedule, by the calendar alone. */
function isDay({ every, day }: DueTime, midnight: Date): boolean {
  const date = midnight.getUTCDate()
  const weekday = midnight.getUTCDay()
  const last = new Date(Date.UTC(midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, 0)).getUTCDate()
  const isWorkday = weekday >= 1 && weekday <= 5
  return {
    daily: true,
    alert: false,
    weekly: weekday === day % 7,
    monthly: date === Math.min(day, last),
    lastWorkingDay: isWorkday && (date === last || (weekday === 5 && last - date <= 2)),
  }[every]
}

/** The local times of the mails of a schedule, and how many before each were left out. */
function listExpected(due: DueTime, start: Date, end: Date): readonly string[] {
  const { zone, time } = due
  const [first, last, out, back] = [start, end, OUTAGE.from, OUTAGE.to].map((at) => formatLocal(at, zone))
  const times: string[] = []
  for (let at = start.getTime() - 2 * DAY_MS; at < end.getTime() + 2 * DAY_MS; at += DAY_MS) {
    const midnight = new Date(Math.floor(at / DAY_MS) * DAY_MS)
    if (!isDay(due, midnight)) continue
    const local = `${midnight.toISOString().slice(0, 10)} ${time}`
    const actual = GAPS[`${zone} ${local}`] ?? local
    if (actual > (first ?? '') && actual <= (last ?? '')) times.push(actual)
  }
  const missed = times.filter((local) => local > (out ?? '') && local <= (back ?? ''))
  return [
    ...times.filter((local) => local <= (out ?? '')),
    ...(missed.length === 0 ? [] : [`${back} late, ${missed.length - 1} left out`]),
    ...times.filter((local) => local > (back ?? '')),
  ]
}

const testApp = await createTestUsers()
await addAllDemo(testApp.engine.database, testApp.now())

test('a thousand schedules send each mail of a year once, and after a week without a server one that says so', async () => {
  const { engine, now, pass } = testApp
  const { database } = engine
  // As many as have at most 50 schedules each, and so no more mails than an account may send on a day.
  const owners = await Promise.all(
    Array.from({ length: SCHEDULES / 50 }, (_, index) => testApp.addUserWithRole(`owner ${index}`, [13, 16])),
  )
  const dues = Array.from({ length: SCHEDULES }, (_, index) => chooseDue(index))
  const sent = new Map<string, string[]>(dues.map((_, index) => [`s${index}@partner.example`, []]))
  const send = async ({ to, text }: Mail) => {
    const [, late, missed] = /(is late\.)(?: (\w+) mails? before)?/.exec(text) ?? []
    const suffix = late === undefined ? '' : ` late, ${missed?.replace('One', '1') ?? 0} left out`
    const { zone } = dues[Number(to.slice(1, to.indexOf('@')))] ?? { zone: '' }
    sent.get(to)?.push(formatLocal(now(), zone) + suffix)
  }
  // The records of all schedules are the same ones, and do not change.
  const readCall = createReadCall(datasets, openSources(''))
  const answers = new Map<string, Promise<string>>()
  const read: typeof readCall = async (db, call) => {
    const answer = answers.get(call) ?? readCall(db, call)
    answers.set(call, answer)
    return answer
  }
  const job = createScheduleJob({
    database,
    clock: now,
    reports: loadReports('reports'),
    dashboards: [],
    noteScopes: deriveNoteScopes([], []),
    getProductName: () => 'Portal',
    mail: { send, portalUrl: 'https://portal.example', domains: ['partner.example'] },
    // What a mail shows has tests of its own.
    renderMail: async () => ({ views: [], workbook: null }),
    datasets,
    read,
  })
  const logged: unknown[] = []
  const log = {
    warn: (fields: object) => logged.push(fields),
    error: (fields: object) => logged.push(fields),
  }
  const processes = [1, 2].map(() => createJobRunner({ handle: engine, log }, { [SCHEDULE_JOB]: job }, now))

  const start = now()
  const end = new Date(start.getTime() + 365 * DAY_MS)
  for (const [index, due] of dues.entries()) {
    const view = { ...form.view, period: '2025' }
    const recipients = [`s${index}@partner.example`]
    const id = await insertSchedule(database, owners[index % owners.length]?.id ?? 0, {
      ...form,
      view,
      due,
      recipients,
    })
    await updateSchedule(database, id, { next_at: findNextDue(due, start)?.toISOString() ?? null })
  }
  await addMissingJobs(database)
  const first = database.selectFrom('schedules').select(({ fn }) => fn.min('next_at').as('nextAt'))
  for (;;) {
    const next = new Date((await first.executeTakeFirstOrThrow()).nextAt ?? '')
    if (next > end) break
    const isOut = next > OUTAGE.from && next < OUTAGE.to
    pass((isOut ? OUTAGE.to : next).getTime() - now().getTime())
    await Promise.all(processes.map(({ runDue }) => runDue()))
  }

  expect(logged).toEqual([])
  const expected = dues.map((due, index) => [`s${index}@partner.example`, listExpected(due, start, end)])
  expect(Object.fromEntries(sent)).toEqual(Object.fromEntries(expected))
}, 900_000)
