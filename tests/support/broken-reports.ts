import { readFileSync } from 'node:fs'
import type { DefinitionFile } from '../../src/definition/json-document.ts'
import { editDefinition, type Edits } from './edit-definition.ts'

/** A choice of a region, changed. */
const region = (options: object, change: object = {}) => ({
  kind: 'select',
  name: 'region',
  label: 'Region',
  prompt: 'Choose Region',
  options,
  ...change,
})
const NORTH_AND_SOUTH = [
  { value: 'N', label: 'North' },
  { value: 'S', label: 'South' },
]

/** The calls with these parts in their paths. */
const calls = (parts: string): Edits => ({
  'data.url': `/v1/call-quality/${parts}`,
  'download.url': `/v1/call-quality/download/${parts}`,
})

/** A tab for each of two routes. */
const routes = (second: object) => ({
  navigation: 'query',
  items: [{ id: 'in', label: 'In', params: { route: 'in' } }, second],
})

/** The records of a response that names its carriers. */
const CARRIERS: Edits = {
  'data.listPaths': { carriers: 'records.carriers' },
  'data.recordsPath': 'records.data',
}

/** One definition per rule, as what it changes in `base.json`: it breaks this rule. */
const edits: Readonly<Record<string, Edits>> = {
  'axis-range': { chart: { from: 0.9, to: 0.5 } },
  'axis-unit': {
    columns: [
      { field: 'answered', label: 'Answered' },
      { field: 'answerRatio', label: 'ASR', format: { style: 'percent' }, total: 'mean' },
    ],
  },
  'axis-unknown': { chart: { secondAxis: ['droped'] } },
  'chart-unused': { chart: { types: ['line', 'bar'], pie: { over: 'rows' } } },
  'chart-type': { chart: { types: ['bar', 'line', 'bar'] } },
  'column-field': { 'columns.+1': { field: 'answered', id: 'again', label: 'Again' } },
  'column-id': { 'columns.+1': { field: 'busy', id: 'answered', label: 'Busy' } },
  'column-text': {
    'columns.+': { text: 'remark', label: 'Remark' },
    'columns.+1': { ratio: 'answered', to: 'remark', id: 'rate', label: 'Rate' },
  },
  'column-label': { 'columns.1.label': 'Answered' },
  'default-latest': { 'selectors.1.default': 'latest' },
  'default-option': { 'selectors.0.default': 2023 },
  'download-layout': { 'download.url': '/v1/local-exchange-traffic/download/{year}/{month}' },
  'download-server': { 'download.url': undefined, 'download.errorFormat': 'json' },
  'download-url': { 'download.url': '/v1/call-quality/{year}/{month}' },
  'field-ignored': { 'data.ignoreFields': ['dropped'] },
  'pivot-beside': {
    'columns.+': { pivot: 'region', value: 'calls', id: 'regions' },
  },
  'alert-column': {
    alerts: [{ id: 'lost', title: 'Lost', condition: { column: 'droped', operator: '>', value: 5 } }],
  },
  'alert-double': {
    alerts: ['lost', 'lost'].map((id) => ({
      id,
      title: 'Lost',
      condition: { column: 'dropped', operator: '>', value: 5 },
    })),
  },
  'alert-limit': {
    alerts: [
      { id: 'lost', title: 'Lost', condition: { column: 'dropped', operator: '>', value: 5 }, reset: 6 },
    ],
  },
  'alert-screen': {
    alerts: [{ id: 'late', title: 'Late', tab: 'in', missing: { by: '09:00', zone: 'Africa/Lagos' } }],
  },
  'highlight-column': { highlights: [{ when: { column: 'droped', operator: '>', value: 5 }, as: 'bad' }] },
  'highlight-limit': { highlights: [{ scale: 'dropped', from: 10, to: 10 }] },
  'file-name': { 'download.fileName': 'quality/call_quality_{year}_{month}.xls' },
  'fill-days': {
    selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }],
    ...calls('{year}'),
    'download.fileName': 'call_quality_{year}.xlsx',
  },
  'fill-hours': {
    'rows.key': { kind: 'hour', field: 'hour', label: 'Hour' },
    'rows.fillMissing': 'hours',
  },
  'fill-quarter-hours': {
    'rows.key': { kind: 'quarter-hour', field: 'time', label: 'Time' },
    'rows.fillMissing': 'quarter-hours',
  },
  'dimension-rows': { 'rows.dimension': { field: 'country', label: 'Country' }, 'rows.fillMissing': 'none' },
  'fill-range': {
    selectors: [{ kind: 'dateRange' }],
    'data.url': '/v1/call-quality?from={datesFrom}&to={datesTo}',
    'download.url': '/v1/call-quality/download?from={datesFrom}&to={datesTo}',
    'download.fileName': 'call_quality_{datesFrom}_{datesTo}.xlsx',
    'rows.key': { kind: 'month', field: 'month', label: 'Month' },
    'rows.fillMissing': 'months',
  },
  'fill-months': { 'rows.fillMissing': 'months' },
  'fill-quarters': { 'rows.fillMissing': 'quarters' },
  'fill-weeks': { 'rows.fillMissing': 'weeks' },
  'group-label': {
    ...CARRIERS,
    'columns.+0': { list: 'carriers', id: 'carriers', label: 'Carrier' },
  },
  'group-second': {
    ...CARRIERS,
    columns: [
      { pattern: '{from}_to_{to}', id: 'ways', label: '{from} → {to}' },
      { list: 'carriers', id: 'carriers' },
      { field: 'answered', label: 'Answered' },
      { field: 'dropped', label: 'Dropped' },
      { sum: 'series', id: 'all', label: 'All' },
    ],
  },
  'hint-never': { chart: { hint: '(Showing first 5 columns by default)' } },
  'id-file': { id: 'another-name' },
  'id-unique': { id: 'monthly-report' },
  'image-name': { chart: { images: { pie: 'pie-chart-{year}.png' } } },
  'limit-percent': {
    'columns.+': { ratio: 'dropped', to: 'answered', id: 'rate', label: 'Rate' },
    highlights: [{ when: { column: 'rate', operator: '>', value: 5 }, as: 'bad' }],
  },
  'link-report': { 'rows.link': { report: 'monthly-reports', selectors: { year: '{keyYear}' } } },
  'link-screen': {
    'rows.link': { report: 'monthly-report', tab: 'mno-to-routelnk', selectors: { year: '{keyYear}' } },
  },
  'link-selector': {
    'rows.link': { report: 'daily-report-minutes', selectors: { year: '{keyYear}', month: '{key}' } },
  },
  'list-unknown': {
    ...CARRIERS,
    'columns.+0': { list: 'carrier', id: 'carriers' },
  },
  'list-unused': { 'data.listPaths': { carriers: 'records.carriers' } },
  'menu-label': { 'menu.label': 'Daily Report - Minutes' },
  'menu-order': { 'menu.order': 2 },
  'option-label': {
    'selectors.+': region([
      { value: 'N', label: 'North' },
      { value: 'NE', label: 'North' },
    ]),
    ...calls('{year}/{month}/{region}'),
  },
  'option-double': { 'selectors.0.options.fixed.+': 2025 },
  'option-value': {
    'selectors.+': region([{ value: '..', label: 'All' }]),
    ...calls('{year}/{month}/{region}'),
  },
  'option-comma': {
    'selectors.+': region(
      [
        { value: 'N,E', label: 'North and East' },
        { value: 'S', label: 'South' },
      ],
      { multiple: true },
    ),
    ...calls('{year}/{month}/{region}'),
  },
  'param-name': {
    ...calls('{route}/{year}/{month}'),
    tabs: routes({ id: 'out', label: 'Out', params: { route: 'out', month: '3' } }),
  },
  'param-unused': {
    ...calls('{route}/{year}/{month}'),
    tabs: routes({ id: 'out', label: 'Out', params: { route: 'out', direction: 'OUT' } }),
  },
  'part-missing': { rows: undefined },
  'path-unique': { path: '/report/monthly-reports' },
  'pattern-parts': { 'columns.+0': { pattern: '{from}{to}', id: 'ways', label: '{from} → {to}' } },
  'permission-reserved': { 'menu.permission': 11 },
  'permission-unique': { 'menu.permission': 16 },
  'rest-label': { 'rows.sort': { by: 'all' }, 'rows.top': { rows: 5, rest: 'Total' } },
  'schema-key': { colums: [] },
  'schema-missing': { 'menu.label': undefined },
  'schema-size': { columns: [] },
  'schema-type': { 'menu.order': '9' },
  'schema-value': { 'rows.fillMissing': 'day' },
  'screen-double': {
    ...calls('{route}/{year}/{month}'),
    tabs: routes({ id: 'out', label: 'Out', params: { route: 'in' } }),
  },
  'selector-dependency': {
    'selectors.+0': region({ url: '/v1/call-quality/regions/{year}' }),
    ...calls('{year}/{month}/{region}'),
  },
  'selector-kind': {
    'selectors.+': { kind: 'quarter' },
    ...calls('{year}/{quarter}/{month}'),
  },
  'selector-label': {
    'selectors.+': region(NORTH_AND_SOUTH, { label: 'Year' }),
    ...calls('{year}/{month}/{region}'),
  },
  'selector-month': {
    selectors: [{ kind: 'month' }],
    'data.url': '/v1/call-quality/{month}',
    'rows.fillMissing': 'none',
    'download.url': '/v1/call-quality/download/{month}',
    'download.fileName': 'call_quality_{month:2}.xlsx',
  },
  'selector-name': {
    'selectors.+': region(NORTH_AND_SOUTH, { name: 'year' }),
  },
  'selector-reserved': {
    'selectors.+': region(NORTH_AND_SOUTH, { name: 'view' }),
    ...calls('{year}/{month}/{view}'),
  },
  'selector-unused': { 'data.url': '/v1/call-quality/{year}' },
  'series-none': { 'columns.0.role': 'total', 'columns.1.role': 'total', 'columns.2.role': 'total' },
  'change-year': {
    selectors: [
      { kind: 'select', name: 'week', label: 'Week', prompt: 'Choose Week', options: { url: '/v1/weeks' } },
    ],
    'data.url': '/v1/call-quality/{week}',
    rows: { key: { kind: 'date', field: 'day', label: 'Day' } },
    'columns.+': { change: 'answered', since: 'previousYear', id: 'growth', label: 'Growth' },
    download: undefined,
  },
  'difference-unit': {
    'columns.0.format': { unit: 'min' },
    'columns.2': { difference: 'answered', minus: 'dropped', id: 'net', label: 'Net' },
  },
  'operand-cycle': { 'columns.+': { ratio: 'answered', to: 'rate', id: 'rate', label: 'Rate' } },
  'operand-same': { 'columns.+': { ratio: 'answered', to: 'answered', id: 'rate', label: 'Rate' } },
  'operand-totals': {
    'columns.1.total': 'mean',
    'columns.+': { ratio: 'answered', to: 'dropped', id: 'rate', label: 'Rate' },
  },
  'combine-total': { 'rows.duplicates': 'combine', 'columns.1.total': 'none' },
  'operand-group': {
    ...CARRIERS,
    columns: [
      { list: 'carriers', id: 'carriers' },
      { share: 'carriers', id: 'carriersShare', label: 'Share' },
    ],
  },
  'operand-unknown': { 'columns.+': { ratio: 'dropped', to: 'answred', id: 'rate', label: 'Rate' } },
  'percent-unit': {
    'columns.+': {
      ratio: 'dropped',
      to: 'answered',
      id: 'rate',
      label: 'Rate',
      format: { decimals: 2, unit: '%' },
    },
  },
  'share-total': {
    'columns.0.total': 'mean',
    'columns.+': { share: 'answered', id: 'answeredShare', label: 'Share' },
  },
  'sort-column': { 'rows.sort': { by: 'answred', direction: 'descending' } },
  'sum-cycle': { 'columns.2.sum': ['answered', 'all'] },
  'sum-double': { 'columns.+': { sum: ['all', 'answered'], id: 'more', label: 'More' } },
  'sum-role': { 'columns.2': { field: 'all', label: 'All', sum: ['answered', 'dropped'] } },
  'sum-unknown': { 'columns.2.sum': ['answered', 'droped'] },
  'sum-unit': { 'columns.0.format': { unit: 'min' } },
  'top-unsorted': { 'rows.top': { rows: 5, rest: 'Others' } },
  'total-percent': { 'columns.1.format': { decimals: 1, unit: '%' }, 'columns.2.sum': ['answered'] },
  'total-weights': { 'columns.1.total': { weightedMean: 'answred' } },
  'tabs-unique': {
    ...calls('{route}/{year}/{month}'),
    tabs: routes({ id: 'in', label: 'Out', params: { route: 'out' } }),
  },
  'template-brace': { title: 'Call Quality ${year.constructor}' },
  'template-filter': { 'download.fileName': 'call_quality_{year}_{month:02}.xlsx' },
  'template-placeholder': { 'data.url': '/v1/call-quality/{yaer}/{year}/{month}' },
  'url-path': {
    ...calls('{route}/{year}/{month}'),
    tabs: routes({ id: 'out', label: 'Out', params: { route: '..' } }),
  },
  'url-query': { 'data.url': '/v1/call-quality?year={year}&year={month}' },
  'use-cycle': { chart: { use: 'use-cycle' } },
  'use-part': { chart: { use: 'daily-international-minutes' } },
  'use-unknown': { chart: { use: 'monthly-reports' } },
  'variants-unique': {
    variants: [
      { id: 'daily', label: 'Daily' },
      { id: 'monthly', label: 'Daily', use: 'daily-local-exchange-traffic' },
    ],
  },
  'visible-group': {
    ...CARRIERS,
    'columns.+0': { list: 'carriers', id: 'carriers' },
    chart: { initiallyVisible: { first: 1, countBy: 'carrier' } },
  },
  'visible-none': { chart: { initiallyVisible: { first: 0 } } },
  'visible-unknown': { chart: { initiallyVisible: { columns: ['anwered'] } } },
}

const deep = `${'['.repeat(60)}${']'.repeat(60)}`

/** What cannot be written as values: replacements in the text of the base definition. */
const replacements: Readonly<Record<string, readonly [string, string]>> = {
  'file-encoding': ['"title": "Call Quality"', '"title": "Call Qualit\u00e9"'],
  'json-comma': ['"order": 9', '"order": 9,'],
  'json-comment': ['  "title"', '  // what the page is called\n  "title"'],
  'json-depth': ['[\n    "Reports"\n  ]', deep],
  'json-duplicate': ['  "title"', '  "path": "/report/other",\n  "title"'],
  'json-key': ['  "data": {\n', '  "data": {\n    "__proto__": {},\n'],
  'json-syntax': ['"title":', '"title"'],
}

export const brokenRules: readonly string[] = [...Object.keys(edits), ...Object.keys(replacements)].toSorted()

const baseText = readFileSync('tests/definition/fixtures/base.json', 'utf8')

/** The definition that breaks a rule, as JSON text. */
export function brokenReport(rule: string): string {
  const replacement = replacements[rule]
  const text = editDefinition(baseText, { id: rule, ...edits[rule] })
  if (replacement === undefined) return text
  if (!text.includes(replacement[0])) throw new Error(`the base definition lacks ${replacement[0]}`)
  return text.replace(...replacement)
}

/** The same as a file; in Latin-1 where the rule is about bytes that are not UTF-8. */
export const brokenFile = (rule: string): DefinitionFile => ({
  path: `tests/definition/fixtures/${rule}.json`,
  content: new Uint8Array(Buffer.from(brokenReport(rule), rule === 'file-encoding' ? 'latin1' : 'utf8')),
})
