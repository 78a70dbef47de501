import { describe, expect, test } from 'vitest'
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

describe('rules find their fault in other places, too', () => {
  const column = (change: object) => ({ ...small, columns: [{ field: 'a', label: 'A' }, change] })
  test.each<[string, unknown[]]>(
    Object.entries({
      'title: unknown placeholder {year}; known are report [template-placeholder]': [
        { ...small, title: '{year}' },
      ],
      'description: unknown placeholder {tab}; known are report, heading [template-placeholder]': [
        { ...small, description: 'Calls of {tab}' },
      ],
      'columns[1].description: unknown placeholder {name} [template-placeholder]': [
        column({ field: 'b', label: 'B', description: 'Calls of {name}' }),
      ],
      'columns[0]: this group contains every other field, so it must be the only group [group-second]': [
        {
          ...small,
          columns: [
            { pattern: '{carrier}', id: 'carriers', label: '{carrier}' },
            { pattern: '{from}_to_{to}', id: 'ways', label: '{from} {to}' },
          ],
        },
      ],
      "columns[1].label: a second column with the label 'A' below 'In' [column-label]": [
        {
          ...small,
          columns: [
            { field: 'a', label: 'A', header: 'In' },
            { field: 'b', label: 'A', header: 'In' },
          ],
        },
      ],
      "columns[1].text: 'a' is already shown as 'A' [column-field]": [column({ text: 'a', label: 'B' })],
      'columns[1].header: unknown placeholder {name} [template-placeholder]': [
        column({ field: 'b', label: 'B', header: 'Calls of {name}' }),
      ],
      'selectors[2]: a week selector beside a month selector, which chooses the period, too [selector-kind]':
        [{ ...small, selectors: [...small.selectors, { kind: 'week' }] }],
      'selectors[1]: a year selector beside a date selector, which chooses the period, too [selector-kind]': [
        { ...small, selectors: [{ kind: 'date' }, ...small.selectors] },
      ],
      'selectors: a quarter selector needs a year selector [selector-month]': [
        { ...small, selectors: [{ kind: 'quarter' }], data: { url: '/v1/{quarter}' } },
      ],
      "download.url: 'small' has the same URL with other rows or columns": [
        { ...small, download: { url: '/d', fileName: 'd.xlsx' } },
        {
          ...column({ field: 'c', label: 'C' }),
          id: 'other',
          path: '/report/other',
          menu: { ...small.menu, permission: 98 },
          download: { url: '/d', fileName: 'd.xlsx' },
        },
      ],
    }),
  )('%s', (expected, definitions) => {
    expect(diagnose(...definitions).join('\n')).toContain(expected)
  })
})
