import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileDashboardFiles, isTileDiagnostic } from '../../src/definition/dashboards.ts'
import { readFolder } from '../../src/loading/read-folder.ts'
import type { Report } from '../../src/report/model/report-plan.ts'
import { loadReports } from '../../src/loading/load.ts'

const reports = loadReports('reports', 'datasets')
const daily = 'daily-report-minutes'

const compile = (definition: unknown, name = 'one') =>
  compileDashboardFiles(
    [{ path: `dashboards/${name}.json`, content: Buffer.from(JSON.stringify(definition)) }],
    reports,
  )

/** Compiles a dashboard of these tiles; returns the place, the rule and the message of each error. */
const check = (tiles: readonly unknown[], more: object = {}): string[] =>
  compile({ id: 'one', title: 'One', tiles, ...more }).diagnostics.map(
    ({ path, rule, message }) => `${path.join('.')} [${rule}] ${message}`,
  )

test('the shipped dashboards and those of the examples show reports that exist', () => {
  expect(compileDashboardFiles(readFolder('dashboards'), reports).diagnostics).toEqual([])
  const examples = compileDashboardFiles(
    readFolder('examples/dashboards'),
    loadReports('examples/reports', 'examples/datasets'),
  )
  expect(examples.diagnostics).toEqual([])
})

test('a tile has the first screen of its report, and follows the period of the dashboard', () => {
  const averages = { variant: 'monthly-average', period: '2025' }
  const tiles = [{ figure: daily }, { chart: daily, ...averages, id: 'averages' }]
  const { dashboards } = compile({ id: 'one', title: 'One', tiles })
  const view = { report: daily, tab: 'mno-to-routelink', variant: 'daily', selectors: {} }
  expect(dashboards[0]?.tiles).toEqual([
    { kind: 'figure', id: '1', width: 3, compare: 'previous', view: { ...view, period: null } },
    { kind: 'chart', id: 'averages', width: 6, type: 'line', view: { ...view, ...averages } },
  ])
  expect(Object.isFrozen(dashboards[0]?.tiles)).toBe(true)
})

test('a figure that compares a month of which no dataset says how complete it is gets a warning', () => {
  const examples = loadReports('examples/reports', 'examples/datasets')
  const tile = { figure: 'settlement' }
  const days = { figure: 'minutes-trend' }
  const tiles = [tile, { ...tile, compare: 'none' }, { ...tile, period: '2024-03' }, days]
  const content = Buffer.from(JSON.stringify({ id: 'one', title: 'One', tiles }))
  const compileWith = (reports: readonly Report[]) =>
    compileDashboardFiles([{ path: 'dashboards/one.json', content }], reports)
  const foreign = examples.map((report) => {
    const plans = report.plans.map((plan) => ({ ...plan, data: { ...plan.data, binding: [] } }))
    return { ...report, plans }
  })
  const { diagnostics, warnings } = compileWith(foreign)
  expect(diagnostics).toEqual([])
  expect(warnings.map(({ path, rule, message }) => `${path.join('.')} [${rule}] ${message}`)).toEqual([
    'tiles.0.figure [period-unknown] no dataset says how complete the latest period is, which the figure compares',
  ])
  expect(compileWith(examples).warnings).toEqual([])
})

test.each<[string, readonly unknown[]]>(
  Object.entries({
    "tiles.0.figure [dashboard-view] no report 'daily-report-minute'": [{ figure: 'daily-report-minute' }],
    "tiles.0.compare [dashboard-view] 'monthly-report' has no row of totals": [
      { figure: 'monthly-report', compare: 'year' },
    ],
    'tiles.0.width [schema-size] found 2; allowed: at least 3': [{ chart: daily, width: 2 }],
    "tiles.0.tab [dashboard-view] 'daily-report-minutes' has no tab 'mno-to-routlink'; known are mno-to-routelink, routelink-to-mno; did you mean 'mno-to-routelink'?":
      [{ table: daily, tab: 'mno-to-routlink' }],
    "tiles.0.variant [dashboard-view] 'monthly-report' has no variants": [
      { table: 'monthly-report', variant: 'daily' },
    ],
    "tiles.0.column [dashboard-view] no such column 'grandTotals'": [
      { figure: daily, column: 'grandTotals' },
    ],
    "tiles.0.series.1 [dashboard-view] no such column 'grandTotal'; known are airtelMinutes, mtnMinutes, nineMobileMinutes, gloMinutes, idaMinutes":
      [{ chart: daily, series: ['mtnMinutes', 'grandTotal'] }],
    "tiles.0.type [dashboard-view] 'daily-report-minutes' has no area chart; it has line, pie, bar": [
      { chart: daily, type: 'area' },
    ],
    "tiles.0.type [dashboard-view] 'daily-report-minutes' has no lines chart; it has line, pie, bar": [
      { chart: daily, type: 'lines' },
    ],
    "tiles.0.selectors.direction [dashboard-view] 'daily-report-minutes' has no selector 'direction'; known are year, month":
      [{ table: daily, selectors: { direction: 'in' } }],
    "tiles.0.selectors.month [dashboard-view] 'month' is a period; write it as 'period'": [
      { table: daily, selectors: { month: '3' } },
    ],
    "tiles.0.period [dashboard-view] '2025-03' cannot be chosen in 'monthly-report'; its period is chosen by year":
      [{ table: 'monthly-report', period: '2025-03' }],
    "tiles.0.period [dashboard-view] '2025-13' is no period of the calendar": [
      { table: daily, period: '2025-13' },
    ],
    'tiles.0.width [schema-size] found 13; allowed: at most 12': [{ table: daily, width: 13 }],
    "tiles.0.chart [schema-key] found 'figure' and 'chart', which are different kinds; allowed is one of them":
      [{ figure: daily, chart: daily }],
    "tiles.1.id [dashboard-tile] 'a' is the id of tile 1 already": [
      { table: daily, id: 'a' },
      { text: 'x', id: 'a' },
    ],
    'tiles [schema-size] found a list; allowed: at most 24 entries': Array.from({ length: 60 }, () => ({
      table: daily,
    })),
    'tiles [schema-size] found an empty list; allowed: at least 1 entry': [],
  }),
)('%s', (error, tiles) => {
  expect(check(tiles)).toEqual([expect.stringContaining(error)])
})

test.each([
  [17, "17 belongs to the report 'daily-report-minutes'"],
  [11, '11 belongs to the portal'],
])('a dashboard does not have the right %i of another', (permission, message) => {
  const error = `permission [dashboard-permission] ${message}`
  expect(check([{ table: daily }], { permission })).toEqual([expect.stringContaining(error)])
})

test('a tile whose report was removed is there without its content, so that the others stay', () => {
  const tiles = [{ figure: 'gone', title: 'Gone' }, { text: 'x' }]
  const { dashboards, diagnostics } = compile({ id: 'one', title: 'One', tiles })
  expect(diagnostics.every(isTileDiagnostic)).toBe(true)
  const kinds = dashboards[0]?.tiles.map(({ kind, title }) => `${kind} ${title}`)
  expect(kinds).toEqual(['unavailable Gone', 'text undefined'])
})

test('the name of the file is the id', () => {
  const definition: unknown = JSON.parse(readFileSync('dashboards/operations.json', 'utf8'))
  expect(compile(definition).diagnostics.map(({ rule }) => rule)).toEqual(['id-file'])
})
