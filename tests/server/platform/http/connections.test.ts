import { once } from 'node:events'
import { truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AppOptions } from '../../../../src/server/app.ts'
import { afterUse, createFolder } from '../../../support/folder.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'

const folder = createFolder()
let testApp: TestApp
let port: number

async function listen(sockets: AppOptions['sockets'], getNetwork?: AppOptions['getNetwork']): Promise<void> {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'large.bin'), '')
  truncateSync(join(folder, 'large.bin'), 64 * 1024 * 1024)
  const options = { portalFolder: folder, sockets: { ...sockets } }
  testApp = await createTestApp({ ...options, ...(getNetwork && { getNetwork }) })
  await testApp.app.listen({ host: '127.0.0.1', port: 0 })
  port = (testApp.app.server.address() as AddressInfo).port
}

async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1', localAddress })
  afterUse(() => void client.destroy())
  client.on('error', () => undefined)
  await once(client, 'connect')
  return client
}

const openMany = (count: number, address?: string) =>
  Promise.all(Array.from({ length: count }, () => open(address)))

/** The status of the next answer on a connection; undefined if it is closed instead. */
function nextStatus(client: Socket): Promise<number | undefined> {
  return new Promise((resolve) => {
    client.once('data', (chunk: Buffer) => resolve(Number(chunk.toString('latin1').slice(9, 12))))
    client.once('close', () => resolve(undefined))
  })
}

function ask(client: Socket, path = '/healthz'): Promise<number | undefined> {
  const status = nextStatus(client)
  client.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`)
  return status
}

const health = async (address?: string) => ask(await open(address))
const openCount = (some: readonly Socket[]) => some.filter(({ closed }) => !closed).length

/** Reads what the server closes, as a client that never sends anything does. */
const watch = (some: readonly Socket[]) => some.map((client) => client.resume())

/** A connection with answers under way of which nothing is read after the first one began. */
async function openUnread(): Promise<Socket> {
  const client = await open()
  client.write('GET /large.bin HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(8))
  await once(client, 'readable')
  return client
}

const HELD_BODY =
  'POST /auth/login HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: 8000\r\n\r\n{"username":"'

describe('a server at its connection limit', () => {
  test('answers while all connections are open without any request', async () => {
    await listen({ connections: 100 })
    const silent = watch(await openMany(100))
    const statuses: (number | undefined)[] = []
    for (let time = 0; time < 20; time += 1) statuses.push(await health())
    expect(new Set(statuses)).toEqual(new Set([200]))
    await expect.poll(() => openCount(silent)).toBe(80)
  })

  test('answers while all connections have half-sent bodies', async () => {
    await listen({ connections: 100 })
    for (const client of watch(await openMany(100))) client.write(HELD_BODY)
    const statuses: (number | undefined)[] = []
    for (let time = 0; time < 20; time += 1) statuses.push(await health())
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  test('closes idle connections only when no other waits, the least recently used first', async () => {
    await listen({ connections: 3 })
    const [first, second] = [await open(), await open()]
    expect([await ask(first), await ask(second), await ask(first)]).toEqual([200, 200, 200])
    const silent = await open()
    watch([first, second, silent])
    const third = await open()
    expect(await ask(third)).toBe(200)
    await expect.poll(() => silent.closed).toBe(true)
    expect(await health()).toBe(200)
    await expect.poll(() => second.closed).toBe(true)
    expect(await ask(first)).toBe(200)
  })

  test('closes no connection with a response in progress, and rejects the new one', async () => {
    await listen({ connections: 2 })
    const busy = await openMany(2)
    for (const client of busy) {
      const answered = nextStatus(client)
      client.write('GET /large.bin HTTP/1.1\r\nHost: portal\r\n\r\n')
      expect(await answered).toBe(200)
      client.pause()
    }
    expect(await health()).toBeUndefined()
    expect(openCount(busy)).toBe(2)
  })

  test('replaces connections that do not read their responses, after idle ones, the least recently used first', async () => {
    await listen({ connections: 2, slowReaderMs: 200 })
    const [first, second] = [await openUnread(), await openUnread()]
    let newest = await open()
    const askAgain = async () => {
      // A byte now and then does not count as reading.
      for (const client of [first, second]) client.read(1)
      newest = await open()
      return ask(newest)
    }
    await expect.poll(askAgain, { timeout: 20_000 }).toBe(200)
    expect(await health()).toBe(200)
    watch([first, second, newest])
    await expect.poll(() => [first, newest].map(({ closed }) => closed)).toEqual([true, true])
    expect(second.closed).toBe(false)
  })

  test('closes no slow download that makes progress', async () => {
    await listen({ connections: 2, slowReaderMs: 1_000 })
    const slow = await openUnread()
    const pace = setInterval(() => slow.read(), 5)
    try {
      const unread = await openUnread()
      await expect.poll(() => health(), { timeout: 20_000 }).toBe(200)
      watch([unread])
      await expect.poll(() => unread.closed).toBe(true)
      expect(slow.closed).toBe(false)
    } finally {
      clearInterval(pace)
    }
  })

  test('logs the first connection that it closes, and counts the others', async () => {
    await listen({ connections: 5 })
    watch(await openMany(30))
    expect(await health()).toBe(200)
    await testApp.app.close()
    const event = 'connection closed at the limit'
    const logged = { level: 40, event, kind: 'all clients', address: '127.0.0.1' }
    expect(testApp.lines(event)).toMatchObject([logged])
    const metrics = await testApp.app.metrics.registry.metrics()
    expect(metrics).toContain(`portal_events_total{event="${event}"} 26`)
  })
})

test('a connection has at most 8 concurrent responses', async () => {
  await listen({})
  const pipeline = async (count: number) => {
    const client = await open()
    let received = ''
    client.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    client.write('GET /healthz HTTP/1.1\r\nHost: portal\r\n\r\n'.repeat(count))
    return { client, answers: () => received.match(/HTTP\/1.1 200/g)?.length ?? 0 }
  }
  const within = await pipeline(8)
  await expect.poll(within.answers).toBe(8)
  const beyond = await pipeline(500)
  await expect.poll(() => beyond.client.closed).toBe(true)
  expect(beyond.answers()).toBeLessThanOrEqual(8)
  expect(within.client.closed).toBe(false)
  expect(testApp.log()).toContain('"kind":"pipelined requests"')
})

describe('the connections of one client network', () => {
  const one = (address: string) => (address === '127.0.0.4' ? undefined : address)

  test('are limited without affecting other clients', async () => {
    await listen({ connectionsPerNetwork: 10 }, one)
    const other = watch(await openMany(10, '127.0.0.3'))
    const flood = watch(await openMany(40, '127.0.0.2'))
    await expect.poll(() => openCount(flood)).toBe(10)
    expect([await health('127.0.0.2'), await health('127.0.0.3')]).toEqual([200, 200])
    expect(openCount(other)).toBe(9)
  })

  test('are not limited for a trusted proxy', async () => {
    await listen({ connectionsPerNetwork: 10 }, one)
    const proxied = watch(await openMany(40, '127.0.0.4'))
    expect(await health('127.0.0.4')).toBe(200)
    expect(openCount(proxied)).toBe(40)
  })
})

test('malformed requests log one line of each kind', async () => {
  await listen({})
  for (let time = 0; time < 30; time += 1) {
    const client = await open()
    const status = nextStatus(client)
    client.write('hello\r\n\r\n')
    expect(await status).toBe(400)
  }
  await testApp.app.close()
  expect(testApp.log().match(/"msg":"unreadable request/g)).toHaveLength(1)
})

test('requests that are aborted in their body are not logged as database errors', async () => {
  await listen({})
  const broken = await openMany(20)
  for (const client of broken) client.write(HELD_BODY)
  await expect.poll(() => testApp.log().match(/incoming request/g)?.length).toBe(20)
  for (const client of broken) client.destroy()
  const { server } = testApp.app
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
  const warnings = testApp.log().match(/"level":[4-6]0.*"msg":"[^"]*"/g) ?? []
  expect(warnings.filter((line) => !line.includes('"msg":"unreadable request'))).toEqual([])
})

describe('a request body', () => {
  const send = (path: string, bytes: number, token = '') => {
    const post = testApp.bearing(token, { 'content-type': 'application/json' })
    return post('POST', path, JSON.stringify('x'.repeat(bytes - 2)))
  }

  test('is limited per route: 8 KB to sign in, 64 KB elsewhere, 1 MB for a permission tree', async () => {
    await listen({})
    const token = await testApp.token('superadmin')
    const tree = '/v1/rights-management/save-role-rights?roleId=2'
    for (const [path, limit] of Object.entries({
      '/auth/login': 8_192,
      '/auth/logout': 8_192,
      '/auth/validate-token': 8_192,
      '/v1/role-master': 65_536,
      [tree]: 1_048_576,
    })) {
      expect([path, (await send(path, limit, token)).status]).not.toEqual([path, 413])
      const body = { success: false, message: 'The body is too large.' }
      const refused = await send(path, limit + 1, token)
      expect({ path, ...refused }).toMatchObject({ path, status: 413, body })
    }
  })

  test('is not read if the path does not exist', async () => {
    await listen({})
    expect((await send('/v1/nothing', 100_000)).status).toBe(404)
  })
})
