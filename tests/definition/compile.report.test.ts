import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileOne, diagnose, small } from '../support/definitions.ts'

test('a plan is frozen through and through', () => {
  const plan = compileOne()
  expect(Object.isFrozen(plan.columns[0])).toBe(true)
  expect(Object.isFrozen(plan.chart.initiallyVisible)).toBe(true)
})

test('default titles and image names name the chart and the period alone (spec 2.19, 9.4)', () => {
  const { table, chart } = compileOne()
  expect(table.title).toBe('Small - Data - {period}')
  expect(chart.titles).toMatchObject({
    line: 'Small - Line Chart - {period}',
    pie: 'Small - Pie Chart - {period}',
    bar: 'Small - Bar Chart - {period}',
  })
  expect(chart.images).toMatchObject({
    line: 'line-chart-{period:dash}',
    pie: 'pie-chart-{period:dash}',
    bar: 'bar-chart-{period:dash}',
  })
})

test('default image names begin with the tab, so that two directions of a period are two files', () => {
  const items = [
    { id: 'inbound', label: 'Inbound', params: { way: 'in' } },
    { id: 'outbound', label: 'Outbound', params: { way: 'out' } },
  ]
  const report = { tabs: { navigation: 'query', items }, data: { url: '/v1/{way}/{year}/{month}' } }
  const { chart } = compileOne({ ...report, chart: { types: ['line', 'stackedBar', 'heatMap'] } })
  expect(chart.images).toEqual({
    line: 'inbound-line-chart-{period:dash}',
    stackedBar: 'inbound-stacked-bar-chart-{period:dash}',
    heatMap: 'inbound-heat-map-chart-{period:dash}',
  })
  const named = compileOne({
    ...report,
    chart: { images: { line: 'all-{period:dash}' } },
  })
  expect(named.chart.images).toMatchObject({
    line: 'all-{period:dash}',
    pie: 'inbound-pie-chart-{period:dash}',
  })
})

/** What is changed in a small report, and every error that this is. `+columns` are added to its own. */
const changes = JSON.parse(readFileSync('tests/definition/fixtures/small-reports.json', 'utf8')) as readonly [
  { readonly '+columns'?: readonly object[] },
  readonly string[],
][]

test.each(changes)('the errors of a small report with %j', ({ '+columns': more = [], ...change }, errors) => {
  const columns = [...small.columns, ...more]
  expect(diagnose({ ...small, columns, ...change })).toEqual(errors)
})

test('reports that share a download have the same rows and columns', () => {
  const download = { url: '/d', fileName: 'd.xlsx' }
  const other = { id: 'other', path: '/report/other', menu: { ...small.menu, permission: 98 } }
  const columns = [{ field: 'c', label: 'C' }]
  expect(diagnose({ ...small, download }, { ...small, ...other, columns, download }).join('\n')).toContain(
    "download.url: 'small' has the same URL with other rows or columns",
  )
})
