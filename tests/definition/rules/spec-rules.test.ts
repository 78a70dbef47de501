import { expect, test } from 'vitest'
import { findSpecIssues } from '../../../src/build/spec-issues.ts'
import { findSpecErrors } from '../../../src/chart/view/find-spec-errors.ts'
import { getChartType } from '../../../src/chart/types/index.ts'
import { specDatasets, timeFields } from '../../../src/definition/rules/spec-rules.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { diagnose, compileOne, small, tabulate } from '../../support/definitions.ts'

/** What is wrong with a report that has a chart by this specification, without its place. */
const diagnoseSpec = (vegaLite: object, change: object = {}) =>
  diagnose({ ...small, ...change, chart: { types: [{ id: 'own', label: 'Own', vegaLite }] } }).map((text) =>
    text.replace('chart.types[0].vegaLite.', ''),
  )

const numbers = (field: string) => ({ field, type: 'quantitative' })
const y = numbers('value')
const x = { field: 'week', type: 'ordinal' }
const bars = { mark: 'bar', encoding: { x, y } }
const own = (more: object) => ({ ...bars, ...more })
const encode = (more: object, others: object = {}) => own({ ...others, encoding: { x, y, ...more } })
const rule = { data: { values: [{ limit: 5 }] }, mark: 'rule', encoding: { y: { field: 'limit' } } }
const dash = { data: { name: 'series' }, key: 'series', fields: ['dash'] }
const colors = { condition: { test: 'datum.index > 1', value: 'red' }, value: 'blue' }
const axis = { labelExpr: 'datum.label', labelColor: colors }

test.each(
  Object.entries({
    'a box plot': encode({ color: { field: 'series' } }, { mark: 'boxplot' }),
    layers: { layer: [bars, { mark: 'rule', encoding: { y: { ...y, aggregate: 'mean' } } }] },
    facets: { facet: { field: 'seriesLabel' }, columns: 2, spec: bars },
    'a repetition': { repeat: ['week', 'month'], spec: encode({ x: { field: { repeat: 'repeat' } } }) },
    'the earlier period, notes and lines across': {
      layer: [
        own({ data: { name: 'earlier' } }),
        { data: { name: 'lines' }, mark: 'line', encoding: { x, y, detail: { field: 'label' } } },
        { data: { name: 'notes' }, mark: 'text', encoding: { x, text: { field: 'number' } } },
      ],
    },
    'another dataset': own({ data: { name: 'total' }, encoding: { x: { field: 'seriesLabel' }, y } }),
    'data of its own': { layer: [bars, rule] },
    'a field that a transform creates': encode(
      { y: numbers('twice') },
      { transform: [{ calculate: 'datum.value * 2', as: 'twice' }] },
    ),
    'fields of a lookup': encode(
      { detail: { field: 'dash' } },
      { transform: [{ lookup: 'series', from: dash }] },
    ),
    'columns of a pivot': encode(
      { x: numbers('a'), y: numbers('b') },
      { transform: [{ pivot: 'series', value: 'value', groupby: ['row'] }] },
    ),
    'the groups of an aggregate': encode(
      { y: numbers('all') },
      { transform: [{ aggregate: [{ op: 'sum', field: 'value', as: 'all' }], groupby: ['week'] }] },
    ),
    'the expression of an axis, which reads a tick': encode({ x: { ...x, axis } }),
  }),
)('a specification can have %s', (_, spec) => {
  expect([...diagnoseSpec(spec), ...findSpecIssues(spec)]).toEqual([])
})

const users = { data: { url: '/v1/users' }, key: 'id', fields: ['name'] }

test.each([
  ['data of an address', own({ data: { url: 'https://example.com' } }), ['data.url']],
  [
    'a lookup of an address',
    own({ transform: [{ lookup: 'key', from: users }] }),
    ['transform[0].from.data.url'],
  ],
  ['pictures', own({ mark: 'image' }), ['mark']],
  ['pictures of addresses', own({ mark: { type: 'image', url: '/x.png' } }), ['mark.type', 'mark.url']],
  [
    'a fill of an address',
    own({ mark: { type: 'bar', fill: 'url(https://a.example/a.svg#b)' } }),
    ['mark.fill'],
  ],
  ['links', encode({ href: { field: 'key' } }), ['encoding.href']],
  ['settings of vega-embed', own({ usermeta: { embedOptions: { loader: {} } } }), ['usermeta']],
  ['a reference', own({ mark: { $ref: 'https://example.com' } }), ['mark.$ref']],
])('a specification loads and opens nothing, such as %s', (_, spec, paths) => {
  const message = 'is not possible: a chart loads and opens nothing; its data is the table [spec-outside]'
  const errors = paths.map((path) => `${path}: '${path.split('.').at(-1)}' ${message}`)
  expect(diagnoseSpec(spec)).toEqual(errors)
})

const known =
  'known are row, key, keyLabel, series, seriesLabel, order, value, date, weekday, week, month, quarter, year'

test.each([
  [
    'input elements',
    own({ params: [{ name: 'a', value: 1, bind: { element: '#password' } }] }),
    "params[0].bind: 'bind' is not possible: a chart has no controls of its own [spec-outside]",
  ],
  [
    'events of the page',
    own({ params: [{ name: 'a', select: { type: 'point', on: 'window:keydown' } }] }),
    'params[0].select.on: \'on\' is not possible: a chart reads its own events only, such as "pointerover" [spec-outside]',
  ],
  [
    'a million records',
    own({ data: { sequence: { start: 0, stop: 1_000_000 } } }),
    "data.sequence: 'sequence' is not possible: it has more than 10000 records [spec-outside]",
  ],
  [
    'another dataset',
    own({ data: { name: 'tabel' } }),
    "data.name: no dataset 'tabel'; known are table, earlier, notes, lines, series, total; did you mean 'table'? [spec-field]",
  ],
  [
    'an unknown field',
    encode({ x: { field: 'weak' } }),
    `encoding.x.field: no field 'weak'; ${known}; did you mean 'week'? [spec-field]`,
  ],
  [
    'the name of a column',
    encode({ tooltip: [{ field: 'Answered' }] }),
    `encoding.tooltip[0].field: no field 'Answered'; ${known} [spec-field]`,
  ],
  [
    'an unknown field of a group',
    own({ transform: [{ joinaggregate: [{ op: 'mean', field: 'valeu', as: 'mean' }], groupby: ['serie'] }] }),
    `transform[0].joinaggregate[0].field: no field 'valeu'; ${known}; did you mean 'value'? [spec-field]
transform[0].groupby[0]: no field 'serie'; ${known}; did you mean 'series'? [spec-field]`,
  ],
  [
    'an unknown field of an expression',
    own({ transform: [{ filter: { and: ['datum.value > 0', "datum['yaer'] > 1"] } }] }),
    `transform[0].filter.and[1]: no field 'yaer'; ${known}; did you mean 'year'? [spec-field]`,
  ],
  [
    'a field that an aggregate has removed',
    own({ transform: [{ aggregate: [{ op: 'sum', field: 'value', as: 'value' }], groupby: ['month'] }] }),
    "encoding.x.field: no field 'week'; known are month, value, value_end [spec-field]",
  ],
  [
    'a field of another dataset',
    encode({ detail: { field: 'dash' } }),
    `encoding.detail.field: no field 'dash'; ${known}; did you mean 'date'? [spec-field]`,
  ],
])('a specification cannot have %s', (_, spec, errors) => {
  expect(diagnoseSpec(spec).join('\n')).toBe(errors)
})

test('rows without a time have no fields of a time', () => {
  const rows = { key: { kind: 'text', field: 'carrier', label: 'Carrier' } }
  expect(diagnoseSpec(bars, { rows })).toEqual([
    "encoding.x.field: no field 'week'; known are row, key, keyLabel, series, seriesLabel, order, value [spec-field]",
  ])
})

test('an id of its own is neither another one nor a type of the portal', () => {
  const type = (id: string) => ({ id, label: id, vegaLite: bars })
  expect(diagnose({ ...small, chart: { types: ['line', type('own'), type('own'), type('pie')] } })).toEqual([
    "chart.types[2]: the chart type 'own' is there twice [unique]",
    "chart.types[3].id: 'pie' is a type of the portal [unique]",
  ])
})

test.each([
  [
    'an aggregate that is none',
    encode({ y: { ...y, aggregate: 'sun' } }),
    'Invalid aggregation operator "sun".',
  ],
  [
    'a syntax error in the expression of an axis',
    encode({ x: { ...x, axis: { labelExpr: 'datum.(' } } }),
    'Expression parse error: (datum.()',
  ],
  [
    'a function that Vega lacks',
    own({ transform: [{ calculate: 'fetch(datum.key)', as: 'all' }] }),
    'Unrecognized function: fetch',
  ],
  ['a mark that is none', own({ mark: 'bra' }), ''],
])('Vega-Lite says what is wrong with %s', (_, spec, message) => {
  expect(findSpecErrors(spec)).toEqual([expect.stringContaining(message)])
})

test('the fields that can be named are those of the records', () => {
  const shown = tabulate(compileOne(), [{ day: '2025-03-01', a: 1, b: 2 }])
  const [row] = shown.rows
  if (row === undefined) throw new Error('the table has a row')
  const note = { id: 'n', number: 1, text: 'Cut', author: 'Ann', days: '' }
  const table = {
    ...shown,
    rows: [{ ...row, notes: [note] }],
    chart: { lines: [{ value: 5, label: 'Limit', axis: 'first' }] },
    comparison: { name: 'before', rows: [row] },
  } as unknown as ReportTable
  const { data } = getChartType(table, 'own').build(table, table.series, { width: 400, height: 400 })
  const fields = Object.entries(data).map(([name, [record]]) => [name, new Set(Object.keys(record ?? {}))])
  const named = Object.entries(specDatasets).map(([name, list]) => [
    name,
    new Set([...list, ...(list.includes('row') ? timeFields.date : [])]),
  ])
  expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(named))
})
