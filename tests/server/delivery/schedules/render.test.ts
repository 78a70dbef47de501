import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import type { ScheduledView } from '../../../../schemas/api/schedule.ts'
import {
  type LoadedView,
  loadViews,
  resolvePeriod,
} from '../../../../src/server/delivery/schedules/load-view.ts'
import { deriveNoteScopes } from '../../../../src/server/data/notes/stored-notes.ts'
import { createReadCall } from '../../../../src/server/data/reports/read-call.ts'
import { buildMail } from '../../../../src/server/delivery/schedules/build-mail.ts'
import { renderViews } from '../../../../src/server/delivery/schedules/render.ts'
import { findTarget } from '../../../../src/server/delivery/schedules/target.ts'
import { compileOne } from '../../../support/definitions.ts'
import { loadShippedDashboards, loadShippedReports } from '../../../support/shipped-reports.ts'
import { openSources } from '../../../support/source-cases.ts'
import { addAllDemo, datasets } from '../../../support/stored-records.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const reports = loadShippedReports()
const dashboards = loadShippedDashboards()
const TODAY = '2025-06-03'

const testApp = await createTestUsers()
await addAllDemo(testApp.engine.database, testApp.now())

const view: ScheduledView = {
  kind: 'report',
  id: 'daily-report-minutes',
  tab: 'routelink-to-mno',
  variant: null,
  chart: 'line',
  selectors: {},
  compare: null,
  period: 'previous-month',
}

async function load(wanted: ScheduledView, today = TODAY, stored = datasets): Promise<LoadedView[]> {
  const target = findTarget(wanted, { reports, dashboards })
  if (typeof target === 'string') throw new Error(target)
  const deps = {
    read: createReadCall(stored, openSources('')),
    noteScopes: deriveNoteScopes(reports, datasets),
  }
  return loadViews(testApp.engine.database, deps, target.views, today)
}

const loadOne = async (change: Partial<ScheduledView> = {}) =>
  (await load({ ...view, ...change }))[0] ?? expect.fail('nothing was loaded')

const shown = { hasWorkbook: true, hasCharts: true, user: 'ada', product: 'Portal' }
const task = { ...shown, today: TODAY, at: new Date(0) }

/** Renders views without charts, with the cells of the first sheet of their workbook. */
async function render(views: LoadedView[], dashboard: string | null = null) {
  const { workbook, ...rendered } = await renderViews({ dashboard, views, ...task, hasCharts: false })
  const [sheet] = await readXlsxFile(Buffer.from(workbook?.file ?? []))
  return { ...rendered, rows: sheet?.data ?? [], cells: sheet?.data.flat() }
}

test.each([
  ['2025-03-01', 'previous-month', { first: '2025-02-01', last: '2025-02-28' }],
  ['2025-01-31', 'previous-month', { first: '2024-12-01', last: '2024-12-31' }],
  ['2024-03-01', 'yesterday', { first: '2024-02-29', last: '2024-02-29' }],
  ['2025-01-01', 'previous-week', { first: '2024-12-23', last: '2024-12-29' }],
  ['2024-12-30', 'previous-week', { first: '2024-12-23', last: '2024-12-29' }],
  ['2025-03-01', 'last-7-days', { first: '2025-02-22', last: '2025-02-28' }],
  ['2025-03-01', '2024-05', { first: '2024-05-01', last: '2024-05-31' }],
  ['2025-03-01', 'latest', null],
])('on %s the period %s is %j', (today, period, days) => {
  expect(resolvePeriod(period, today)).toEqual(days)
})

test('a chart by a specification of the report is drawn for a mail', async () => {
  const loaded = await loadOne()
  const field = (name: string, type: string) => ({ field: name, type })
  const encoding = { x: field('week', 'ordinal'), y: field('value', 'quantitative') }
  const specs = { own: { mark: 'boxplot', encoding: { ...encoding, color: { field: 'series' } } } }
  const plan = { ...loaded.plan, chart: { ...loaded.plan.chart, specs } }
  const { views } = await renderViews({
    dashboard: null,
    views: [{ ...loaded, plan, chart: 'own' }],
    ...task,
  })
  const chart = Buffer.from(views[0]?.chart ?? [])
  expect([chart.subarray(1, 4).toString(), chart.readUInt32BE(16)]).toEqual(['PNG', 1280])
  expect(chart.readUInt32BE(20)).toBeGreaterThan(800)
})

test('the previous month of a tab becomes figures, a chart and the workbook of its screen', async () => {
  const { views, workbook } = await renderViews({ dashboard: null, views: await load(view), ...task })
  expect(views).toHaveLength(1)
  expect(views[0]).toMatchObject({
    title: 'Routelink to MNO - Daily Minutes Data - 2025 May',
    url: '/report/daily-report-minutes/routelink-to-mno?year=2025&month=5&view=chart&chart=line',
    figures: { notShown: expect.stringContaining('21 other rows') },
  })
  expect(views[0]?.figures?.rows).toHaveLength(10)
  // The width of a PNG is in its ninth to twelfth byte after the signature.
  const chart = Buffer.from(views[0]?.chart ?? [])
  expect([chart.subarray(1, 4).toString(), chart.readUInt32BE(16)]).toEqual(['PNG', 1280])
  expect(workbook?.name).toMatch(/\.xlsx$/)
  const [sheet] = await readXlsxFile(Buffer.from(workbook?.file ?? []))
  expect(sheet?.data.filter(([day]) => day instanceof Date)).toHaveLength(31)
})

test('a mail compares a column of another tab and their net with an earlier period', async () => {
  const tab = 'mno-to-routelink'
  const compare = 'previous' as const
  const shownViews: readonly Partial<ScheduledView>[] = [
    { compare },
    { compare, tab },
    { compare, added: [`beside:${tab}/MTN`] },
  ]
  const [own, other, both] = await Promise.all(
    shownViews.map(async (change) => {
      const { views } = await render([await loadOne(change)])
      const { header = [], totals = [] } = views[0]?.figures ?? {}
      return (heading: string) => totals.map((cells) => cells[header.indexOf(heading)] ?? '')
    }),
  )
  expect(both?.('MTN')).toEqual(own?.('MTN'))
  expect(both?.('MTN, MNO to Routelink')).toEqual(other?.('MTN'))
  const read = (text = '') => Number(text.replaceAll(',', ''))
  const [now, before, difference] = both?.('MTN, net').map(read) ?? []
  expect(now).toBeCloseTo(read(own?.('MTN')[0]) - read(other?.('MTN')[0]), 1)
  expect(before).toBeCloseTo(read(own?.('MTN')[1]) - read(other?.('MTN')[1]), 1)
  expect(difference).toBeCloseTo((now ?? NaN) - (before ?? NaN), 1)
})

test('the notes on what is shown are sentences of the mail', async () => {
  const { send } = await testApp.addUserWithRole('author', [13, 17])
  const note = { screen: 'daily-report-minutes/routelink-to-mno/daily', scope: 'report' }
  const times = { from: '2025-05-14', to: '2025-05-14' }
  expect((await send('POST', '/v1/notes', { ...note, ...times, text: 'Cable cut' })).status).toBe(201)
  const { views } = await renderViews({ dashboard: null, views: await load(view), ...task })
  expect(views[0]?.notes).toEqual([expect.stringMatching(/^Note 1\. 14 May 2025: Cable cut \(author, /)])
})

const notice = 'As of 14:05 on 3 June 2025 (Africa/Lagos).'
const problem = 'May 2024 is not available in this report.'

test.each<[string, string, () => Promise<LoadedView[]>]>([
  ['the age of a source', notice, () => loadWith(null, (body) => ({ ...body, notice }))],
  [
    'until when there are records, and when new ones are due',
    'Until 31 December, due at 10:00.',
    () =>
      load(
        view,
        TODAY,
        datasets.map((dataset) => ({ ...dataset, dueBy: '10:00' })),
      ),
  ],
  [
    'why they have no comparison',
    problem,
    async () => [
      {
        ...(await loadOne({ compare: 'year' })),
        earlier: [{ compare: 'year', period: { problem }, response: '' }],
      },
    ],
  ],
])('a mail and its workbook say %s', async (_, sentence, loadThem) => {
  const { views, cells } = await render(await loadThem())
  expect(views[0]?.notes).toContain(sentence)
  expect(cells).toContain(sentence)
})

test('a value that cannot be sent is blank in the mail and its workbook, with the reason', async () => {
  const loaded = await loadOne()
  // The last record, since the mail shows the latest rows.
  const response = loaded.response.replace(/(.*"mtnMinutes":)[\d.]+/, '$1"NaN"')
  const views = [{ ...loaded, notes: [], response }]
  const rendered = await render(views)
  const reason = expect.stringMatching(/^MTN: The source has values that are no finite number/)
  expect(rendered.views[0]?.notes).toEqual([reason])
  expect(rendered.views[0]?.figures).toMatchObject({ rows: { 9: { 2: '' } }, totals: [{ 2: '' }] })
  expect(rendered.cells).toContainEqual(reason)
  expect(rendered.rows.find(([label]) => label === 'Total')?.[2]).toBe(null)
})

test('a dashboard becomes a mail with the period of each tile, and one workbook', async () => {
  const wanted = { ...view, kind: 'dashboard', id: 'month-in-review', period: 'latest' } as const
  const loaded = await load(wanted)
  const { views, workbook } = await renderViews({ dashboard: 'Month in Review', views: loaded, ...task })
  expect(views.map(({ chart }) => chart !== null)).toEqual([true, true, true, false])
  expect(workbook?.name).toBe('Month in Review 2025-06-03.xlsx')
})

test('a tile is sent as a tile: a number with its change, and a chart without a table', async () => {
  const wanted = { ...view, kind: 'dashboard', id: 'operations', period: 'latest' } as const
  const views = await load(wanted)
  const rendered = await renderViews({ dashboard: 'Operations', views, ...task, hasWorkbook: false })
  const kinds = rendered.views.map(({ figure, figures, chart }, index) => [
    views[index]?.tile?.kind,
    figure !== null,
    figures !== null,
    chart !== null,
  ])
  expect(kinds).toEqual(kinds.map(([kind]) => [kind, kind === 'figure', kind === 'table', kind === 'chart']))
  expect(kinds.filter(([kind]) => kind === 'figure')).toHaveLength(4)
  const [tile] = rendered.views
  expect(tile?.figure).toMatchObject({
    value: expect.stringMatching(/^[\d.]+\u00A0M$/),
    change: expect.stringMatching(/^[▲▼=] [+-]?[\d.]+% on May 2025/),
  })
  // Its link opens the same comparison.
  expect(tile?.url).toContain('compare=sameDays')
})

/** The rows below a table of 31 days that is compared with one of 30, with other weekdays. */
const comparedTotals = [
  'Total',
  'May 2024',
  'Difference',
  'Difference %',
  'Difference per day %',
  'Difference by weekday %',
]

test('a mail has the comparison that was chosen, below the total', async () => {
  const { views } = await render(await load({ ...view, compare: 'year' }))
  expect(views[0]?.figures?.totals.map(([label]) => label)).toEqual(comparedTotals)
  expect(views[0]?.url).toContain('compare=year')
})

test('the workbook of a dashboard has no remarks on comparisons, which only its tiles show', async () => {
  const { views, cells } = await render(await load({ ...view, compare: 'year' }), 'Calls')
  const remark = 'Days with a record: 31 in May 2025, 30 in May 2024.'
  expect(views[0]?.notes).toContain(remark)
  expect(cells).not.toContain(remark)
})

test('each view of a mail over several periods says its own', async () => {
  const wanted = { ...view, kind: 'dashboard', id: 'operations', period: 'latest' } as const
  const rendered = await renderViews({ dashboard: 'Operations', views: await load(wanted), ...task })
  const views = rendered.views.map((shownView, index) => ({
    ...shownView,
    title: `Own title ${index}`,
    period: index === 0 ? '2025 March' : '2024 March',
  }))
  const address = { portalUrl: 'https://x.example', path: '/' }
  const frame = { title: 'Operations', product: 'Portal', ...address, notices: [] }
  const { text, html } = buildMail(frame, { views, workbook: null })
  expect(text).toContain('Own title 0\n2025 March\n')
  expect(html.match(/2024 March/g)).toHaveLength(views.length - 1)
})

test('a mail of rows of two things has one column for each', async () => {
  const loaded = await loadOne()
  const rows = {
    key: { kind: 'date', field: 'day', label: 'Date' },
    dimension: { field: 'currency', label: 'Currency' },
  }
  const plan = compileOne({ rows, columns: [{ field: 'minutes', id: 'minutes', label: 'Minutes' }] })
  const records = [{ day: '2025-05-01', currency: 'NGN', minutes: 5 }]
  const response = JSON.stringify({ success: true, records })
  const { views } = await render([{ ...loaded, plan, notes: [], response }])
  expect(views[0]?.figures).toMatchObject({
    header: ['Date', 'Currency', 'Minutes'],
    rows: [['5/1/2025 Thu', 'NGN', '5.00']],
  })
})

test('a mail has the columns that its reader added, however many columns are before them', async () => {
  const added = ['share:GLO', 'rank:Grand Total']
  const { header, rows, totals, notShown } =
    (await render(await load({ ...view, compare: 'year', added }))).views[0]?.figures ?? {}
  expect(header).toEqual(['Month / MNO', 'Airtel', 'GLO', 'Grand Total', 'GLO, share', 'Grand Total, rank'])
  expect(rows?.at(-1)?.slice(4)).toEqual([expect.stringMatching(/^\d\.\d%$/), expect.stringMatching(/^\d+$/)])
  expect(totals?.map(([label]) => label)).toEqual(comparedTotals)
  expect(notShown).toBe('Not shown: 21 other rows, and the columns MTN, 9 Mobile, Total, IDA.')
})

test('a month without records is nothing to send', async () => {
  expect(await load(view, '1999-06-03')).toEqual([])
})

/** Loads the view, with the answer of its server replaced. */
async function loadWith(chart: ScheduledView['chart'], change: (body: { records: object[] }) => object) {
  const loaded = await loadOne({ chart })
  return [{ ...loaded, notes: [], response: JSON.stringify(change(JSON.parse(loaded.response))) }]
}

test('a mail says why it has no chart, and which days have no record', async () => {
  const views = await loadWith('pie', (body) => ({
    ...body,
    // Every amount is negative.
    records: JSON.parse(JSON.stringify(body.records.slice(1)), (_, value) =>
      typeof value === 'number' ? -1 : value,
    ),
  }))
  const { views: rendered } = await renderViews({ dashboard: null, views, ...task, hasWorkbook: false })
  expect(rendered[0]?.chart).toBeNull()
  expect(rendered[0]?.notes).toEqual([
    expect.stringMatching(/^Not in the pie: /),
    expect.stringMatching(/^1 day without a record: \d+ May 2025\.$/),
    'No data available for the selected series.',
  ])
})

test('a mail shows the latest rows and the total column, and names the columns that it lacks', async () => {
  const { views } = await render(await load(view))
  expect(views[0]?.figures).toMatchObject({
    header: ['Month / MNO', 'Airtel', 'MTN', '9 Mobile', 'GLO', 'Grand Total'],
    notShown: 'Not shown: 21 other rows, and the columns Total, IDA.',
  })
  const days = views[0]?.figures?.rows.map(([day]) => day) ?? []
  expect([days.length, days[0], days.at(-1)]).toEqual([10, '5/22/2025 Thu', '5/31/2025 Sat'])
})

test('the total row of a mail says what a total is that is no sum', async () => {
  const loaded = await loadOne()
  const columns = loaded.plan.columns.map((column, index) =>
    index === 0 ? { ...column, aggregate: 'max' as const } : column,
  )
  const { views } = await render([{ ...loaded, plan: { ...loaded.plan, columns } }])
  const [label, highest, sum, ...others] = views[0]?.figures?.totals[0] ?? []
  expect([label, others.length]).toEqual(['Total', 3])
  expect(highest).toMatch(/^highest [\d,.]+$/)
  expect(sum).toMatch(/^[\d,.]+$/)
})
