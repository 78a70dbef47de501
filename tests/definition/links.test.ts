import { describe, expect, test } from 'vitest'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { choice, compile, diagnose, small } from '../support/definitions.ts'

const other = {
  ...small,
  id: 'other',
  path: '/report/other',
  title: 'Other {tab}',
  menu: { label: 'Other', permission: 95, order: 95 },
  tabs: {
    navigation: 'query',
    items: [
      { id: 'in', label: 'In', params: { way: 'in' } },
      { id: 'out', label: 'Out', params: { way: 'out' } },
    ],
  },
  variants: [
    { id: 'days', label: 'Days' },
    { id: 'hours', label: 'Hours', data: { url: '/v1/hours/{way}/{year}/{month}' } },
  ],
  data: { url: '/v1/days/{way}/{year}/{month}' },
}

const withLink = (link: object, change: object = {}) => {
  const rows = { ...small.rows, link: { report: 'other', ...link } }
  return [{ ...small, rows, ...change }, other]
}
const compileLink = (link: object, change: object = {}) =>
  compile(...withLink(link, change)).find(({ id }) => id === small.id)?.plans[0]?.rows.link
const selectors = { year: '{keyYear}', month: '{keyMonth}' }

describe('a link is compiled to an address', () => {
  test('of the first tab and variant, with the table', () => {
    expect(compileLink({ selectors })).toEqual({
      url: '/report/other?year={keyYear}&month={keyMonth}&view=table',
      permission: 95,
      label: 'Other',
    })
  })

  test('of the tab and variant that it names', () => {
    const link = compileLink({ tab: 'out', variant: 'hours', selectors })
    expect(link?.url).toBe('/report/other?tab=out&variant=hours&year={keyYear}&month={keyMonth}&view=table')
  })

  test('of the tab with the same id', () => {
    const items = [
      { id: 'out', label: 'Out', params: { way: 'out' } },
      { id: 'third', label: 'Third', params: { way: 'third' } },
    ]
    const tabs = { navigation: 'query', items }
    const link = compileLink({ selectors }, { tabs, data: { url: '/v1/{way}/{year}/{month}' } })
    expect(link?.url).toContain('?tab=out&')
  })

  test('with parameters and fixed text encoded', () => {
    const items = [{ id: 'one', label: 'One', params: { way: 'A&B', when: '4' } }]
    const tabs = { navigation: 'query', items }
    const data = { url: '/v1/{way}/{when}/{year}/{month}' }
    const link = compileLink({ selectors: { year: '{year}', month: '{when}' } }, { tabs, data })
    expect(link?.url).toBe('/report/other?year={year}&month=4&view=table')
  })
})

test('a link of a group names the parts of each column, as they are in the response', () => {
  const target = {
    ...small,
    id: 'carrier',
    path: '/report/carrier',
    menu: { label: 'Carrier', permission: 96, order: 96 },
    selectors: [choice('carrier', { url: '/v1/carriers' })],
    data: { url: '/v1/carrier/{carrier}' },
    rows: { key: { kind: 'text', field: 'day', label: 'Day' } },
  }
  const columns = [
    {
      pattern: '{carrier}',
      id: 'carriers',
      label: '{carrier:upper}',
      labels: { a_b: 'A & B' },
      link: { report: 'carrier', selectors: { carrier: '{carrier}' } },
    },
  ]
  const [report] = compile({ ...small, columns }, target)
  const [plan] = report?.plans ?? []
  if (plan === undefined) throw new Error('no plan')
  const body = { records: [{ day: '3/1/2025', a_b: 1, 'c/d': 2 }] }
  const table = buildTable(plan, { year: '2025', month: '3' }, parseResponse(plan, body))
  expect(table.columns.map(({ label, link }) => [label, link?.url])).toEqual([
    ['A & B', '/report/carrier?carrier=a_b&view=table'],
    ['C/D', '/report/carrier?carrier=c%2Fd&view=table'],
  ])
})

describe('a link that leads nowhere is reported where it is written', () => {
  test.each<[string, object, string]>([
    ['report', { report: 'othr' }, "rows.link.report: no report 'othr'"],
    ['variant', { variant: 'hour', selectors }, "rows.link.variant: 'other' has no variant 'hour'"],
    ['selector', { selectors: { ...selectors, type: 'x' } }, "'other' has no selector 'type'"],
    ['missing', { selectors: { year: '{year}' } }, 'missing: month [link-selector]'],
    ['value', { selectors: { year: '2025', month: '13' } }, "'month' of 'other' would be '13'"],
    ['key', { selectors: { year: '{year}', month: '{key}' } }, "'{key}' is of the kind 'date', and 'month'"],
    ['placeholder', { selectors: { year: '{year}', month: '{keyHour}' } }, 'unknown placeholder {keyHour}'],
  ])('%s', (_, link, message) => {
    expect(diagnose(...withLink(link)).filter((one) => one.includes(message))).toHaveLength(1)
  })
})
