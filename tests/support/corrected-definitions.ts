import { readFileSync } from 'node:fs'
import { editDefinition, type Edits } from './edit-definition.ts'
import { compatibleEdits } from './incompatible-reports.ts'

const list = {
  listPaths: { carriers: 'records.carriers' },
  recordsPath: 'records.data',
  url: '/v1/call-quality/{year}/{month}',
}
const region = (name: string, label: string, value = 'N') => ({
  'selectors.+': {
    kind: 'select',
    name,
    label,
    prompt: 'Choose Region',
    options: [
      { value, label: 'North' },
      { value: 'S', label: 'South' },
    ],
  },
  'data.url': `/v1/call-quality/{year}/{month}/{${name}}`,
  'download.url': `/v1/call-quality/download/{year}/{month}/{${name}}`,
})
const tabs = {
  'data.url': '/v1/call-quality/{route}/{year}/{month}',
  'download.url': '/v1/call-quality/download/{route}/{year}/{month}',
  tabs: {
    navigation: 'query',
    items: [
      { id: 'in', label: 'In', params: { route: 'in' } },
      { id: 'out', label: 'Out', params: { route: 'out' } },
    ],
  },
}

const yearly = {
  selectors: [{ kind: 'year', options: { fixed: [2025, 2024] } }],
  'data.url': '/v1/call-quality/{year}',
  'download.url': '/v1/call-quality/download/{year}',
  'download.fileName': 'call_quality_{year}.xlsx',
}

/** More series than a chart shows at first, so that its hint applies. */
const shared = {
  columns: ['answered', 'dropped', 'busy', 'failed', 'blocked', 'other'].map((field) => ({
    field,
    label: field,
  })),
  chart: { use: 'daily-local-exchange-traffic' },
}

/** For each rule whose correction is not `base.json` itself: what it changes there, so that the rule is satisfied. */
const reports: Readonly<Record<string, Edits>> = {
  'axis-range': { chart: { from: 0.9, to: 1 } },
  'axis-unit': {
    columns: [
      { field: 'answered', label: 'Answered' },
      { field: 'answerRatio', label: 'ASR', format: { style: 'percent' }, total: 'mean' },
    ],
    chart: { secondAxis: ['answerRatio'] },
  },
  'axis-unknown': { chart: { secondAxis: ['dropped'] } },
  'chart-unused': { chart: { types: ['line', 'pie'], pie: { over: 'rows' } } },
  'change-year': {
    'columns.+': { change: 'answered', since: 'previousYear', id: 'growth', label: 'Growth' },
  },
  'chart-type': { chart: { types: ['bar', 'line'] } },
  'alert-column': {
    alerts: [{ id: 'lost', title: 'Lost', condition: { column: 'dropped', operator: '>', value: 5 } }],
  },
  'alert-double': {
    alerts: ['lost', 'very-lost'].map((id) => ({
      id,
      title: 'Lost',
      condition: { column: 'dropped', operator: '>', value: 5 },
    })),
  },
  'alert-limit': {
    alerts: [
      { id: 'lost', title: 'Lost', condition: { column: 'dropped', operator: '>', value: 5 }, reset: 4 },
    ],
  },
  'alert-screen': { alerts: [{ id: 'late', title: 'Late', missing: { by: '09:00', zone: 'Africa/Lagos' } }] },
  'highlight-column': { highlights: [{ when: { column: 'dropped', operator: '>', value: 5 }, as: 'bad' }] },
  'limit-percent': {
    'columns.+': { ratio: 'dropped', to: 'answered', id: 'rate', label: 'Rate' },
    highlights: [{ when: { column: 'rate', operator: '>', value: 0.05 }, as: 'bad' }],
  },
  'highlight-limit': { highlights: [{ scale: 'dropped', from: 0, to: 10 }] },
  'download-server': { 'download.url': undefined },
  'fill-hours': {
    selectors: [{ kind: 'date' }],
    'data.url': '/v1/call-quality/{date}',
    'rows.key': { kind: 'hour', field: 'hour', label: 'Hour' },
    'rows.fillMissing': 'hours',
    'download.url': '/v1/call-quality/download/{date}',
    'download.fileName': 'call_quality_{date}.xlsx',
  },
  'fill-quarters': {
    ...yearly,
    'rows.key': { kind: 'quarter', field: 'quarter', label: 'Quarter' },
    'rows.fillMissing': 'quarters',
  },
  'fill-weeks': {
    ...yearly,
    'rows.key': { kind: 'week', field: 'week', label: 'Week' },
    'rows.fillMissing': 'weeks',
  },
  'difference-unit': {
    'columns.0.format': { unit: 'min' },
    'columns.1.format': { unit: 'min' },
    'columns.2': {
      difference: 'answered',
      minus: 'dropped',
      id: 'net',
      label: 'Net',
      format: { unit: 'min' },
    },
  },
  'default-latest': {
    'selectors.1.options': { url: '/v1/call-quality/months' },
    'selectors.1.default': 'latest',
  },
  'default-option': { 'selectors.0.default': 2024 },
  'fill-range': {
    selectors: [{ kind: 'dateRange' }],
    'data.url': '/v1/call-quality?from={datesFrom}&to={datesTo}',
    'download.url': '/v1/call-quality/download?from={datesFrom}&to={datesTo}',
    'download.fileName': 'call_quality_{datesFrom}_{datesTo}.xlsx',
    'rows.fillMissing': 'days',
  },
  'group-label': { data: list, 'columns.+0': { list: 'carriers', id: 'carriers', label: 'Carrier {name}' } },
  'group-second': { data: list, columns: [{ list: 'carriers', id: 'carriers' }] },
  'hint-never': { chart: { initiallyVisible: { first: 1 }, hint: '(Showing the first column by default)' } },
  'image-name': { chart: { images: { pie: 'pie-chart-{year}' } } },
  'link-report': { 'rows.link': { report: 'monthly-report', selectors: { year: '{keyYear}' } } },
  'link-screen': {
    'rows.link': { report: 'monthly-report', tab: 'mno-to-routelink', selectors: { year: '{keyYear}' } },
  },
  'link-selector': {
    'rows.link': { report: 'daily-report-minutes', selectors: { year: '{keyYear}', month: '{keyMonth}' } },
  },
  'list-unknown': { data: list, 'columns.+0': { list: 'carriers', id: 'carriers' } },
  'list-unused': { data: list, 'columns.+0': { list: 'carriers', id: 'carriers' } },
  'operand-cycle': { 'columns.+': { ratio: 'answered', to: 'all', id: 'rate', label: 'Rate' } },
  'operand-same': { 'columns.+': { ratio: 'answered', to: 'dropped', id: 'rate', label: 'Rate' } },
  'operand-totals': {
    'columns.+': { ratio: 'answered', to: 'dropped', id: 'rate', label: 'Rate' },
  },
  'combine-total': { 'rows.duplicates': 'combine' },
  'operand-group': {
    data: list,
    columns: [
      { list: 'carriers', id: 'carriers' },
      { sum: ['carriers'], id: 'all', label: 'All', hidden: true },
      { share: 'all', id: 'dayShare', label: 'Share of the Day' },
    ],
  },
  'operand-unknown': { 'columns.+': { ratio: 'dropped', to: 'answered', id: 'rate', label: 'Rate' } },
  'option-comma': {
    'selectors.+': {
      kind: 'select',
      name: 'region',
      label: 'Region',
      prompt: 'Choose Region',
      options: [
        { value: 'NE', label: 'North and East' },
        { value: 'S', label: 'South' },
      ],
      multiple: true,
    },
    'data.url': '/v1/call-quality/{year}/{month}/{region}',
    'download.url': '/v1/call-quality/download/{year}/{month}/{region}',
  },
  'option-value': region('region', 'Region'),
  'param-name': tabs,
  'param-unused': tabs,
  'percent-unit': {
    'columns.+': {
      ratio: 'dropped',
      to: 'answered',
      id: 'rate',
      label: 'Rate',
      format: { decimals: 2, style: 'percent' },
    },
  },
  'pattern-parts': { 'columns.+0': { pattern: '{from}_to_{to}', id: 'ways', label: '{from} → {to}' } },
  'rest-label': { 'rows.sort': { by: 'all' }, 'rows.top': { rows: 5, rest: 'Others' } },
  'screen-double': tabs,
  'selector-dependency': {
    'selectors.+': {
      kind: 'select',
      name: 'region',
      label: 'Region',
      prompt: 'Choose Region',
      options: { url: '/v1/call-quality/regions/{year}' },
    },
    'data.url': '/v1/call-quality/{year}/{month}/{region}',
    'download.url': '/v1/call-quality/download/{year}/{month}/{region}',
  },
  'selector-label': region('region', 'Region'),
  'selector-name': region('region', 'Region'),
  'selector-reserved': region('region', 'Region'),
  'share-total': { 'columns.+': { share: 'answered', id: 'answeredShare', label: 'Share' } },
  'sort-column': { 'rows.sort': { by: 'answered', direction: 'descending' } },
  'sum-role': { 'columns.2': { field: 'all', label: 'All', sum: ['answered', 'dropped'], role: 'total' } },
  'sum-unknown': { 'columns.2.sum': ['answered', 'dropped'] },
  'sum-unit': {
    'columns.0.format': { unit: 'min' },
    'columns.1.format': { unit: 'min' },
    'columns.2.format': { unit: 'min' },
  },
  'top-unsorted': {
    'rows.sort': { by: 'all', direction: 'descending' },
    'rows.top': { rows: 5, rest: 'Others' },
  },
  'total-percent': {
    'columns.1.format': { decimals: 1, unit: '%' },
    'columns.1.total': 'mean',
    'columns.2.sum': ['answered'],
    chart: { secondAxis: ['dropped'] },
  },
  'total-weights': { 'columns.1.total': { weightedMean: 'answered' } },
  'tabs-unique': tabs,
  'url-path': tabs,
  'url-query': { 'data.url': '/v1/call-quality?year={year}&month={month}' },
  'use-cycle': shared,
  'use-part': { chart: { initiallyVisible: { first: 1 } } },
  'use-unknown': shared,
  'variants-unique': {
    variants: [
      { id: 'daily', label: 'Daily' },
      { id: 'exchange', label: 'Exchange', use: 'daily-local-exchange-traffic' },
    ],
  },
  'visible-group': {
    data: list,
    'columns.+0': { list: 'carriers', id: 'carriers' },
    chart: { initiallyVisible: { first: 1, countBy: 'carriers' } },
  },
  'visible-none': { chart: { initiallyVisible: { first: 1 } } },
  'visible-unknown': { chart: { initiallyVisible: { columns: ['answered'] } } },
}

const datasets: Readonly<Record<string, Edits>> = {
  'dataset-bounds': { 'measures.0.min': 10, 'measures.0.max': 100 },
  'dataset-demo': { demo: { values: { answered: 5, dropped: { INCOMING: 3 } } } },
  'dataset-group': { 'measures.+': { list: 'carriers' }, response: { records: 'records.data' } },
  'dataset-order': { response: { metadata: { id: 'id' }, order: ['id', 'reportDate', 'reportType'] } },
  'dataset-response': {
    measures: [{ field: 'answered' }, { list: 'carriers' }],
    response: { records: 'records.data' },
  },
  'dataset-sum': { 'measures.3': { field: 'both', sum: ['answered', 'dropped'] } },
  'dataset-value': { 'dimensions.0.paths': { INCOMING: 'in', OUTGOING: 'out' } },
  'dataset-when': {
    'measures.0.when': { type: ['INCOMING'] },
    'measures.1.when': { type: ['INCOMING'] },
  },
}

/** By rule, the valid report that breaks it when it is changed; `base` for all others. */
const compatible: Readonly<Record<string, keyof typeof compatibleEdits>> = {
  'served-key': 'monthly-reports',
  'served-list': 'international-minutes',
  'served-multiple': 'monthly-reports',
  'served-name': 'international-minutes',
  'served-parameter': 'international-exchange',
  'served-pattern': 'international-exchange',
  'served-period': 'international-minutes',
  'served-records': 'international-minutes',
  'served-value': 'monthly-reports',
}

const correct = (folder: string, rule: string, edits: Edits | undefined): string =>
  editDefinition(readFileSync(`${folder}/base.json`, 'utf8'), { id: rule, ...edits })

/** The report that satisfies a rule where `brokenReport` breaks it, as JSON text. */
export const correctedReport = (rule: string): string =>
  correct('tests/definition/fixtures', rule, reports[rule])

/** The dataset that satisfies a rule where that of `brokenDatasets` breaks it, as JSON text. */
export const correctedDataset = (rule: string): string =>
  correct('tests/definition/datasets/fixtures', rule, datasets[rule])

/** The report that matches the shipped datasets where that of `incompatibleReports` does not, as JSON text. */
export const compatibleReport = (rule: string): string =>
  correct('tests/definition/compatibility/fixtures', rule, compatibleEdits[compatible[rule] ?? 'base'])
