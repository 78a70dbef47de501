import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileDashboardFiles, isTileDiagnostic } from '../../src/definition/dashboards.ts'
import { readFolder } from '../../src/definition/read-definitions.ts'
import { loadReports } from '../../src/definition/load.ts'

const reports = loadReports('reports')

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
  const examples = compileDashboardFiles(readFolder('examples/dashboards'), loadReports('examples/reports'))
  expect(examples.diagnostics).toEqual([])
})

test('a tile has the first screen of its report, and follows the period of the dashboard', () => {
  const { dashboards } = compile({
    id: 'one',
    title: 'One',
    tiles: [
      { figure: 'daily-report-minutes' },
      { chart: 'daily-report-minutes', variant: 'monthly-average', period: '2025', id: 'averages' },
    ],
  })
  const nothing = { column: null, compare: null, type: null, series: null, rows: null, text: null }
  const view = { report: 'daily-report-minutes', tab: 'mno-to-routelink', variant: 'daily', selectors: [] }
  expect(dashboards[0]?.tiles).toEqual([
    {
      ...nothing,
      kind: 'figure',
      id: '1',
      title: null,
      width: 3,
      compare: 'previous',
      view: { ...view, period: null },
    },
    {
      ...nothing,
      kind: 'chart',
      id: 'averages',
      title: null,
      width: 6,
      type: 'line',
      view: { ...view, variant: 'monthly-average', period: '2025' },
    },
  ])
  expect(Object.isFrozen(dashboards[0]?.tiles)).toBe(true)
})

const daily = 'daily-report-minutes'

test.each<[fault: string, tiles: readonly unknown[], more: object, expected: string]>([
  [
    'an unknown report',
    [{ figure: 'daily-report-minute' }],
    {},
    "tiles.0.figure [dashboard-report] no report 'daily-report-minute'",
  ],
  [
    'a comparison without totals',
    [{ figure: 'monthly-report', compare: 'year' }],
    {},
    "tiles.0.compare [dashboard-compare] 'monthly-report' has no row of totals",
  ],
  [
    'a chart too narrow to be read',
    [{ chart: daily, width: 2 }],
    {},
    'tiles.0.width [schema-size] found 2; allowed: at least 3',
  ],
  [
    'an unknown tab',
    [{ table: daily, tab: 'mno-to-routlink' }],
    {},
    "tiles.0.tab [dashboard-screen] 'daily-report-minutes' has no tab 'mno-to-routlink'; known are mno-to-routelink, routelink-to-mno; did you mean 'mno-to-routelink'?",
  ],
  [
    'a variant of a report without any',
    [{ table: 'monthly-report', variant: 'daily' }],
    {},
    "tiles.0.variant [dashboard-screen] 'monthly-report' has no variants",
  ],
  [
    'an unknown column',
    [{ figure: daily, column: 'grandTotals' }],
    {},
    "tiles.0.column [dashboard-column] no such column 'grandTotals'",
  ],
  [
    'a series that is a total',
    [{ chart: daily, series: ['mtnMinutes', 'grandTotal'] }],
    {},
    "tiles.0.series.1 [dashboard-column] no such column 'grandTotal'; known are airtelMinutes, mtnMinutes, nineMobileMinutes, gloMinutes, idaMinutes",
  ],
  [
    'a chart that the report does not offer',
    [{ chart: daily, type: 'area' }],
    {},
    "tiles.0.type [dashboard-chart] 'daily-report-minutes' has no area chart; it has line, pie, bar",
  ],
  [
    'an unknown type',
    [{ chart: daily, type: 'lines' }],
    {},
    "tiles.0.type [schema-value] found 'lines'; allowed are",
  ],
  [
    'an unknown selector',
    [{ table: daily, selectors: { direction: 'in' } }],
    {},
    "tiles.0.selectors.direction [dashboard-selector] 'daily-report-minutes' has no selector 'direction'; known are year, month",
  ],
  [
    'a period as a selector',
    [{ table: daily, selectors: { month: '3' } }],
    {},
    "tiles.0.selectors.month [dashboard-selector] 'month' is a period; write it as 'period'",
  ],
  [
    'a period that the report cannot choose',
    [{ table: 'monthly-report', period: '2025-03' }],
    {},
    "tiles.0.period [dashboard-period] '2025-03' cannot be chosen in 'monthly-report'",
  ],
  [
    'a period that does not exist',
    [{ table: daily, period: '2025-13' }],
    {},
    "tiles.0.period [dashboard-period] '2025-13' is no period of the calendar",
  ],
  [
    'a width of 13',
    [{ table: daily, width: 13 }],
    {},
    'tiles.0.width [schema-size] found 13; allowed: at most 12',
  ],
  [
    'two kinds in one tile',
    [{ figure: daily, chart: daily }],
    {},
    "tiles.0.chart [schema-key] found 'figure' and 'chart', which are different kinds; allowed is one of them",
  ],
  [
    'two tiles of one name',
    [
      { table: daily, id: 'a' },
      { text: 'x', id: 'a' },
    ],
    {},
    "tiles.1.id [dashboard-tile] 'a' is the id of tile 1 already",
  ],
  [
    '60 tiles',
    Array.from({ length: 60 }, () => ({ table: daily })),
    {},
    'tiles [schema-size] found a list; allowed: at most 24 entries',
  ],
  ['no tiles', [], {}, 'tiles [schema-size] found an empty list; allowed: at least 1 entry'],
  [
    'the right of a report',
    [{ table: daily }],
    { permission: 17 },
    "permission [dashboard-permission] 17 belongs to the report 'daily-report-minutes'",
  ],
  [
    'a right of the portal',
    [{ table: daily }],
    { permission: 11 },
    'permission [dashboard-permission] 11 belongs to the portal',
  ],
])('%s is an error at its place', (_, tiles, more, expected) => {
  const found = check(tiles, more)
  expect(found[0]).toContain(expected)
  expect(found).toHaveLength(1)
})

test('a tile whose report was removed is there without its content, so that the others stay', () => {
  const { dashboards, diagnostics } = compile({
    id: 'one',
    title: 'One',
    tiles: [{ figure: 'gone', title: 'Gone' }, { text: 'x' }],
  })
  expect(diagnostics.every(isTileDiagnostic)).toBe(true)
  expect(dashboards[0]?.tiles.map(({ kind, title }) => [kind, title])).toEqual([
    ['unavailable', 'Gone'],
    ['text', null],
  ])
})

test('the name of the file is the id', () => {
  const definition: unknown = JSON.parse(readFileSync('dashboards/operations.json', 'utf8'))
  expect(compile(definition).diagnostics.map(({ rule }) => rule)).toEqual(['id-file'])
})
