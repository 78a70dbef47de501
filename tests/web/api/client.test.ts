import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { PermissionsResult, ValidationResult } from '../../../src/web/api/auth-api.ts'
import { ApiError, parseBody, type ResponseSchema } from '../../../src/web/api/read-response.ts'
import { type RequestOptions, createClient } from '../../../src/web/api/client.ts'

type Fault = {
  readonly status?: number
  readonly statusText?: string
  readonly body?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly cut?: boolean
  readonly hang?: boolean
}

const OK = '{"success":true,"records":[]}'

let sent: { url: string; init: RequestInit; headers: Headers }[] = []
beforeEach(() => {
  sent = []
})

/** A client whose every request is answered so. */
const setUp = (fault: Fault = {}, token: string | null = 'secret') => {
  const ended: (string | null)[] = []
  const logged: string[] = []
  const { status = 200, statusText = 'OK', body = OK, headers = {}, cut, hang } = fault
  const client = createClient({
    baseUrl: '/',
    token: () => token,
    onUnauthorized: (rejected) => ended.push(rejected),
    onFailure: (text) => logged.push(text),
    fetch: (url, init = {}) => {
      sent.push({ url: url as string, init, headers: new Headers(init.headers) })
      if (cut) return Promise.reject(new TypeError('Failed to fetch'))
      const answer = { status, statusText, headers: { etag: '"7"', ...headers } }
      if (!hang) return Promise.resolve(new Response(body, answer))
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    },
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
  const parts = setUp(fault, token)
  return { ...parts, call: parts.client.get('/v1/fault', options) }
}

describe('API requests (spec 7.2)', () => {
  test('send the bearer token, JSON, query and headers, and return data, status and ETag', async () => {
    const { client } = setUp()
    const options = { query: { status: 'Active' }, body: { a: 1 }, headers: { 'if-match': '"6"' } }
    const response = await client.send('PUT', '/v1/x', { ...options, schema: AnyEnvelope })
    expect(response).toEqual({ data: { success: true, records: [] }, status: 200, etag: '"7"' })
    const init = { method: 'PUT', body: '{"a":1}', cache: 'no-store' }
    expect(sent).toMatchObject([{ url: '/v1/x?status=Active', init }])
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer secret',
      'content-type': 'application/json',
      'if-match': '"6"',
    })
  })

  test('fail without a token before they are sent, and end the session (spec 4.4)', async () => {
    const { call, ended } = getWith({}, {}, null)
    const error = await failure(call)
    expect(error).toMatchObject({ kind: 'unauthenticated', message: 'No authentication token found' })
    expect(sent).toEqual([])
    expect(ended).toEqual([null])
  })

  test('send no token if they are anonymous, and a 401 does not end the session', async () => {
    const { call, ended } = getWith({ status: 401, body: '{"message":"no"}' }, { anonymous: true })
    expect(await failure(call)).toMatchObject({ kind: 'unauthorized', serverMessage: 'no' })
    expect(sent[0]?.headers.has('authorization')).toBe(false)
    expect(ended).toEqual([])
  })

  test('time out without a response (spec 7.2)', async () => {
    const { call } = getWith({ hang: true }, { timeLimit: 30 })
    const message = 'The server did not answer in time.'
    expect(await failure(call)).toMatchObject({ kind: 'network', message, serverMessage: undefined })
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

const NO_CONTENT = { status: 204, statusText: 'No Content' }

/** An answer written as its body, after its status if that is not 200. */
const readAnswer = (text: string): Fault => {
  const [, status = '200', body = ''] = /^(?:(\d{3}) )?(.*)$/.exec(text) ?? []
  return { status: Number(status), statusText: status === '502' ? 'Bad Gateway' : 'OK', body }
}

describe('every invalid response is a typed failure', () => {
  test.each<[string, Fault | string, Partial<ApiError>]>([
    ['a page with 200', '<html>', { kind: 'not-json', serverMessage: 'HTTP 200: OK' }],
    ['a page with 502', '502 <html>', { kind: 'not-json', message: 'HTTP 502: Bad Gateway' }],
    ['an empty body', { body: '' }, { kind: 'not-json', message: 'HTTP 200: OK' }],
    ['204', { ...NO_CONTENT, body: null }, { kind: 'not-json', message: 'HTTP 204: No Content' }],
    ['cut JSON', '{"success":tr', { kind: 'not-json' }],
    ['a dropped connection', { cut: true }, { kind: 'network', message: 'The server could not be reached.' }],
    ['401', '401 {"message":"gone"}', { kind: 'unauthorized', serverMessage: 'gone' }],
    ['401 as a page', '401 <html>', { kind: 'unauthorized' }],
    ['403', '403 {"message":"not yours"}', { kind: 'forbidden', serverMessage: 'not yours' }],
    ['404', '404 {}', { kind: 'not-found', serverMessage: undefined }],
    ['412', '412 {"message":"stale"}', { kind: 'stale' }],
    ['500', '500 {"error":"broken"}', { kind: 'rejected', serverMessage: 'broken', requestId: undefined }],
    [
      '503 with an id',
      '503 {"message":"busy","requestId":"r-1"}',
      { kind: 'rejected', serverMessage: 'busy', requestId: 'r-1' },
    ],
    ['500 without a message', '500 {"message":"  "}', { kind: 'rejected', serverMessage: undefined }],
    [
      'no success',
      '{"success":false,"message":"no"}',
      { kind: 'rejected', status: 200, serverMessage: 'no' },
    ],
    ['null', 'null', { kind: 'invalid-response' }],
    ['a list', '[]', { kind: 'invalid-response' }],
    ['a number', { body: '7' }, { kind: 'invalid-response' }],
    ['success as text', '{"success":"true","records":[],"totalCount":0}', { kind: 'invalid-response' }],
    ['records as an object', '{"success":true,"records":{},"totalCount":0}', { kind: 'invalid-response' }],
    ['a count as text', '{"success":true,"records":[],"totalCount":"7"}', { kind: 'invalid-response' }],
  ])('is classified: %s', async (_name, answer, expected) => {
    const fault = typeof answer === 'string' ? readAnswer(answer) : answer
    const { call, ended, logged } = getWith(fault, { schema: RECORDS })
    expect(await failure(call)).toMatchObject(expected)
    expect(ended).toEqual(expected.kind === 'unauthorized' ? ['secret'] : [])
    expect(logged).toHaveLength(1)
    expect(logged[0]).toMatch(/^GET \/v1\/fault: /)
  })

  test('logs invalid responses with field and path (spec 5.9)', async () => {
    const body = '{"success":true,"records":[{"id":1},{"id":"x"}],"totalCount":2}'
    const { call, logged } = getWith({ body }, { schema: RECORDS })
    await failure(call)
    expect(logged[0]).toContain('records.1.id')
  })

  test('either matches the schema or is a failure, for any response', () => {
    const schemas = fc.constantFrom(PermissionsResult, ValidationResult, AnyEnvelope)
    const property = fc.property(schemas, fc.jsonValue(), (schema, body) => {
      expect([{ fits: true }, { kind: 'invalid-response' }]).toContainEqual(outcome(schema, body))
    })
    fc.assert(property, { numRuns: 2_000 })
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
  test('return the bytes, the type and the header with the name', async () => {
    const name = 'attachment; filename="../a.xlsx"'
    const headers = { 'content-type': 'application/x', 'content-disposition': name }
    const { client } = setUp({ body: 'PK..', headers })
    const file = await client.download('/v1/file')
    expect(file).toMatchObject({ ok: true, contentType: 'application/x', contentDisposition: name })
    expect(new TextDecoder().decode(file.bytes)).toBe('PK..')
  })

  test('leave every error status but 401 to their caller', async () => {
    const fault = { status: 500, statusText: 'Internal Server Error' }
    const failed = await setUp({ ...fault, body: 'Exception' }).client.download('/v1/file')
    expect(failed).toMatchObject({ ok: false, ...fault })
    const { client, ended } = setUp({ status: 401, body: '{}' })
    expect(await failure(client.download('/v1/file'))).toMatchObject({ kind: 'unauthorized' })
    expect(ended).toEqual(['secret'])
  })
})
