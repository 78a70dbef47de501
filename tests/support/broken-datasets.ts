import { editBase } from './edit-definition.ts'

const brokenStored = editBase('tests/definition/datasets/fixtures', {
  'dataset-bounds': { 'measures.0.min': 100, 'measures.0.max': 10 },
  'dataset-demo': {
    demo: { values: { answerd: 5, dropped: { INCOMIN: 3 } }, names: { x: 1 } },
  },
  'dataset-dimension': {
    'dimensions.0.id': 'month',
    'endpoints.list': '/v1/call-quality/{year}/{month}',
  },
  'dataset-endpoint': {
    endpoints: {
      list: '/v1/monthly-reports/{year}/{month}/{type}',
      years: '/v1/system-users/years',
      months: '/v1/a/x{b}',
    },
  },
  'dataset-field': { 'measures.+1': { field: 'reportType' } },
  'dataset-label': { 'measures.+1': { field: 'other', label: 'answered' } },
  'dataset-group': { 'measures.+0': { list: 'carriers' }, response: { records: 'records.data' } },
  'dataset-id': { id: 'daily-reports' },
  'dataset-order': {
    response: { metadata: { id: 'id' }, order: ['id', 'reportDate', 'repotType', 'id'] },
  },
  'dataset-placeholder': {
    'endpoints.list': '/v1/call-quality/{year}/{month}',
    'endpoints.years': '/v1/call-quality/years/{year}',
  },
  'dataset-response': { measures: [{ field: 'answered' }, { list: 'carriers' }] },
  'dataset-sum': {
    'measures.+0': { field: 'all', sum: ['answered'] },
    'measures.3': { field: 'both', sum: ['answerd', 'dropped', 'dropped'] },
  },
  'dataset-value': {
    'dimensions.0.values.+': 'INCOMING',
    'dimensions.0.paths': { INCOMING: 'in', OUTGOIN: 'out' },
  },
  'dataset-when': {
    'measures.0.when': { typ: ['INCOMING'] },
    'measures.1.when': { type: ['INCOMMING'] },
  },
})

const brokenDerived = editBase('tests/definition/datasets/fixtures/derived', {
  'from-dataset': { 'from.dataset': 'daily-report', 'from.join': { dataset: 'from-dataset', kind: 'left' } },
  'from-dimension': {
    'from.where': { tpe: ['MNO_TO_ROUTELINK'], type: ['MNO_TO_ROUTELNK'] },
    dimensions: ['typ', 'type', 'type'],
    'endpoints.list': '/v1/months/{year}',
  },
  'from-grain': {
    'from.dataset': 'monthly-reports',
    'from.grain': 'week',
    dimensions: [],
    measures: [{ field: 'ida', sum: 'idaDailyAvg' }],
    'endpoints.list': '/v1/months/{year}',
  },
  'from-measure': {
    'from.join': { dataset: 'local-exchange-traffic', kind: 'inner' },
    dimensions: [],
    'endpoints.list': '/v1/months/{year}',
    measures: [
      { field: 'minutes', sum: 'totalMinute' },
      { field: 'others', sum: 'local-exchange-traffic.airtelToMTN' },
      { field: 'rate', ratio: 'minute', to: 'rate' },
      { field: 'mean', weightedMean: 'totalMinutes', by: 'local-exchange-traffic.airtelToMtn' },
    ],
  },
  'from-sum': { 'measures.+': { field: 'share', share: 'minutesOfDay' } },
  'from-unit': {
    measures: [
      { field: 'minutes', sum: 'totalMinutes' },
      { field: 'week', sum: 'totalMinutes', over: { last: 2, unit: 'week' } },
      { field: 'part', share: 'minutes', of: 'month' },
    ],
  },
})

/** One dataset per rule, as what it changes in a `base.json`: it breaks this rule. */
export const brokenDatasets = { ...brokenStored, ...brokenDerived }
