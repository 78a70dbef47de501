import fc from 'fast-check'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { PermissionsResult, ValidationResult } from '../../../src/web/api/auth-api.ts'
import { ApiError, parseBody, type ResponseSchema } from '../../../src/web/api/response.ts'
import { type RequestOptions, createClient } from '../../../src/web/api/client.ts'

type Fault = { status?: number; type?: string; body?: string; cut?: boolean; hang?: boolean; name?: string }

const faults = new Map<string, Fault>()
const seen: { path: string; method: string; headers: Record<string, unknown>; body: string }[] = []
let server: Server
let base = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ path: request.url ?? '', method: request.method ?? '', headers: request.headers, body })
      const fault = faults.get((request.url ?? '').split('?')[0] ?? '') ?? {}
      if (fault.hang === true) return
      response.statusCode = fault.status ?? 200
      response.setHeader('content-type', fault.type ?? 'application/json')
      response.setHeader('etag', '"7"')
      if (fault.name !== undefined) response.setHeader('content-disposition', fault.name)
      if (fault.cut === true) {
        response.setHeader('content-length', '1000')
        response.write('{"success":')
        response.destroy()
        return
      }
      response.end(fault.body ?? '{"success":true,"records":[]}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const setUp = (token: string | null = 'secret') => {
  const ended: (string | null)[] = []
  const logged: string[] = []
  const client = createClient({
    baseUrl: base,
    token: () => token,
    onUnauthorized: (rejected) => ended.push(rejected),
    onFailure: (text) => logged.push(text),
  })
  return { client, ended, logged }
}

const failure = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('the call did not fail')
}

const getWith = (fault: Fault, options: RequestOptions = {}, token: string | null = 'secret') => {
  faults.set('/v1/fault', fault)
  const parts = setUp(token)
  return { ...parts, call: parts.client.get('/v1/fault', options) }
}

describe('API requests (spec 7.2)', () => {
  test('send the bearer token, JSON, query and headers, and return data, status and ETag', async () => {
    const { client } = setUp()
    const response = await client.send('PUT', '/v1/x', {
      query: { status: 'Active' },
      body: { a: 1 },
      headers: { 'if-match': '"6"' },
      schema: AnyEnvelope,
    })
    expect(response).toEqual({
      data: { success: true, records: [] },
      status: 200,
      etag: '"7"',
    })
    const sent = seen.at(-1)
    expect(sent).toMatchObject({ path: '/v1/x?status=Active', method: 'PUT', body: '{"a":1}' })
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'if-match': '"6"',
    })
  })

  test('fail without a token before they are sent, and end the session (spec 4.4)', async () => {
    const before = seen.length
    const { call, ended } = getWith({}, {}, null)
    const error = await failure(call)
    expect(error).toMatchObject({ kind: 'unauthenticated', message: 'No authentication token found' })
    expect(seen).toHaveLength(before)
    expect(ended).toEqual([null])
  })

  test('send no token if they are anonymous, and a 401 does not end the session', async () => {
    const { call, ended } = getWith({ status: 401, body: '{"message":"no"}' }, { anonymous: true })
    expect(await failure(call)).toMatchObject({ kind: 'unauthorized', serverMessage: 'no' })
    expect(seen.at(-1)?.headers).not.toHaveProperty('authorization')
    expect(ended).toEqual([])
  })

  test('time out without a response (spec 7.2, S57)', async () => {
    const { call } = getWith({ hang: true }, { timeLimit: 30 })
    expect(await failure(call)).toMatchObject({
      kind: 'network',
      message: 'The server did not answer in time.',
      serverMessage: undefined,
    })
  })

  test('are silent when their caller aborts them', async () => {
    const controller = new AbortController()
    const { call, logged } = getWith({ hang: true }, { signal: controller.signal })
    controller.abort()
    expect(await failure(call)).toMatchObject({ kind: 'aborted' })
    expect(logged).toEqual([])
  })
})

const RECORDS = z.object({
  success: z.boolean(),
  records: z.array(z.object({ id: z.number() })),
  totalCount: z.number(),
})
const html = { type: 'text/html' }

describe('every invalid response is a typed failure (S54)', () => {
  test.each<[string, [Fault, Partial<ApiError>]]>(
    Object.entries({
      'a page with 200': [
        { ...html, body: '<html>' },
        { kind: 'not-json', serverMessage: 'HTTP 200: OK' },
      ],
      'a page with 502': [
        { ...html, status: 502, body: '<html>' },
        { kind: 'not-json', message: 'HTTP 502: Bad Gateway' },
      ],
      'an empty body': [{ body: '' }, { kind: 'not-json', message: 'HTTP 200: OK' }],
      '204': [
        { status: 204, body: '' },
        { kind: 'not-json', message: 'HTTP 204: No Content' },
      ],
      'cut JSON': [{ body: '{"success":tr' }, { kind: 'not-json' }],
      'a dropped connection': [
        { cut: true },
        { kind: 'network', message: 'The server could not be reached.' },
      ],
      '401': [
        { status: 401, body: '{"message":"gone"}' },
        { kind: 'unauthorized', serverMessage: 'gone' },
      ],
      '401 as a page': [{ ...html, status: 401, body: '<html>' }, { kind: 'unauthorized' }],
      '403': [
        { status: 403, body: '{"message":"not yours"}' },
        { kind: 'forbidden', serverMessage: 'not yours' },
      ],
      '404': [
        { status: 404, body: '{}' },
        { kind: 'not-found', serverMessage: undefined },
      ],
      '412': [{ status: 412, body: '{"message":"stale"}' }, { kind: 'stale' }],
      '500 with a message': [
        { status: 500, body: '{"error":"broken"}' },
        { kind: 'rejected', serverMessage: 'broken', requestId: undefined },
      ],
      '503 with the id of the request': [
        { status: 503, body: '{"message":"busy","requestId":"r-1"}' },
        { kind: 'rejected', serverMessage: 'busy', requestId: 'r-1' },
      ],
      '500 without': [
        { status: 500, body: '{"message":"  "}' },
        { kind: 'rejected', serverMessage: undefined },
      ],
      'success: false': [
        { body: '{"success":false,"message":"no"}' },
        { kind: 'rejected', status: 200, serverMessage: 'no' },
      ],
      null: [{ body: 'null' }, { kind: 'invalid-response' }],
      'a list': [{ body: '[]' }, { kind: 'invalid-response' }],
      'a number': [{ body: '7' }, { kind: 'invalid-response' }],
      'success as text': [
        { body: '{"success":"true","records":[],"totalCount":0}' },
        { kind: 'invalid-response' },
      ],
      'records as an object': [
        { body: '{"success":true,"records":{},"totalCount":0}' },
        { kind: 'invalid-response' },
      ],
      'a count as text': [
        { body: '{"success":true,"records":[],"totalCount":"7"}' },
        { kind: 'invalid-response' },
      ],
    }),
  )('is classified: %s', async (_name, [fault, expected]) => {
    const { call, ended, logged } = getWith(fault, { schema: RECORDS })
    expect(await failure(call)).toMatchObject(expected)
    expect(ended).toEqual(expected.kind === 'unauthorized' ? ['secret'] : [])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^GET \/v1\/fault: /)
  })

  test('accepts JSON with another content type', async () => {
    const { call } = getWith(
      { type: 'text/plain', body: '{"success":true,"records":[{"id":1}],"totalCount":1}' },
      { schema: RECORDS },
    )
    expect(await call).toMatchObject({ totalCount: 1 })
  })

  test('logs invalid responses with field and path (spec 5.9)', async () => {
    const { call, logged } = getWith(
      { body: '{"success":true,"records":[{"id":1},{"id":"x"}],"totalCount":2}' },
      { schema: RECORDS },
    )
    await failure(call)
    expect(logged[0]).toContain('records.1.id')
  })

  test('either matches the schema or is a failure, for any response (S55)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(PermissionsResult, ValidationResult, AnyEnvelope),
        fc.jsonValue(),
        (schema, body) => {
          expect([{ fits: true }, { kind: 'invalid-response' }]).toContainEqual(outcome(schema, body))
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const outcome = (schema: ResponseSchema<unknown>, body: unknown) => {
  try {
    return { fits: parseBody(schema, body) !== undefined }
  } catch (error) {
    return error instanceof ApiError ? { kind: error.kind } : error
  }
}

describe('downloads', () => {
  test('return the bytes, the type and a safe file name', async () => {
    faults.set('/v1/file', { type: 'application/x', body: 'PK..', name: 'attachment; filename="../a.xlsx"' })
    const file = await setUp().client.download('/v1/file')
    expect(file).toMatchObject({
      ok: true,
      status: 200,
      contentType: 'application/x',
      contentDisposition: 'attachment; filename="../a.xlsx"',
    })
    expect(new TextDecoder().decode(file.bytes)).toBe('PK..')
  })

  test('leave every error status but 401 to their caller', async () => {
    faults.set('/v1/file', { status: 500, type: 'text/plain', body: 'Exception' })
    expect(await setUp().client.download('/v1/file')).toMatchObject({
      ok: false,
      status: 500,
      statusText: 'Internal Server Error',
    })
    faults.set('/v1/file', { status: 401, body: '{}' })
    const { client, ended } = setUp()
    expect(await failure(client.download('/v1/file'))).toMatchObject({ kind: 'unauthorized' })
    expect(ended).toEqual(['secret'])
  })
})
