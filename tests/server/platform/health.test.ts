import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createReadiness } from '../../../src/server/platform/health.ts'
import { createFolder } from '../../support/folder.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

const NOT_READY = {
  success: false,
  message: 'The server is not ready.',
  records: [],
  totalCount: 0,
  requestId: expect.any(String),
}

let testApp: TestApp
const get = (url: string) => testApp.send({ method: 'GET', url })

describe('a server with an available database', () => {
  const folder = createFolder()
  const faults = new Set<string>()
  const limits = new Set<string>()
  beforeAll(async () => {
    const check = (name: string, severity: 'unready' | 'degraded', failures: ReadonlySet<string>) => ({
      name,
      severity,
      check: async () => {
        for (const failure of failures) throw new Error(failure)
      },
    })
    const readinessChecks = [check('disk', 'unready', faults), check('log', 'degraded', limits)]
    testApp = await createTestApp({ portalFolder: folder, readinessChecks })
  })
  afterAll(() => testApp.close())

  test('is live and ready for every caller, without caching', async () => {
    const [health, ready] = [await get('/healthz'), await get('/readyz')]
    expect(health).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready' } })
    expect(health.headers).toMatchObject({ 'cache-control': 'no-store' })
    for (const url of ['/healthz', '/readyz']) {
      expect(await testApp.send({ method: 'HEAD', url })).toMatchObject({ status: 200, raw: Buffer.of() })
    }
  })

  test('serves no portal page beside the health paths', async () => {
    for (const url of ['/healthz/', '/healthz/x', '/readyz/', '/READYZ', '/openapi.json/']) {
      expect({ url, ...(await get(url)) }).toMatchObject({ url, status: 404, body: { success: false } })
    }
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await testApp.send({ method, url: '/healthz' })).status).toBe(404)
    }
  })

  test('logs readiness changes but not probes', async () => {
    const before = testApp.log()
    for (let time = 0; time < 3; time += 1) await Promise.all([get('/healthz'), get('/readyz')])
    expect(testApp.log()).toBe(before)

    faults.add('no space left on /var/lib/portal')
    for (let time = 0; time < 3; time += 1) {
      const { status, headers, body } = await get('/readyz')
      expect({ status, body }).toEqual({ status: 503, body: NOT_READY })
      expect(headers['retry-after']).toBe('5')
    }
    expect((await get('/healthz')).status).toBe(200)
    faults.clear()
    expect((await get('/readyz')).status).toBe(200)
    const lines = testApp.log().slice(before.length).trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('"failed":[{"check":"disk","reason":"no space left on /var/lib/portal"}]')
    expect(lines[1]).toContain('"msg":"ready again"')
  })

  test('is degraded by a limiting check, and unready by a failed one', async () => {
    const before = testApp.log()
    limits.add('12 lines lost')
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'degraded' } })
    faults.add('gone')
    expect((await get('/readyz')).status).toBe(503)
    faults.clear()
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'degraded' } })
    limits.clear()
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
    const messages = testApp.log().slice(before.length).trimEnd().split('\n')
    expect(messages.map((line) => JSON.parse(line).msg)).toEqual([
      'degraded',
      'not ready',
      'degraded',
      'ready again',
    ])
    expect(messages[0]).toContain('"failed":[{"check":"log","reason":"12 lines lost"}]')
  })

  test('is not ready while it shuts down, but still answers', async () => {
    testApp.app.readiness.drain()
    expect(await get('/readyz')).toMatchObject({ status: 503, body: NOT_READY })
    expect((await get('/healthz')).status).toBe(200)
    expect((await get('/auth/permissions')).status).toBe(401)
  })
})

describe('a server without its database, or with the wrong one', () => {
  afterEach(() => testApp.close().catch(() => undefined))

  test('is live but not ready', async () => {
    testApp = await createTestApp()
    await testApp.engine.close()
    expect((await get('/healthz')).status).toBe(200)
    expect(await get('/readyz')).toMatchObject({ status: 503, body: NOT_READY })
  })

  test('is not ready while a migration step is missing', async () => {
    testApp = await createTestApp()
    const { database } = testApp.engine
    await database.schema.alterTable('schema_migrations').renameTo('elsewhere').execute()
    expect((await get('/readyz')).status).toBe(503)
    await database.schema.alterTable('elsewhere').renameTo('schema_migrations').execute()
    expect((await get('/readyz')).status).toBe(200)
  })
})

test('a check that hangs times out, and runs once for concurrent requests', async () => {
  let runs = 0
  let end: () => void = () => undefined
  const hangs = () => {
    runs += 1
    return new Promise<void>((resolve) => {
      end = resolve
    })
  }
  const told: unknown[] = []
  const log = { warn: (...line: unknown[]) => told.push(line) } as unknown as FastifyBaseLogger
  const readiness = createReadiness([{ name: 'database', severity: 'unready', check: hangs }], 20)
  const answers = await Promise.all(Array.from({ length: 50 }, () => readiness.getState(log)))
  expect(new Set(answers)).toEqual(new Set(['unready']))
  expect({ runs, told }).toEqual({
    runs: 1,
    told: [[{ failed: [{ check: 'database', reason: 'no answer within 20 ms' }] }, 'not ready']],
  })
  const late = readiness.getState(log)
  end()
  expect(await late).toBe('ready')
})
