import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'

const folder = createFolder()
const settingsFile = () => join(folder, 'settings.properties')
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Portal</title>')
writeFileSync(join(folder, 'assets', 'app-1.js'), 'plain')
writeFileSync(join(folder, 'assets', 'app-1.js.gz'), gzipSync('plain'))
writeFileSync(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
writeFileSync(settingsFile(), 'api.base.url=/\n')
const portal = { portalFolder: folder, settingsFile: settingsFile() }
const testApp = await createTestApp({ ...portal, demoAccounts: true })

const longName = `/${'a'.repeat(300)}`
const get = (url: string, headers = {}) => testApp.send({ method: 'GET', url, headers })

describe('the static files of the portal (spec 7.18)', () => {
  test.each([
    '/',
    '/login',
    '/dashboard',
    '/report/monthly-reports/mno-to-routelink',
    '/..%2f..%2fetc/passwd',
    '/%00',
    '/index.html/x',
    longName,
    '/a'.repeat(3_000),
  ])('contain the page at %.60s, which is never cached', async (url) => {
    const { status, headers, raw } = await get(url)
    expect(status).toBe(200)
    expect(raw.toString()).toContain('<title>Portal</title>')
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })

  test('contain the page for a browser that opens an address with a malformed escape; no other call gets it', async () => {
    const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const page = await get('/dashboard/%E0%A4%A?x=%', html)
    expect(page.status).toBe(200)
    expect(page.raw.toString()).toContain('<title>Portal</title>')
    const refused = { status: 400, body: { message: 'The address is not valid.' } }
    expect(await get('/dashboard/%E0%A4%A')).toMatchObject(refused)
    expect(await get('/v1/%E0%A4%A', html)).toMatchObject(refused)
  })

  test('are cached for ever if their name has a hash, and are sent compressed if they are stored compressed', async () => {
    const { headers, raw } = await get('/assets/app-1.js', { 'accept-encoding': 'gzip' })
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-type': 'application/javascript; charset=utf-8',
    })
    expect(raw).toEqual(gzipSync('plain'))
    expect((await get('/assets/app-1.js')).raw.toString()).toBe('plain')
    for (const name of ['/none.js', longName, '/app-1.js/x']) {
      expect((await get(`/assets${name}`)).status).toBe(404)
    }
  })

  test.each([
    [{ 'if-match': '"x"' }, 412],
    [{ 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' }, 412],
    [{ range: 'bytes=9999-' }, 416],
  ])('reject an unmet condition or range: %o', async (headers, status) => {
    const answer = await get('/login', headers)
    expect(answer).toMatchObject({ status, body: { success: false } })
  })

  test.each(['/v1/x', '/v1', '/auth', '/api/x', '/dashboards/1/x', '//v1/x', '/V1/x', '/v1%2fx'])(
    'do not include %s, which is an API call',
    async (url) => {
      const { status, body } = await get(url)
      expect({ status, body }).toMatchObject({ status: 404, body: { success: false } })
    },
  )

  test('have a policy without inline scripts and eval', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("default-src 'self';script-src 'self';style-src 'self'")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script';trusted-types default studio")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('upgrade-insecure-requests')
  })

  test.each(['/logo.svg', '/logo.svg?x', '/logo%2Esvg'])(
    'contain the image %s, which runs no script and loads no file, even if it is opened by itself',
    async (url) => {
      const { status, headers } = await get(url)
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toBe(
        "default-src 'none';style-src 'unsafe-inline';img-src data:;sandbox;frame-ancestors 'none'",
      )
    },
  )

  test('include the current settings file, whose base URL is part of the policy (spec 7.18, 1.3)', async () => {
    const read = async () => (await get('/settings.properties')).raw.toString()
    expect(await read()).toBe(
      'api.base.url=/\napi.features=account,sessions,history,compare,dashboards,notes,jobs,alerts,tokens,imports,coverage,studio,views,days\napp.demo=true\n',
    )
    for (const text of [
      'api.base.url=/\napi.features=account\n',
      'app.name=X\napi.base.url=https://api.example.com:8443/base\n# edited\n',
    ]) {
      writeFileSync(settingsFile(), text)
      expect(await read()).toBe(`${text}app.demo=true\n`)
    }
    expect((await get('/login')).headers['content-security-policy']).toContain(
      "connect-src 'self' https://api.example.com:8443;",
    )
    rmSync(settingsFile())
    expect((await get('/settings.properties')).status).toBe(404)
  })

  test('reject a page whose name resolves to this machine while demo accounts exist', async () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST:1']) {
      expect([host, (await get('/login', { host })).status]).toEqual([host, 200])
    }
    const message = 'A server with demo accounts is reached as localhost, 127.0.0.1 or [::1] only.'
    const foreign = ['evil.example:8080', '127.0.0.1.evil.example', 'localhost.evil.example', '[::2]']
    for (const host of [...foreign, '127.0.0.1@evil.example']) {
      expect(await get('/v1/role-master', { host })).toMatchObject({ status: 421, body: { message } })
      expect((await get('/login', { host })).status).toBe(421)
    }
  })

  test('reject requests through a proxy while demo accounts exist (spec 11.4)', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-proto', 'via']) {
      expect((await get('/login', { [name]: '203.0.113.7' })).status).toBe(403)
    }
  })
})

test('allow calls of another origin only if it is configured, never with credentials of a browser (spec 7.18)', async () => {
  const listed = await createTestApp({ allowedOrigins: ['https://portal.example.com'] })
  const call = (method: 'GET' | 'OPTIONS', origin: string) =>
    listed.send({ method, url: '/auth/permissions', headers: { origin } })
  const { status, headers } = await call('OPTIONS', 'https://portal.example.com')
  expect(status).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': 'https://portal.example.com',
    'access-control-allow-headers': 'Authorization, Content-Type, If-Match, If-None-Match',
    vary: 'Origin',
  })
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
  expect((await call('GET', 'https://portal.example.com')).headers).toMatchObject({
    'access-control-expose-headers': 'Content-Disposition, Retry-After, ETag',
  })
  for (const origin of ['https://portal.example.com.evil.com', 'null', 'http://portal.example.com']) {
    const answer = await call('OPTIONS', origin)
    expect(answer.status).toBe(404)
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    expect(answer.headers['vary']).toContain('Origin')
  }
})
