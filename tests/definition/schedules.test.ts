import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadDashboards, loadReports, loadSchedules } from '../../src/loading/load.ts'
import { compileScheduleFiles } from '../../src/definition/schedules.ts'

const reports = loadReports('reports', 'datasets')
const { dashboards } = loadDashboards('dashboards', reports)

const view = { kind: 'report', id: 'daily-report-minutes' }
const due = { every: 'daily', time: '07:00', zone: 'Africa/Lagos' }
const written = { id: 'one', owner: 'ada', view, due, recipients: ['boss@partner.example'] }

const compile = (definition: unknown) =>
  compileScheduleFiles([{ path: 'schedules/one.json', content: Buffer.from(JSON.stringify(definition)) }], {
    reports,
    dashboards,
  })

test('the schedules of the examples send what exists; a folder that is missing has none', () => {
  const shown = loadReports('examples/reports', 'examples/datasets')
  const examples = { reports: shown, dashboards: loadDashboards('examples/dashboards', shown).dashboards }
  expect(loadSchedules('examples/schedules', examples).plans.map(({ id }) => id)).toEqual(['monthly-quality'])
  expect(loadSchedules('no-such-folder', { reports, dashboards })).toEqual({
    plans: [],
    unread: [],
    warnings: [],
  })
})

test('a schedule is the body of the API with its defaults, and frozen', () => {
  const { schedules, diagnostics } = compile(written)
  expect(diagnostics).toEqual([])
  expect(schedules).toEqual([
    {
      id: 'one',
      owner: 'ada',
      form: {
        view: {
          ...view,
          tab: null,
          variant: null,
          chart: null,
          selectors: {},
          compare: null,
          period: 'latest',
        },
        due: { ...due, day: 1 },
        workbook: true,
        charts: true,
        onlyNewData: false,
        recipients: ['boss@partner.example'],
      },
    },
  ])
  expect(Object.isFrozen(schedules[0]?.form.view)).toBe(true)
})

test.each(['2025', '2025-Q1', '2025-03', '2025-W10', '2025-03-07', '2025-03-07..2025-03-09'])(
  'a dashboard is sent in the period %s, which its page offers',
  (period) => {
    const sent = { kind: 'dashboard', id: 'operations', period }
    expect(compile({ ...written, view: sent }).diagnostics).toEqual([])
  },
)

const inView = (change: object) => ({ view: { ...view, ...change } })
const inDue = (change: object) => ({ due: { ...due, ...change } })

test.each<[string, object]>([
  ["view.id [schedule-view] no report 'x'; known are", inView({ id: 'x' })],
  ["view.id [schedule-view] no dashboard 'x'; known are", inView({ kind: 'dashboard', id: 'x' })],
  [
    "view.tab [schedule-view] 'daily-report-minutes' has no tab 'x'; known are mno-to-routelink",
    inView({ tab: 'x' }),
  ],
  [
    "view.selectors.year [schedule-view] 'year' is a period; write it as 'period'",
    inView({ selectors: { year: '2025' } }),
  ],
  ["view.period [schedule-view] '2025-13' is no period of the calendar", inView({ period: '2025-13' })],
  [
    "view.period [schedule-view] 'yesterday' cannot be chosen in 'monthly-report'; its period is chosen by year",
    inView({ id: 'monthly-report', period: 'yesterday' }),
  ],
  [
    "view.chart [schedule-view] 'daily-report-minutes' has no area chart; it has line, pie, bar",
    inView({ chart: 'area' }),
  ],
  ["due.zone [schedule-view] there is no time zone 'Africa/Lagoss'", inDue({ zone: 'Africa/Lagoss' })],
  ['due.day [schedule-view] a week has the days 1 to 7', inDue({ every: 'weekly', day: 8 })],
  ["due.every [schedule-view] 'daily-report-minutes' has no alerts there", inDue({ every: 'alert' })],
  ["due.time [schema-value] found '7:00'; allowed: a time such as 07:00", inDue({ time: '7:00' })],
  ["recipients.0 [schema-value] found 'boss'; allowed: a mail address", { recipients: ['boss'] }],
  ["owner [schema-missing] 'owner' is missing", { owner: undefined }],
  ["workbok [schema-key] unknown key 'workbok'", { workbok: true }],
])('a schedule is refused: %s', (message, change) => {
  const found = compile({ ...written, ...change }).diagnostics.map(
    (one) => `${one.path.join('.')} [${one.rule}] ${one.message}`,
  )
  expect(found).toEqual([expect.stringContaining(message)])
})

test('a file with a time zone that does not exist is a warning, and the other schedules are loaded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'schedules-'))
  const write = (id: string, zone: string) =>
    writeFileSync(join(folder, `${id}.json`), JSON.stringify({ ...written, id, due: { ...due, zone } }))
  write('one', 'Africa/Lagos')
  write('two', 'Berlin')
  const { plans, unread, warnings } = loadSchedules(folder, { reports, dashboards })
  rmSync(folder, { recursive: true })
  expect([plans.map(({ id }) => id), unread]).toEqual([['one'], ['two']])
  expect(warnings.map(({ message }) => message)).toEqual([
    "there is no time zone 'Berlin'; one is Africa/Lagos",
  ])
})
