import { expect, test } from 'vitest'
import {
  buildDaysPlan,
  canFollow,
  choosePeriodOf,
  findPeriodPlan,
} from '../../../src/report/selection/own-days.ts'
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
    expect(own !== null).toBe(plan.rows.key.kind === 'date')
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
