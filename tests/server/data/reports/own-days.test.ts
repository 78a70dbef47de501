import { expect, test } from 'vitest'
import type { ReportPlan, Selection } from '../../../../src/report/model/report-plan.ts'
import { parseResponse } from '../../../../src/report/model/report-response.ts'
import { buildDaysPlan, choosePeriodOf, getOwnDays } from '../../../../src/report/selection/own-days.ts'
import { getEarlierSelection } from '../../../../src/report/selection/earlier-period.ts'
import { requiredMessage } from '../../../../src/report/selection/selection.ts'
import { buildTable } from '../../../../src/report/table/build-table.ts'
import { addAllDemoRecords } from '../../../../src/server/data/demo/demo-records.ts'
import { createReadCall } from '../../../../src/server/data/reports/read-call.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { formatCall } from '../../../../src/server/data/workbooks/read-screen.ts'
import { compileDefinitions } from '../../../../src/definition/compile.ts'
import { readCalendars, readFolder } from '../../../../src/loading/read-folder.ts'
import { toFile } from '../../../support/definition-folders.ts'
import { expectSame } from '../../../support/expect-same.ts'
import { openPlace } from '../../../support/open-database.ts'

/** Rows of each day of the week, whose order is not that of the days. */
const weekdays = toFile('examples/reports', {
  id: 'weekdays',
  menu: { label: 'Weekdays', permission: 900, order: 900 },
  selectors: [{ kind: 'year' }, { kind: 'month' }],
  data: { dataset: 'hourly-load' },
  rows: { by: ['weekday'], total: 'All' },
  columns: ['attempts', { id: 'change', value: 'change(attempts)' }],
})
const months = toFile('examples/reports', {
  id: 'months',
  menu: { label: 'Months', permission: 901, order: 901 },
  selectors: [{ kind: 'year' }],
  data: { dataset: 'number-portability' },
  rows: { by: ['recipient'], total: 'All' },
  columns: [{ id: 'months', pivot: 'month', value: 'ported' }, 'ported'],
})
const { reports, datasets } = compileDefinitions({
  reportFiles: [...readFolder('examples/reports'), weekdays, months],
  datasetFiles: readFolder('examples/datasets'),
  calendarFiles: readCalendars('examples/datasets'),
})
const { engine } = await openPlace()
const { database } = engine
await addAllDemoRecords(database, datasets, { now: new Date('2025-06-02T08:00:00.000Z') })
const read = createReadCall(datasets, { start: () => noSources }, reports)
const screens = reports.flatMap(({ plans }) => plans.filter(({ ownDays }) => ownDays !== null))

/** Chooses the first option of each selector that is no period. */
const chooseFirst = ({ selectors }: ReportPlan): Selection =>
  Object.fromEntries(
    selectors.flatMap(({ name, options, kind }) =>
      kind === 'select' && 'fixed' in options ? [[name, options.fixed[0]?.value ?? '']] : [],
    ),
  )

async function ask(plan: ReportPlan, selection: Selection) {
  const answer = await read(database, formatCall(plan, selection, '2025-06-02'))
  const table = buildTable(plan, selection, parseResponse(plan, JSON.parse(answer)))
  // Weeks and quarters without a record are rows of a year alone.
  return { ...table, rows: table.rows.filter(({ hasRecord }) => hasRecord) }
}

test.each(screens.map((plan) => [plan.key, plan] as const))(
  "%s shows in days of one's own what it shows in its period of the same days",
  async (_, plan) => {
    const others = chooseFirst(plan)
    const selection = { ...others, ...choosePeriodOf(plan, '2025-03-04') }
    if (plan.ownDays === null) throw new Error('it has none')
    const days = getOwnDays(plan, selection)
    const [table, own] = [
      await ask(plan, selection),
      await ask(plan.ownDays, { ...others, days: `${days?.first}..${days?.last}` }),
    ]
    expect(own.rows.length).toBeGreaterThan(0)
    // Months that are columns name their year in a range.
    const labels = own.columns.map(({ label }) => label.replace(/ 2025$/, ''))
    const shown = labels.map((label) => table.columns.findIndex((column) => column.label === label))
    expect(own.rows.map(({ key }) => key)).toEqual(table.rows.map(({ key }) => key))
    for (const [index, row] of [...own.rows, own.total].entries()) {
      const same = index < table.rows.length ? table.rows[index] : table.total
      expectSame(row?.values, row === null ? [] : shown.map((column) => same?.values[column] ?? null))
    }
  },
)

const getOwn = (id: string) =>
  screens.find(({ reportId }) => reportId === id)?.ownDays ?? expect.fail(`no days of one's own of '${id}'`)

test('what is only known of months is shown of whole months, or not shown, which is said', async () => {
  const own = getOwn('top-destinations')
  expect(own.columns.map(({ label }) => label)).not.toContain('Since a year before')
  expect(own.description).toContain('Not shown for months of your own: Since a year before.')
  expect(getOwn('weekdays').description).toContain('Not shown for days of your own: Change.')
  const days = { days: '2025-03-01..2025-04-15' }
  const error = 'Days: Choose whole months, such as 2025-03-01 to 2025-04-30.'
  expect(requiredMessage(getOwn('commitments'), days)).toBe(error)
  await expect(ask(own, days)).rejects.toThrow(
    'The records are about whole months, such as those from 2025-03-01 to 2025-04-30.',
  )
})

test.each([
  ['weekly-roaming', 'previous', '2025-01-13..2025-01-26', '2024-12-30..2025-01-12'],
  ['weekly-roaming', 'year', '2025-01-13..2025-01-26', '2024-01-15..2024-01-28'],
  ['weekly-roaming', 'year', '2020-12-28..2021-01-03', null],
  ['service-quarters', 'year', '2025-01-01..2025-06-30', '2024-01-01..2024-06-30'],
  ['carrier-quality', 'previous', '2025-01-01..2025-03-31', '2024-10-01..2024-12-31'],
] as const)('%s is compared (%s) for %s with the whole periods %s', (id, compare, days, expected) => {
  const earlier = getEarlierSelection(getOwn(id), { days }, compare)
  expect(earlier && earlier['days']).toBe(expected)
})

test.each([
  ['weekly-roaming', { year: '2026' }, '2025-12-29..2026-12-27'],
  ['top-destinations', { year: '2025', month: '2' }, '2025-02-01..2025-02-28'],
  ['top-destinations', { year: '2025' }, null],
])("days of one's own of %s begin with the period %o", (id, selection, expected) => {
  const plan = screens.find(({ reportId }) => reportId === id)
  const days = plan && getOwnDays(plan, selection)
  expect(days && `${days.first}..${days.last}`).toBe(expected)
})

test('weekdays are rows in the order of the week, on whatever day a range begins', async () => {
  const { rows } = await ask(getOwn('weekdays'), { days: '2025-01-01..2025-01-12' })
  expect(rows.map(({ label }) => label.slice(0, 3)).join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun')
})

test('months that are columns are in the order of time and name their year', async () => {
  const { columns, total } = await ask(getOwn('months'), { days: '2024-11-01..2025-02-28' })
  expect(columns.map(({ label }) => label)).toEqual([
    'Nov 2024',
    'Dec 2024',
    'Jan 2025',
    'Feb 2025',
    'Ported numbers',
  ])
  const january = await ask(getOwn('months'), { days: '2025-01-01..2025-01-31' })
  expectSame([total?.values[2] ?? null], [january.total?.values[1] ?? null])
})

test.each([
  ['', 'direction is required.'],
  ['&direction=UP', 'direction must be one or several of INBOUND, OUTBOUND, joined by commas.'],
  ['&direction=INBOUND&way=UP', "There is no parameter 'way'; known parameters: screen, days, direction."],
])("a call of days of one's own is refused for the same choices: %s", async (chosen, message) => {
  const call = `/v1/days?screen=carrier-quality&days=2025-01-01..2025-03-31${chosen}`
  await expect(read(database, call)).rejects.toThrow(message)
})

test("the total of days of one's own is not called a year, a month or a day", () => {
  const totals = [getOwn('weekly-roaming'), getOwn('hourly-load'), getOwn('margins')].map(
    ({ rows }) => rows.total,
  )
  expect(totals).toEqual(['Period', 'Period', 'All'])
  const trend = reports.flatMap(({ plans }) => plans).find(({ key }) => key === 'minutes-trend')
  expect(trend && buildDaysPlan(trend)?.rows.total).toBe('Period')
})
