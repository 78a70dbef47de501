import { editBase } from './edit-definition.ts'

const folder = 'tests/definition/compatibility/fixtures'

const internationalMinutes = {
  data: {
    url: '/v1/international-minutes/ida-to-routelink/{year}-{month:2}',
    recordsPath: 'records.data',
    listPaths: { carriers: 'records.carriers' },
  },
  columns: [{ list: 'carriers', id: 'carriers' }],
}

const internationalExchange = {
  data: { url: '/api/international-exchange/data?year={year}&month={month}' },
  columns: [{ pattern: '{source}_to_{destination}', id: 'directions', label: '{source} {destination}' }],
}

const monthlyReports = {
  selectors: [{ kind: 'year', options: { fixed: [2025] } }],
  data: { url: '/v1/monthly-reports/{year}/{type}' },
  rows: { key: { kind: 'month', field: 'reportMonth', label: 'Month' }, fillMissing: 'months' },
  columns: [{ field: 'airtelDailyAvg', label: 'Airtel' }],
  tabs: {
    navigation: 'query',
    items: [
      { id: 'in', label: 'In', params: { type: 'MNO_TO_ROUTELINK' } },
      { id: 'out', label: 'Out', params: { type: 'ROUTELINK_TO_MNO' } },
    ],
  },
}

/** A valid report over each of four shipped datasets, as what it changes in `base.json`. */
export const compatibleReports = editBase(folder, {
  base: {},
  'international-minutes': internationalMinutes,
  'international-exchange': internationalExchange,
  'monthly-reports': monthlyReports,
})

/** One report per rule, as what it changes in one of the valid reports: it breaks this rule. */
export const incompatibleReports = editBase(folder, {
  'served-dataset': {
    download: {
      url: '/v1/international-minutes/download/ida-to-routelink/{year}-{month:2}',
      fileName: 'local_exchange_{year}_{month:2}.xlsx',
    },
  },
  'served-download': {
    download: {
      url: '/api/international-exchange/data?year={year}&month={month}&all=1',
      fileName: 'local_exchange_{year}_{month:2}.xlsx',
    },
  },
  'served-field': {
    'columns.0.field': 'airtelToMtm',
    'columns.1.field': ['glo_to_mtn', 'gloToMtn'],
  },
  'served-key': {
    ...monthlyReports,
    'rows.key.kind': 'text',
    'rows.key.field': 'month',
    'rows.fillMissing': 'none',
  },
  'served-list': { ...internationalMinutes, 'data.listPaths.carriers': 'records.carrier' },
  'served-multiple': {
    ...monthlyReports,
    tabs: undefined,
    'selectors.+': {
      kind: 'select',
      name: 'type',
      label: 'Type',
      prompt: 'Choose Type',
      options: [
        { value: 'MNO_TO_ROUTELINK', label: 'Incoming' },
        { value: 'ROUTELINK_TO_MNO', label: 'Outgoing' },
      ],
      multiple: true,
    },
  },
  'served-name': { ...internationalMinutes, 'columns.+0': { field: 'Atlantic Voice', label: 'Atlantic' } },
  'served-nowhere': { 'data.url': '/v1/local-exchange-trafic/{year}/{month}' },
  'served-options': {
    'selectors.0.options': { url: '/v1/international-minutes/available-months', fallback: { last: 3 } },
  },
  'served-parameter': {
    ...internationalExchange,
    'data.url': '/api/international-exchange/data?year={year}&moth={month}',
  },
  'served-pattern': { ...internationalExchange, 'columns.0.pattern': '{source}_too_{destination}' },
  'served-period': {
    ...internationalMinutes,
    'data.url': '/v1/international-minutes/ida-to-routelink/{month:2}-{year}',
  },
  'served-records': { ...internationalMinutes, 'data.recordsPath': 'records.rows' },
  'served-url': { 'data.url': '/v1/local-exchange-traffic/download/{year}/{month}' },
  'served-value': { ...monthlyReports, 'tabs.items.0.params.type': 'MNO_TO_ROUTELINKS' },
})
