import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { loadReport } from '../../../src/web/report/report-services.ts'
import { createDraftClient } from '../../../src/web/studio/draft-client.ts'
import { compileOne } from '../../support/definitions.ts'

test.each([
  ['{ "success": false, "message": "The month is closed." }', 'The month is closed.'],
  ['Gateway', 'The answer is no JSON.'],
  [
    '{ "items": [] }',
    'An answer is an object with "success": true or false. Its "message" is a text, if it has one.',
  ],
])('the pasted answer %s is shown as that of the API: %s', async (answer, serverMessage) => {
  const call = { drafts: [], path: 'reports/x.json', records: 'demo' as const, file: null, others: [] }
  const answers = { '/x?year={year}': answer }
  const options = { call, asked: '', state: 'records', plans: [], answers }
  const client = createDraftClient({} as Client, new QueryClient(), options)
  await expect(client.get('/x?year=2025', { schema: ReportEnvelope })).rejects.toMatchObject({
    serverMessage,
  })
})

test.each([
  [
    { items: [] },
    '"data.recordsPath" says that the answer has a list of records at rows. rows: expected, found nothing.',
  ],
  [
    { rows: [], names: 'A' },
    '"data.listPaths" says that the answer has a list of texts at names. names: a list of texts expected.',
  ],
  [
    { rows: [{ day: '2025-03-01', calls: 'many' }], names: [] },
    'records[0].calls: a number expected, found string. The keys "rows" and "columns" name the fields that are read.',
  ],
])('an answer that does not fit its report says why and which key decides: %j', async (answer, message) => {
  const plan = compileOne({
    data: { url: '/x/{year}/{month}', recordsPath: 'rows', listPaths: { names: 'names' } },
    columns: [
      { field: 'calls', label: 'Calls' },
      { list: 'names', id: 'names' },
    ],
  })
  const call = { drafts: [], path: 'reports/x.json', records: 'demo' as const, file: null, others: [] }
  const answers = { '/x/{year}/{month}': JSON.stringify({ success: true, ...answer }) }
  const options = { call, asked: '', state: 'records', plans: [plan], answers }
  const client = createDraftClient({} as Client, new QueryClient(), options)
  const input = { plan, selection: { year: '2025', month: '3' }, compare: null, options: {} }
  await expect(loadReport(input, new AbortController().signal, client)).rejects.toMatchObject({
    serverMessage: message,
  })
})
