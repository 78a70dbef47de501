import { describe, expect, test } from 'vitest'
import { ReportDefinition } from '../../schemas/report/definition.ts'
import { formatPath } from '../../src/definition/diagnostic.ts'
import { compileReportSet } from '../../src/definition/compile.ts'
import { compile, compileOne, shipped, small } from '../support/definitions.ts'

const diagnostics = (...definitions: readonly unknown[]) =>
  compileReportSet(definitions.map((definition) => ReportDefinition.parse(definition))).diagnostics.map(
    ({ path, rule, message }) => `${formatPath(path)}: ${message} [${rule}]`,
  )

describe('the shipped definitions', () => {
  test('compile without a diagnostic, in the order of the menu (spec 2.5)', () => {
    expect(shipped.map(({ menu }) => [menu.permission, menu.label])).toEqual([
      [16, 'Monthly Report - Daily Average'],
      [17, 'Daily Report - Minutes'],
      [18, 'Daily Report - International Minutes'],
      [19, 'Daily Local Exchange Traffic'],
      [20, 'Daily International Exchange Traffic'],
    ])
  })

  test('have the routes of spec 2.1', () => {
    expect(
      shipped.map(({ path, tabs }) => [path, tabs?.navigation, tabs?.items.map(({ id }) => id)]),
    ).toEqual([
      ['/report/monthly-reports', 'route', ['mno-to-routelink', 'routelink-to-mno']],
      ['/report/daily-report-minutes', 'route', ['mno-to-routelink', 'routelink-to-mno']],
      ['/report/daily-report-international-minutes', 'query', ['ida-to-routelink', 'routelink-to-mno']],
      ['/report/daily-local-exchange-traffic', undefined, undefined],
      ['/report/daily-international-exchange-traffic', undefined, undefined],
    ])
  })
})

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

test('a variant takes the parts of another report for the tab of the same id', () => {
  const [, daily] = shipped
  const average = daily?.plans.find(({ key }) => key.endsWith('routelink-to-mno/monthly-average'))
  expect(average?.data.url).toBe('/v1/monthly-reports/{year}/ROUTELINK_TO_MNO')
  expect(average?.title).toBe('Daily Report - Minutes - Routelink to MNO')
})

describe('each rule past the schema finds its fault', () => {
  const column = (change: object) => ({ ...small, columns: [{ field: 'a', label: 'A' }, change] })
  const data = (url: string) => ({ ...small, data: { url } })
  test.each<[string, unknown[], string]>([
    [
      'template-placeholder',
      [data('/v1/{yaer}')],
      "data.url: unknown placeholder {yaer}; known are report, heading, year, yearName, month, monthName; did you mean 'year'? [template-placeholder]",
    ],
    [
      'template-placeholder',
      [{ ...small, title: '{year}' }],
      'title: unknown placeholder {year}; known are report [template-placeholder]',
    ],
    [
      'template-placeholder',
      [{ ...small, description: 'Calls of {tab}' }],
      'description: unknown placeholder {tab}; known are report, heading [template-placeholder]',
    ],
    [
      'template-placeholder',
      [column({ field: 'b', label: 'B', description: 'Calls of {name}' })],
      'columns[1].description: unknown placeholder {name} [template-placeholder]',
    ],
    [
      'group-second',
      [
        {
          ...small,
          columns: [
            { pattern: '{carrier}', id: 'carriers', label: '{carrier}' },
            { pattern: '{from}_to_{to}', id: 'ways', label: '{from} {to}' },
          ],
        },
      ],
      'columns[0]: this group contains every other field, so it must be the only group [group-second]',
    ],
    [
      'column-label',
      [
        {
          ...small,
          columns: [
            { field: 'a', label: 'A', header: 'In' },
            { field: 'b', label: 'A', header: 'In' },
          ],
        },
      ],
      "columns[1].label: a second column with the label 'A' below 'In' [column-label]",
    ],
    [
      'template-placeholder',
      [column({ field: 'b', label: 'B', header: 'Calls of {name}' })],
      'columns[1].header: unknown placeholder {name} [template-placeholder]',
    ],
    [
      'template-filter',
      [data('/v1/{year:3}')],
      'data.url: unknown filter :3; known are 2, lower, upper, snake, dash',
    ],
    [
      'template-brace',
      [{ ...small, title: 'A ${b.c}' }],
      "title: a brace that is no placeholder in 'A ${b.c}' [template-brace]",
    ],
    ['use-unknown', [{ ...small, chart: { use: 'smal' } }], "chart.use: no definition 'smal' [use-unknown]"],
    [
      'use-cycle',
      [{ ...small, chart: { use: 'small' } }],
      "chart.use: 'small' leads back to this definition [use-cycle]",
    ],
    ['part-missing', [{ ...small, data: undefined }], ': no data [part-missing]'],
    [
      'selector-name',
      [
        {
          ...small,
          selectors: [
            ...small.selectors,
            { kind: 'select', name: 'year', label: 'X', prompt: 'X', options: [{ value: 'a', label: 'A' }] },
          ],
        },
      ],
      "selectors[2]: a second selector named 'year' [selector-name]",
    ],
    [
      'selector-kind',
      [{ ...small, selectors: [...small.selectors, { kind: 'month', name: 'other' }] }],
      'selectors[2]: a second month selector [selector-kind]',
    ],
    [
      'selector-kind',
      [{ ...small, selectors: [...small.selectors, { kind: 'week' }] }],
      'selectors[2]: a week selector beside a month selector, which chooses the period, too [selector-kind]',
    ],
    [
      'selector-kind',
      [{ ...small, selectors: [{ kind: 'date' }, ...small.selectors] }],
      'selectors[1]: a year selector beside a date selector, which chooses the period, too [selector-kind]',
    ],
    [
      'selector-month',
      [{ ...small, selectors: [{ kind: 'quarter' }], data: { url: '/v1/{quarter}' } }],
      'selectors: a quarter selector needs a year selector [selector-month]',
    ],
    [
      'selector-month',
      [{ ...small, selectors: [{ kind: 'month' }], data: { url: '/v1/{month}' } }],
      'selectors: a month selector needs a year selector [selector-month]',
    ],
    [
      'selector-reserved',
      [
        {
          ...small,
          selectors: [
            ...small.selectors,
            { kind: 'select', name: 'view', label: 'X', prompt: 'X', options: [{ value: 'a', label: 'A' }] },
          ],
        },
      ],
      "selectors[2]: 'view' has a meaning of its own in addresses and templates [selector-reserved]",
    ],
    [
      'fill-days',
      [{ ...small, rows: { ...small.rows, key: { kind: 'text', field: 'x', label: 'X' } } }],
      "rows.fillMissing: 'days' needs a date key, and a selector of a month, week, quarter, date or range of dates [fill-days]",
    ],
    [
      'fill-hours',
      [{ ...small, rows: { key: { kind: 'hour', field: 'x', label: 'X' }, fillMissing: 'hours' } }],
      "rows.fillMissing: 'hours' needs an hour key and a date selector [fill-hours]",
    ],
    [
      'fill-weeks',
      [{ ...small, rows: { ...small.rows, fillMissing: 'weeks' } }],
      "rows.fillMissing: 'weeks' needs a week key and a year selector [fill-weeks]",
    ],
    [
      'fill-quarters',
      [{ ...small, rows: { ...small.rows, fillMissing: 'quarters' } }],
      "rows.fillMissing: 'quarters' needs a quarter key [fill-quarters]",
    ],
    [
      'fill-months',
      [{ ...small, rows: { ...small.rows, fillMissing: 'months' } }],
      "rows.fillMissing: 'months' needs a month key [fill-months]",
    ],
    [
      'column-id',
      [column({ field: 'a', label: 'B' })],
      "columns[1].id: a second column with the id 'a' [column-id]",
    ],
    [
      'list-unknown',
      [column({ list: 'names', id: 'g' })],
      "columns[1].list: no list 'names' in data.listPaths [list-unknown]",
    ],
    [
      'sum-unknown',
      [column({ sum: ['aa'], id: 's', label: 'S' })],
      "columns[1].sum[0]: no column 'aa'; known are a; did you mean 'a'? [sum-unknown]",
    ],
    [
      'sum-cycle',
      [column({ sum: ['s'], id: 's', label: 'S' })],
      "columns[1].sum: 's' sums itself [sum-cycle]",
    ],
    [
      'visible-unknown',
      [{ ...small, chart: { initiallyVisible: { columns: ['c'] } } }],
      "chart.initiallyVisible.columns[0]: no series 'c'; known are a, b; did you mean 'a'? [visible-unknown]",
    ],
    [
      'visible-group',
      [{ ...small, chart: { initiallyVisible: { countBy: 'g' } } }],
      "chart.initiallyVisible.countBy: no group 'g'; known are series [visible-group]",
    ],
    [
      'path-unique',
      [small, { ...small, id: 'other', menu: { ...small.menu, permission: 98 } }],
      "path: '/report/small' is already used by 'small' [path-unique]",
    ],
    [
      'permission-unique',
      [small, { ...small, id: 'other', path: '/report/other' }],
      "menu.permission: '99' is already used by 'small' [permission-unique]",
    ],
    [
      'tabs-unique',
      [
        {
          ...small,
          tabs: {
            navigation: 'query',
            items: [
              { id: 'x', label: 'X' },
              { id: 'x', label: 'Y' },
            ],
          },
        },
      ],
      "tabs.items[1].id: two tabs with the id 'x' [tabs-unique]",
    ],
    [
      'download-layout',
      [
        { ...small, download: { url: '/d', fileName: 'd.xlsx' } },
        {
          ...column({ field: 'c', label: 'C' }),
          id: 'other',
          path: '/report/other',
          menu: { ...small.menu, permission: 98 },
          download: { url: '/d', fileName: 'd.xlsx' },
        },
      ],
      "download.url: 'small' has the same URL with other rows or columns",
    ],
  ])('%s', (_rule, definitions, expected) => {
    expect(diagnostics(...definitions).join('\n')).toContain(expected)
  })

  test('reports all diagnostics of one run, not only the first', () => {
    const broken = { ...small, title: '{x}', data: { url: '/v1/{y}' } }
    expect(() => compile(broken)).toThrow(/\{x\}[\s\S]*\{y\}/)
  })
})
