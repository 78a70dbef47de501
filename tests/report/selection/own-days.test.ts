import { expect, test } from 'vitest'
import {
  buildDaysPlan,
  canFollow,
  choosePeriodOf,
  findPeriodPlan,
} from '../../../src/report/selection/own-days.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { getLinkUrl } from '../../../src/report/model/links.ts'
import { addColumn } from '../../../src/report/table/added-columns.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { formatCopiedCells } from '../../../src/report/table/copied-cells.ts'
import { getRowSpan } from '../../../src/report/table/row-span.ts'
import { resolveLabels } from '../../../src/report/selection/titles-and-file-names.ts'
import { getPeriod } from '../../../src/report/selection/selector-kinds.ts'
import { loadShippedReports } from '../../support/shipped-reports.ts'

const plans = loadShippedReports().flatMap(({ plans: all }) => all)
const getPlan = (key: string) => plans.find((one) => one.key === key) ?? expect.fail(`no plan '${key}'`)
const MINUTES = 'daily-report-minutes/mno-to-routelink/daily'
const DAYS = '2025-02-01..2025-03-15'

test("a screen of days shows days of one's own, and names them in titles, files and its call", () => {
  const plan = buildDaysPlan(getPlan(MINUTES))
  if (plan === null) throw new Error('it has none')
  expect(plan.selectors.map(({ name, kind }) => [name, kind])).toEqual([['days', 'dateRange']])
  const labels = resolveLabels(plan, { days: DAYS }, '2025-06-01')
  expect(labels.tableTitle).toBe('MNO to Routelink - Daily Minutes Data - 2025-02-01 to 2025-03-15')
  expect(labels.imageName('line')).toBe('daily-line-chart-2025-02-01-to-2025-03-15')
  expect(labels.workbookName).toBe('daily_report_mno_to_routelink_2025-02-01_2025-03-15.xlsx')
  expect(labels.dataCall).toEqual({ path: '/v1/days', query: { screen: MINUTES, days: DAYS } })
  // The browser makes the workbook.
  expect(labels.downloadCall).toBe(null)
  expect(getPeriod(plan, { days: DAYS }).days).toEqual({ first: '2025-02-01', last: '2025-03-15' })
})

test.each(plans.map((plan) => [plan.key, plan] as const))(
  'no text of %s keeps a part of a month',
  (_, plan) => {
    const own = buildDaysPlan(plan)
    expect(own).not.toBe(null)
    expect(JSON.stringify({ ...own, chart: own?.chart.images, key: '' })).not.toMatch(/\{(year|month)/)
  },
)

test('the period of a day is chosen with the values of its selectors', () => {
  expect(choosePeriodOf(getPlan(MINUTES), '2025-02-01')).toEqual({ year: '2025', month: '2' })
})

test("a period is shown by the screen itself if it can, else in days of one's own", () => {
  const plan = getPlan(MINUTES)
  expect(findPeriodPlan(plan, { first: '2025-02-01', last: '2025-02-28' })).toBe(plan)
  expect(findPeriodPlan(plan, { first: '2025-02-03', last: '2025-02-09' })?.selectors[0]?.name).toBe('days')
  expect(canFollow(plan, 'previous-week')).toBe(true)
  expect(canFollow(plan, 'last-7-days')).toBe(true)
  const yearly = plans.find(({ rows }) => rows.key.kind === 'month')
  expect(yearly && canFollow(yearly, 'previous-week')).toBe(false)
})

test('months of two years are rows in the order of time, which name their year and link to it', () => {
  const plan = buildDaysPlan(getPlan('monthly-report/mno-to-routelink'))
  if (plan === null) throw new Error('it has none')
  expect(plan.compare).toEqual(['previous', 'year'])
  const days = '2024-11-01..2025-02-28'
  const record = (year: number, reportMonth: number, mtnDailyAvg: number) => ({
    year,
    reportMonth,
    mtnDailyAvg,
  })
  const records = [record(2025, 1, 3), record(2024, 12, 2)]
  const table = buildTable(plan, { days }, parseResponse(plan, { success: true, records }))
  expect(table.rows.map(({ label, hasRecord }) => [label, hasRecord])).toEqual([
    ['Nov 2024', false],
    ['Dec 2024', true],
    ['Jan 2025', true],
    ['Feb 2025', false],
  ])
  const [, december] = table.rows
  if (december === undefined) throw new Error('there is no such row')
  expect(getLinkUrl(table.link, 'month', december)).toContain('year=2024&month=12&')
  expect(getRowSpan(table, december, getPeriod(plan, { days }))).toEqual({
    from: '2024-12-01',
    to: '2024-12-31',
  })
  const cells = { rows: table.rows.slice(2, 3), columns: [-1] }
  expect(formatCopiedCells(table, cells).text).toContain('2025-01')
  // Of 2024 the table does not have January.
  const { rows } = addColumn({ ...table, total: { label: 'Total', values: [] } }, 'toDate:MTN')
  expect(rows.map(({ values }) => values.at(-1))).toEqual([null, null, 3, 3])
})
