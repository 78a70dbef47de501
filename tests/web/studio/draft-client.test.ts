import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import type { Client } from '../../../src/web/api/client.ts'
import { createDraftClient } from '../../../src/web/studio/draft-client.ts'

test.each([
  ['{ "success": false, "message": "The month is closed." }', 'The month is closed.'],
  ['Gateway', 'The answer is no JSON.'],
])('the pasted answer %s is shown as that of the API: %s', async (answer, serverMessage) => {
  const call = { drafts: [], path: 'reports/x.json', records: 'demo' as const, file: null, others: [] }
  const answers = { '/x?year={year}': answer }
  const options = { call, asked: '', state: 'records', plans: [], answers }
  const client = createDraftClient({} as Client, new QueryClient(), options)
  await expect(client.get('/x?year=2025', { schema: ReportEnvelope })).rejects.toMatchObject({
    serverMessage,
  })
})
