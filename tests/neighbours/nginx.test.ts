import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createCertificate, HOST, nginx, parse, type Proxy, send, startProxy } from './nginx.ts'

// The portal behind nginx with the configuration of docs/operations/deploy/nginx.conf; only ports and files are other ones.

const PASSWORD = 'behind-A-Proxy-2031'

/** A request whose body never comes; resolves with the connection once its head is sent. */
const holdBack = (proxy: Proxy): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: proxy.tls, servername: HOST, rejectUnauthorized: false },
      () => {
        const head = [
          `POST /portal/auth/login HTTP/1.1`,
          `Host: ${HOST}`,
          'Content-Type: application/json',
          'Content-Length: 100',
        ]
        socket.on('error', () => undefined)
        socket.write(`${head.join('\r\n')}\r\n\r\n{`, () => resolve(socket))
      },
    )
    socket.once('error', reject)
  })

const waitForClose = (socket: TLSSocket): Promise<void> =>
  new Promise((done) => (socket.closed ? done() : socket.once('close', () => done())))

describe.skipIf(nginx === null)('the portal behind nginx, as shipped', { timeout: 60_000 }, () => {
  const folder = createFolder()
  let server: ServerProcess
  let proxy: Proxy
  beforeAll(async () => {
    createCertificate(folder)
    const environment = {
      DATA_DIR: join(folder, 'data'),
      NODE_ENV: 'production',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'info',
    }
    mkdirSync(environment.DATA_DIR)
    server = await startServerProcess(environment)
    const created = spawnSync(process.execPath, ['dist/server/admin.js', 'create', 'chief'], {
      env: { PATH: process.env['PATH'], ...environment, ADMIN_PASSWORD: PASSWORD },
      encoding: 'utf8',
    })
    if (created.status !== 0) throw new Error(created.stderr)
    const rows = join(folder, 'rows.csv')
    writeFileSync(rows, 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA\n2031-07-01,MNO_TO_ROUTELINK,1,2,3,4,5\n')
    const imported = spawnSync(process.execPath, ['dist/server/data.js', 'import', 'daily-reports', rows], {
      env: { PATH: process.env['PATH'], ...environment },
      encoding: 'utf8',
    })
    if (imported.status !== 0) throw new Error(imported.stderr)
    proxy = await startProxy(folder, server.url)
  }, 60_000)
  afterAll(async () => {
    await proxy.stop()
    await server.kill()
  })

  const signIn = async (headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const body = { username: 'chief', password: PASSWORD }
    const response = await send(proxy, 'POST', '/portal/auth/login', { body, headers })
    expect(response.status).toBe(200)
    return String(parse(response)['accessToken'])
  }

  test('leads pages to TLS and refuses calls without it, because their token was readable', async () => {
    const plain = { origin: `http://127.0.0.1:${proxy.plain}` }
    expect(await send(proxy, 'GET', '/portal/login', plain)).toMatchObject({
      status: 301,
      headers: { location: `https://${HOST}/portal/login` },
    })
    for (const path of [
      '/portal/auth/login',
      '/portal/v1/role-master',
      '/portal/openapi.json',
      '/portal/dashboards/1',
    ]) {
      expect(await send(proxy, 'POST', path, plain)).toMatchObject({ status: 403 })
    }
  })

  test('serves the page and the API below the sub-path, and health to nobody outside', async () => {
    const page = await send(proxy, 'GET', '/portal/')
    expect(page).toMatchObject({ status: 200 })
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers.server).toBe('nginx')
    expect(await send(proxy, 'GET', '/')).toMatchObject({
      status: 302,
      headers: { location: expect.stringContaining('/portal/') },
    })
    expect((await send(proxy, 'GET', '/portal/healthz')).status).toBe(404)
    expect((await send(proxy, 'GET', '/portal/readyz')).status).toBe(404)
  })

  test('passes workbooks and conditional requests on as they are', async () => {
    const authorization = `Bearer ${await signIn()}`
    const path = '/v1/monthly-reports/2031/7/MNO_TO_ROUTELINK'
    const direct = await fetch(`${server.url}${path}`, { headers: { authorization } })
    const first = await send(proxy, 'GET', `/portal${path}`, { headers: { authorization } })
    expect(first.status).toBe(200)
    expect(first.body).toEqual(Buffer.from(await direct.arrayBuffer()))
    const again = { authorization, 'if-none-match': String(first.headers.etag) }
    expect(await send(proxy, 'GET', `/portal${path}`, { headers: again })).toMatchObject({
      status: 304,
      body: Buffer.alloc(0),
    })
    const download = '/v1/monthly-reports/download/2031/7/MNO_TO_ROUTELINK'
    const file = await send(proxy, 'GET', `/portal${download}`, { headers: { authorization } })
    expect(file.headers['content-disposition']).toContain('.xlsx')
    expect(file.body.subarray(0, 2).toString()).toBe('PK')
    expect(Number(file.headers['content-length'] ?? file.body.length)).toBe(file.body.length)
  })

  test("gives the server the client's address, whatever the client claims", async () => {
    const claimed = { 'x-forwarded-for': '198.51.100.66', forwarded: 'for=198.51.100.66' }
    const authorization = `Bearer ${await signIn(claimed)}`
    const history = await send(proxy, 'GET', '/portal/v1/audit-events', { headers: { authorization } })
    expect(history.status).toBe(200)
    expect(history.body.toString()).toContain('127.0.0.1')
    expect(history.body.toString()).not.toContain('198.51.100.66')
    expect(server.output()).not.toContain('198.51.100.66')
  })

  test('refuses a body that is too large, and closes requests that hold theirs back', async () => {
    const large = { username: 'chief', password: 'x'.repeat(1_100_000) }
    const refused = await send(proxy, 'POST', '/portal/auth/login', { body: large }).catch(() => null)
    expect([413, undefined]).toContain(refused?.status)
    const held = await Promise.all(Array.from({ length: 100 }, () => holdBack(proxy)))
    await expect
      .poll(async () => (await send(proxy, 'GET', '/portal/').catch(() => null))?.status, { timeout: 10_000 })
      .toBe(429)
    for (const socket of held) await waitForClose(socket)
    expect((await send(proxy, 'GET', '/portal/')).status).toBe(200)
  })
})
