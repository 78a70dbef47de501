import { expect, test } from 'vitest'
import type { ApiResponse, Client, RequestOptions } from '../../../src/web/api/client.ts'
import { createReportClient } from '../../../src/web/reports/report-services.ts'

/** A client over an API whose responses have an ETag, or none; `sent` are the ETags of its requests. */
function createApi(etag: string | null) {
  const sent: (string | null | undefined)[] = []
  const send = (
    _method: string,
    path: string,
    { known }: RequestOptions = {},
  ): Promise<ApiResponse<unknown>> => {
    sent.push(known?.etag)
    return Promise.resolve(known ?? { data: { path }, status: 200, etag })
  }
  return { sent, client: createReportClient({ send } as unknown as Client) }
}

test('a report that is loaded again sends the ETag, and its data is the same', async () => {
  const { sent, client } = createApi('"7"')
  const first = await client.get('/a', { query: { year: 2025 } })
  expect(await client.get('/a', { query: { year: 2025 } })).toBe(first)
  await client.get('/a', { query: { year: 2024 } })
  expect(sent).toEqual([undefined, '"7"', undefined])
})

test('an API without ETags is requested as before', async () => {
  const { sent, client } = createApi(null)
  await client.get('/a')
  await client.get('/a')
  expect(sent).toEqual([undefined, undefined])
})

test('the last eight responses are kept', async () => {
  const { sent, client } = createApi('"7"')
  const paths = ['/0', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/0', '/8']
  for (const path of paths) await client.get(path)
  sent.length = 0
  await client.get('/0')
  await client.get('/1')
  expect(sent).toEqual(['"7"', undefined])
})
