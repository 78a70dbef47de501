import { scaffoldDefinition } from '../reports/scaffold.ts'
import type { Json } from '../reports/print-json.ts'

/** The report that the guide to reports shows whole. */
export const exampleReport = scaffoldDefinition({
  schema: '../schemas/report-definition.schema.json',
  id: 'call-quality',
  title: 'Call Quality',
  permission: 90,
  order: 6,
  selectors: ['year', 'month'],
  url: '/v1/call-quality/{year}/{month}',
  download: '/v1/call-quality/download/{year}/{month}',
  recordsPath: 'records',
  listPath: null,
  key: { kind: 'date', field: 'day' },
  columns: [
    { field: 'answered', label: 'Answered' },
    { field: 'dropped', label: 'Dropped' },
  ],
})

/** The dataset that serves it, which the guide to datasets shows whole. */
export const exampleDataset: Json = {
  $schema: '../schemas/dataset-definition.schema.json',
  id: 'call-quality',
  title: 'Call quality',
  summary: 'calls of a day',
  key: { kind: 'date', field: 'day' },
  measures: [
    { field: 'answered', label: 'Answered', decimals: 0 },
    { field: 'dropped', label: 'Dropped', decimals: 0 },
  ],
  response: { metadata: { id: 'id' } },
  endpoints: {
    list: '/v1/call-quality/{year}/{month}',
    years: '/v1/call-quality/years',
    download: '/v1/call-quality/download/{year}/{month}',
  },
  demo: { values: { answered: 41000, dropped: 350 } },
}

/** What its endpoint `list` answers. */
export const exampleAnswer: Json = {
  success: true,
  message: '',
  records: [
    { id: 1, day: '2025-03-01', answered: 40250, dropped: 338 },
    { id: 2, day: '2025-03-02', answered: 39871, dropped: 352 },
  ],
  totalCount: 2,
}
