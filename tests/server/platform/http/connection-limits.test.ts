import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'

// Real connections to a listening server whose patience is a few hundred milliseconds instead of as many seconds.
const sockets = {
  headersMs: 300,
  requestMs: 600,
  silentMs: 1500,
  keepAliveMs: 300,
  checkEveryMs: 50,
  requestsPerSocket: 3,
}

const folder = createFolder()
writeFileSync(join(folder, 'index.html'), '<!doctype html>')
writeFileSync(join(folder, 'large.bin'), '')
truncateSync(join(folder, 'large.bin'), 64 * 1024 * 1024)
const testApp = await createTestApp({ sockets, portalFolder: folder })
await testApp.app.listen({ host: '127.0.0.1', port: 0 })
const port = (testApp.app.server.address() as AddressInfo).port

const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

async function open(to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends a text and gives everything that comes back until the server closes the connection. */
async function converse(text: string, to = port): Promise<string> {
  const socket = await open(to)
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  socket.write(text)
  await closing(socket)
  return answer
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const bodyOf = (answer: string): unknown => JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
const envelope = (message: string) => ({
  success: false,
  message,
  records: [],
  totalCount: 0,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
})
const GET = 'GET /auth/permissions HTTP/1.1\r\nHost: portal\r\n'

describe('a client that is slow or half open', () => {
  test('is disconnected, however many there are, and others are answered meanwhile', async () => {
    const silent = await Promise.all(Array.from({ length: 40 }, () => open()))
    const halfHeaders = await Promise.all(Array.from({ length: 40 }, () => open()))
    const closed = [...silent, ...halfHeaders].map(closing)
    for (const socket of halfHeaders) socket.write(`${GET}X-Part: `)
    expect(statusOf(await converse(`${GET}Connection: close\r\n\r\n`))).toBe(401)
    for (const socket of [...silent, ...halfHeaders]) socket.resume()
    await Promise.all(closed)
    await expect.poll(connections).toBe(0)
  })

  test('gets 408 in the envelope for headers that never end', async () => {
    const answer = await converse(`${GET}X-Part: `)
    expect(statusOf(answer)).toBe(408)
    expect(bodyOf(answer)).toEqual(envelope('The request took too long to arrive.'))
  })

  test('gets 408 for a body that never ends', async () => {
    const head = 'POST /auth/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\n'
    expect(statusOf(await converse(`${head}Content-Length: 100\r\n\r\n{"username":`))).toBe(408)
  })

  test('gains no time by sending a byte now and then', async () => {
    const socket = await open()
    socket.resume().write(`${GET}X-Part: `)
    const trickle = setInterval(() => socket.write('x'), 20)
    await closing(socket)
    clearInterval(trickle)
    await expect.poll(connections).toBe(0)
  })

  test('is disconnected when it does not read its response', async () => {
    const socket = await open()
    socket.pause().write('GET /large.bin HTTP/1.1\r\nHost: portal\r\n\r\n')
    await expect.poll(connections).toBe(1)
    await expect.poll(connections, { timeout: 10_000 }).toBe(0)
    socket.destroy()
  })

  test('leaves nothing behind when it disconnects during a download', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, () => open()))
    for (const client of clients) {
      client.once('data', () => client.destroy())
      client.write('GET /large.bin HTTP/1.1\r\nHost: portal\r\n\r\n')
    }
    await Promise.all(clients.map(closing))
    await expect.poll(connections).toBe(0)
    await expect.poll(openFiles).toEqual([])
    expect(testApp.log()).not.toContain('"level":50')
  })

  test('is disconnected when it sends no further request', async () => {
    const socket = await open()
    socket.resume().write(`${GET}\r\n`)
    await closing(socket)
    await expect.poll(connections).toBe(0)
  })

  // Where the system lists the files of a process.
  const openFiles = () =>
    (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : [])
      .map((name) => {
        try {
          return readlinkSync(`/proc/self/fd/${name}`)
        } catch {
          return ''
        }
      })
      .filter((path) => path.endsWith('large.bin'))
  const connections = () =>
    new Promise<number>((resolve, reject) => {
      testApp.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
    })
})

describe('a connection', () => {
  test('serves a limited number of requests', async () => {
    const answers = await converse(`${GET}\r\n`.repeat(3))
    expect(answers.match(/HTTP\/1\.1 401/g)).toHaveLength(3)
    expect(answers.match(/\r\nconnection: close/gi)).toHaveLength(1)
  })
})

describe('malformed requests', () => {
  test('get 431 in the envelope for headers of 64 KiB', async () => {
    const answer = await converse(`${GET}X-Long: ${'x'.repeat(65_536)}\r\n\r\n`)
    expect(statusOf(answer)).toBe(431)
    expect(bodyOf(answer)).toEqual(envelope('The headers are too large.'))
  })

  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['another version', 'GET / HTTP/9.9\r\nHost: portal\r\n\r\n'],
    ['two lengths', `${GET}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a length and chunks', `${GET}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks that are none', `${GET}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['NUL in a header', `${GET}X-Part: a\0b\r\n\r\n`],
    ['a header over two lines', `${GET}X-Part: a\r\n b\r\nX-Part : c\r\n\r\n`],
  ])('get 400 for %s, and the connection is closed', async (_, text) => {
    expect(statusOf(await converse(text))).toBe(400)
  })

  test.each([
    ['no host', 'GET /healthz HTTP/1.1\r\n', 400, 'The request must name its host in the header Host.'],
    [
      'two hosts',
      'GET /healthz HTTP/1.1\r\nHost: portal\r\nhost: evil.example\r\n',
      400,
      'The request must have one header Host only.',
    ],
    [
      'an expectation other than 100-continue',
      'GET /healthz HTTP/1.1\r\nHost: portal\r\nExpect: 200-ok\r\n',
      417,
      'The only expectation that can be met is 100-continue.',
    ],
    [
      'a whole address',
      'GET http://x/v1/nope HTTP/1.1\r\nHost: portal\r\n',
      404,
      'There is nothing at this address.',
    ],
  ])('with %s are answered in the envelope', async (_, head, status, message) => {
    const answer = await converse(`${head}Connection: close\r\n\r\n`)
    expect(statusOf(answer)).toBe(status)
    for (const header of ['x-content-type-options: nosniff', 'x-request-id: ', 'content-security-policy: ']) {
      expect(answer).toContain(header)
    }
    expect(bodyOf(answer)).toEqual(envelope(message))
  })

  test('with an absolute URL use its host, whatever the Host header contains', async () => {
    const demo = await createTestApp({ demoAccounts: true })
    await demo.app.listen({ host: '127.0.0.1', port: 0 })
    const to = (demo.app.server.address() as AddressInfo).port
    const head = (url: string, host: string) =>
      `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    expect(statusOf(await converse(head('http://evil.example/healthz', 'localhost'), to))).toBe(421)
    expect(statusOf(await converse(head('http://localhost/healthz', 'evil.example'), to))).toBe(200)
    expect(statusOf(await converse(head('http://localhost?x', 'evil.example'), to))).toBe(404)
  })

  test('by TRACE echo nothing, and CONNECT opens no tunnel', async () => {
    const traced = await converse(
      'TRACE / HTTP/1.1\r\nHost: portal\r\nX-Secret: velvet\r\nConnection: close\r\n\r\n',
    )
    expect(statusOf(traced)).toBe(404)
    expect(traced).not.toContain('velvet')
    expect(await converse('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n')).toBe('')
  })

  test('for an upgrade do not change the protocol', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'
    expect(statusOf(await converse(`${GET}${upgrade}\r\n`))).toBe(401)
  })
})

test('a chunked body of 100 MB is rejected after the first chunks and not read further', async () => {
  const token = await testApp.token('superadmin')
  const socket = await open()
  let received: Socket | undefined
  testApp.app.server.once('request', (request) => (received = request.socket))
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  socket.write(
    `POST /v1/role-master HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`
  const send = () => {
    for (let sent = 0; sent < 1600 && !socket.destroyed; sent += 1) if (!socket.write(chunk)) return
  }
  socket.on('drain', send)
  send()
  await closing(socket)
  expect(statusOf(answer)).toBe(413)
  expect(answer).toContain('"message":"The body is too large."')
  expect(received?.bytesRead).toBeLessThan(8 * 1024 * 1024)
  expect(statusOf(await converse(`${GET}Connection: close\r\n\r\n`))).toBe(401)
})
