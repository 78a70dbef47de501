import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestUsers, type TestUsers } from '../../../support/test-users.ts'
import { addMarch2025, emptyTree, routeCalls } from '../../../support/route-fixtures.ts'

const folder = createFolder()
writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'settings.properties'), 'api.base.url=/')
const settingsFile = join(folder, 'settings.properties')
const testApp = await createTestUsers({ portalFolder: folder, settingsFile })
await addMarch2025(testApp)
const tree = await emptyTree(testApp)
const token = await testApp.token('superadmin')

type Method = NonNullable<Parameters<TestUsers['send']>[0]['method']>

const rows = routeCalls(testApp, tree)
const ask = (method: Method, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  testApp.bearing(token, headers)(method, url, body)
const isCall = ({ route }: (typeof rows)[number]) =>
  !/(\/\*|settings\.properties|\/auth\/logout)$/.test(route)

const PROTECTION = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

describe('every response', () => {
  test.each(rows.filter(isCall).map((row) => [row.route, row] as const))(
    'to %s has headers against caching, framing and type sniffing',
    async (route, row) => {
      const [method] = route.split(' ') as [Method]
      const [url, body] = await row.call()
      const good = await ask(method, url, body)
      const bad = await ask(method, `${url}${url.includes('?') ? '&' : '?'}page=x&page=y&z=1`, '{')
      expect(good.status).toBe(row.answers)
      for (const { headers } of [good, bad]) {
        expect(headers).toMatchObject({ ...PROTECTION, 'cache-control': 'no-store' })
        expect(headers['content-type']).toMatch(
          /^(application\/json; charset=utf-8|application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet|text\/csv; charset=utf-8|text\/plain; version=0\.0\.4; charset=utf-8)$/,
        )
        for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']) {
          expect(headers).not.toHaveProperty(name)
        }
      }
    },
  )

  test('of the portal files has the same headers', async () => {
    for (const url of ['/', '/login', '/settings.properties', '/assets/none.js', '/%zz']) {
      expect((await ask('GET', url)).headers).toMatchObject(PROTECTION)
    }
  })
})

describe('a method', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

  test('is not found on a path without it, whatever a header or parameter says', async () => {
    const registered = new Set(rows.map(({ route }) => route))
    const names = ['x-http-method-override', 'x-http-method', 'x-method-override']
    const overrides = Object.fromEntries(names.map((name) => [name, 'DELETE']))
    const targets = new Map<string, readonly [url: string, body?: unknown]>()
    for (const row of rows.filter(isCall)) targets.set(row.route.split(' ')[1] ?? '', await row.call())
    const before = await testApp.dumpTables()
    for (const [pattern, [url, body]] of targets) {
      for (const method of METHODS.filter((one) => !registered.has(`${one} ${pattern}`))) {
        const query = `${url.includes('?') ? '&' : '?'}_method=DELETE`
        const overridden = await ask(method, `${url}${query}`, body, overrides)
        // 400 where the method takes a record's number in the place of a word such as `years`.
        const isRefused = [400, 404].includes(overridden.status)
        expect({ method, pattern, isRefused }).toEqual({ method, pattern, isRefused: true })
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('GET changes nothing, whatever a header says', async () => {
    for (const row of rows.filter((one) => isCall(one) && one.route.startsWith('GET '))) {
      const [url] = await row.call()
      const before = await testApp.dumpTables()
      const { status } = await ask('GET', url, undefined, { 'x-http-method-override': 'DELETE' })
      const isUnchanged = (await testApp.dumpTables()) === before
      expect({ url, status, isUnchanged }).toEqual({ url, status: row.answers, isUnchanged: true })
    }
  })
})

describe('a content type', () => {
  const role = JSON.stringify({ name: 'x', description: 'y', isAdmin: true })
  const post = (contentType: string, payload: string, more: Record<string, string> = {}) =>
    testApp.bearing(token, { 'content-type': contentType, ...more })('POST', '/v1/role-master', payload)

  // Each body is one that validation refuses: 400 says that it was validated, 415 that it was not read.
  test.each([
    ['application/json', 400],
    ['application/json; charset=utf-8', 400],
    ['application/json; charset=UTF-8', 400],
    ['application/json; Charset="utf-8"', 400],
    ['application/json; charset=utf8; x=y', 400],
    ['application/json;charset=utf-16', 415],
    ['application/json; charset=ISO-8859-1', 415],
    ['application/json; x=y; CHARSET="iso-8859-1"', 415],
    ['application/json; charset=utf-8; charset=latin1', 415],
    ['application/json; charset = latin1', 415],
    ['application/json; charset=', 415],
    ['application/json; charset="utf-8', 415],
    ['APPLICATION/JSON', 400],
    ['application/json ; x=y', 400],
    ['application/json\t', 400],
    ['application/json\tx', 415],
    ['application/json x', 415],
    ['application/jsonp', 415],
    ['application/merge-patch+json', 415],
    ['text/json', 415],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    [',application/json', 415],
    ['*/*', 415],
    ['x', 415],
    ['', 415],
  ])("'%s' returns %i", async (contentType, status) => {
    expect((await post(contentType, role)).status).toBe(status)
  })

  test.each(['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip', 'x'])(
    '%s is not decompressed',
    async (encoding) => {
      const { status, body } = await post('application/json', role, { 'content-encoding': encoding })
      const message = 'The body must not be encoded; send it without Content-Encoding.'
      expect({ status, message: body['message'] }).toEqual({ status: 415, message })
    },
  )
})
