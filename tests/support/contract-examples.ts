import type { ApiRule, ApiWarning } from '../../src/diagnostics/rule-catalogue.ts'
import type { Edits } from './edit-definition.ts'

/** A response; 200 and JSON unless it says otherwise. */
export interface ExampleResponse {
  readonly status?: number
  readonly type?: string
  readonly fileName?: string
  readonly body: unknown
}

/** For a rule of `contract`: a response that breaks it, and one that satisfies it. */
export interface ContractExample {
  /** What the report changes in `tests/definition/fixtures/base.json`. */
  readonly report?: Edits
  /** The call that is answered; all others are answered as they should be. */
  readonly call: 'data' | 'previousYear' | 'options' | 'download'
  readonly bad: ExampleResponse
  readonly good: ExampleResponse
}

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const record = { day: '2025-03-01', answered: 40250, dropped: 338 }
const answer = (...records: readonly unknown[]): ExampleResponse => ({ body: { success: true, records } })
export const goodData = answer(record)
export const goodPreviousYear = answer({ ...record, day: '2024-03-01' })
export const goodDownload: ExampleResponse = {
  type: WORKBOOK,
  fileName: 'call_quality_2025_03.xlsx',
  body: 'PK…',
}

const data = (bad: ExampleResponse): ContractExample => ({ call: 'data', bad, good: goodData })
const options = {
  'selectors.2': {
    kind: 'select',
    name: 'region',
    label: 'Region',
    prompt: 'Choose Region',
    options: { url: '/v1/regions', value: 'code', label: 'name' },
  },
  'data.url': '/v1/call-quality/{year}/{month}/{region}',
  'download.url': '/v1/call-quality/download/{year}/{month}/{region}',
}
const goodOptions = answer({ code: 'N', name: 'North' })
const carriers = {
  'data.recordsPath': 'records.data',
  'data.listPaths': { carriers: 'records.carriers' },
  columns: [{ list: 'carriers', id: 'carriers' }],
}
const list = (value: unknown, ...records: readonly unknown[]): ExampleResponse => ({
  body: { success: true, records: { data: records, carriers: value } },
})
const goodList = list(['Atlantic'], { day: '2025-03-01', Atlantic: 12.5 })

/** The rules of `contract` that one response breaks. */
export const contractExamples: Readonly<Partial<Record<ApiRule | ApiWarning, ContractExample>>> = {
  'api-status': data({ status: 401, body: { success: false, message: 'sign in first' } }),
  'api-json': data({ type: 'text/html', body: '<!doctype html>' }),
  'api-envelope': data({ body: { ok: true, records: [record] } }),
  'options-missing': {
    report: options,
    call: 'options',
    bad: { body: { success: true, regions: [{ code: 'N', name: 'North' }] } },
    good: goodOptions,
  },
  'options-field': {
    report: options,
    call: 'options',
    bad: answer({ id: 'N', name: 'North' }),
    good: goodOptions,
  },
  'records-missing': data({ body: { success: true, rows: [record] } }),
  'records-empty': data(answer()),
  'records-period': data(answer({ ...record, day: '2025-04-01' })),
  'key-missing': data(answer({ date: '2025-03-01', answered: 40250, dropped: 338 })),
  'key-duplicate': {
    report: { 'rows.duplicates': 'error' },
    call: 'data',
    bad: answer(record, { ...record, answered: 40260 }),
    good: answer(record),
  },
  'key-form': data(answer({ ...record, day: 'first of March' })),
  'field-missing': data(answer({ day: '2025-03-01', answerd: 40250, dropped: 338 })),
  'field-type': data(answer({ ...record, answered: 'many' })),
  'sum-differs': {
    report: {
      'columns.2': { field: 'all', label: 'All', value: 'add(answered, dropped)', role: 'total' },
    },
    call: 'data',
    bad: answer({ ...record, all: 40000 }),
    good: answer({ ...record, all: 40588 }),
  },
  'list-missing': {
    report: carriers,
    call: 'data',
    bad: { body: { success: true, records: { data: [{ day: '2025-03-01', Atlantic: 12.5 }] } } },
    good: goodList,
  },
  'group-empty': { report: carriers, call: 'data', bad: list([], { day: '2025-03-01' }), good: goodList },
  'download-type': {
    call: 'download',
    bad: { body: { success: true, records: [record] } },
    good: goodDownload,
  },
  'download-name': {
    call: 'download',
    bad: { ...goodDownload, fileName: 'export.xlsx' },
    good: goodDownload,
  },
  'previous-year': {
    report: { 'columns.2': { value: 'change(answered, year)', id: 'growth', label: 'Growth' } },
    call: 'previousYear',
    bad: { status: 404, body: { success: false, message: 'no records of 2024' } },
    good: goodPreviousYear,
  },
  'field-unshown': data(answer({ ...record, busy: 12 })),
  'records-left-out': data(answer(record, { ...record, answered: 39871 })),
}
