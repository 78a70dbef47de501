import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compareReports } from '../../../src/report/model/compare-reports.ts'
import { compileReportFiles } from '../../../src/definition/compile.ts'
import { formatDiagnostic } from '../../../src/diagnostics/diagnostic.ts'
import { editDefinition, type Edits } from '../../support/edit-definition.ts'

const base = readFileSync('tests/definition/fixtures/base.json', 'utf8')

function compile(...list: readonly Edits[]) {
  const files = list.map((edits) => {
    const text = editDefinition(base, edits)
    const { id } = JSON.parse(text) as { readonly id: string }
    return { path: `${id}.json`, content: new TextEncoder().encode(text) }
  })
  const { reports, diagnostics } = compileReportFiles(files)
  expect(diagnostics.map(formatDiagnostic)).toEqual([])
  return reports
}

const compare = (before: Edits, after: Edits) =>
  compareReports(compile(before), compile(after)).flatMap(({ lines }) => lines)

/** The lines below the heading of a report that is in both. */
const changes = (after: Edits, before: Edits = {}) =>
  compare(before, after)
    .slice(1)
    .map((line) => line.slice(2))

const routes = (...items: readonly object[]) => ({
  'data.url': '/v1/call-quality/{route}/{year}/{month}',
  'download.url': '/v1/call-quality/download/{route}/{year}/{month}',
  tabs: { navigation: 'query', items },
})
const incoming = { id: 'in', label: 'Incoming', params: { route: 'in' } }
const outgoing = { id: 'out', label: 'Outgoing', params: { route: 'out' } }

describe('what a change of definitions does, in words', () => {
  test('nothing', () => {
    expect(compare({}, {})).toEqual([])
  })

  test.each<[string, Edits]>(
    Object.entries({
      '`menu.order` is 3 instead of 9.': { 'menu.order': 3 },
      '`menu.permission` is 91 instead of 90.': { 'menu.permission': 91 },
      "`path` is '/report/quality' instead of '/report/call-quality'.": { path: '/report/quality' },
      "`breadcrumb` is 'Reports', 'Quality' instead of 'Reports'.": { breadcrumb: ['Reports', 'Quality'] },
      "`label` of the column 'Dropped' (dropped) is 'Lost' instead of 'Dropped'.": {
        'columns.1.label': 'Lost',
        'columns.1.id': 'dropped',
      },
      "`color` of the column 'Answered' (answered) is '#123456' instead of nothing.": {
        'columns.0.color': '#123456',
      },
      "The column 'Busy' (busy) is new, at position 2.": { 'columns.+1': { field: 'busy', label: 'Busy' } },
      "The order of the columns is now 'Dropped', 'Answered', 'All'.": {
        'columns.0': { field: 'dropped', label: 'Dropped' },
        'columns.1': { field: 'answered', label: 'Answered' },
      },
      "`options.fixed` of the selector 'Year' (year) is '2026', '2025' instead of '2025', '2024'.": {
        'selectors.0.options.fixed': [2026, 2025],
      },
      "`data.url` is '/v2/call-quality/{year}/{month}' instead of '/v1/call-quality/{year}/{month}'.": {
        'data.url': '/v2/call-quality/{year}/{month}',
      },
      "`rows.total` is nothing instead of 'Total'.": { 'rows.total': undefined },
    }),
  )('%s', (line, after) => {
    expect(changes(after)).toEqual([line])
  })

  test.each<[string, Edits, readonly string[]]>([
    [
      'number format and total of a column',
      {
        'columns.0.format': { decimals: 1 },
        'columns.0.total': false,
        'columns.2.value': 'add(dropped)',
      },
      [
        "`format` of the column 'Answered' (answered) is '1,234.6' instead of '1,234.57'.",
        "`total` of the column 'Answered' (answered) is false instead of true.",
        "`expression` of the column 'All' (all) is 'sum of Dropped' instead of 'sum of all series'.",
      ],
    ],
    [
      'removed column',
      {
        'columns.1': { value: 'add(series)', id: 'all', label: 'All' },
        'columns.2': { field: 'dropped', label: 'Dropped', id: 'lost' },
      },
      ["The column 'Dropped' (dropped) is removed.", "The column 'Dropped' (lost) is new, at position 3."],
    ],
    [
      'URL and file name of the download',
      {
        'download.url': '/v1/quality/{year}/{month}/file',
        'download.fileName': 'quality_{year}_{month}.xlsx',
      },
      [
        "`download.url` is '/v1/quality/{year}/{month}/file' instead of '/v1/call-quality/download/{year}/{month}'.",
        "`download.fileName` is 'quality_{year}_{month}.xlsx' instead of 'call_quality_{year}_{month:2}.xlsx'.",
      ],
    ],
  ])('%s', (_what, after, expected) => {
    expect(changes(after)).toEqual(expected)
  })

  test('a change of every screen once, a change of one below its name', () => {
    const after = routes(incoming, { ...outgoing, table: { title: 'Out' } })
    const lines = changes({ ...after, 'rows.total': 'Sum' }, routes(incoming, outgoing))
    expect(lines.slice(0, 3)).toEqual([
      'On every screen:',
      "  `rows.total` is 'Sum' instead of 'Total'.",
      "On the screen 'base/out':",
    ])
    expect(lines[3]).toMatch(/^ {2}`table.title` is 'Out' instead of '/)
    expect(lines).toHaveLength(4)
  })

  test('a screen that is new or removed', () => {
    const [both, one] = [routes(incoming, outgoing), routes(incoming)]
    expect(changes(both, one)).toEqual([
      "The tab 'Outgoing' (out) is new, at position 2.",
      "The screen 'base/out' is new.",
    ])
    expect(changes(one, both)).toEqual([
      "The tab 'Outgoing' (out) is removed.",
      "The screen 'base/out' is removed.",
    ])
  })

  test('an alert, a highlight and a line of a chart by their names, not as what they compile to', () => {
    const rules = (value: number) => {
      const condition = { column: 'answered', operator: '<', value }
      return {
        alerts: [{ id: 'few', title: 'Few answered', condition }],
        highlights: [{ when: condition, as: 'bad' }],
        chart: { lines: [{ label: 'Target', value }] },
      }
    }
    expect(changes(rules(90), rules(80))).toEqual([
      "`when.value` of the alert 'Few answered' (few) is 90 instead of 80.",
      "`value` of the highlight 'answered' is 90 instead of 80.",
      "`value` of the line 'Target' is 90 instead of 80.",
    ])
    expect(changes({}, rules(80))).toEqual([
      "The alert 'Few answered' (few) is removed.",
      "The highlight 'answered' is removed.",
      "The line 'Target' is removed.",
    ])
  })

  test('a report that is new or removed', () => {
    const other = {
      id: 'other',
      path: '/report/other',
      menu: { label: 'Other', permission: 91, order: 10 },
      download: undefined,
    }
    expect(compareReports(compile({}), compile({}, other))).toEqual([
      { kind: 'added', lines: ['Other (other) is a new report.'] },
    ])
    expect(compareReports(compile({}, other), compile({}))).toEqual([
      { kind: 'removed', lines: ['Other (other) is removed.'] },
    ])
  })
})
