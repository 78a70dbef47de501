import { execFileSync } from 'node:child_process'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { createClient } from '../crash/api-client.ts'
import { isUnavailable, type Load, startLoad } from '../crash/load.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'

const programs = findPostgres()

/** How long the database stays away at least; 30 is the long form. */
const AWAY_MS = Number(process.env['AWAY_SECONDS'] ?? 0) * 1000

let cluster: Cluster
let server: ServerProcess
let loads = 0

describe.skipIf(programs === null)('a PostgreSQL server that fails', { timeout: 90_000 + AWAY_MS }, () => {
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '', ['max_connections = 20'])
    server = await startServerProcess({
      DATABASE_URL: cluster.url,
      DATABASE_CONNECTIONS: '3',
      LOG_LEVEL: 'warn',
    })
  }, 60_000)
  afterAll(async () => {
    await server.kill()
    await cluster.remove()
  })

  const faults: [string, begin: () => void | Promise<void>, end: () => void | Promise<void>][] = [
    ['is killed and started again', () => cluster.stop('immediate'), () => cluster.start()],
    ['is stopped and started again', () => cluster.stop('fast'), () => cluster.start()],
    ['says nothing for a while', () => signalAll('SIGSTOP'), () => signalAll('SIGCONT')],
  ]
  test.each(faults)(
    'and %s gets 503 responses until it recovers, and loses nothing',
    async (_what, begin, end) => {
      const load = await begun()
      await begin()
      const least = new Promise((resolve) => setTimeout(resolve, AWAY_MS))
      await load.more('unavailable', 3)
      // What needs no database is answered all the time.
      expect((await createClient(() => server.url)('GET', '/v1/role-master')).status).toBe(401)
      expect((await createClient(() => server.url)('GET', '/healthz')).status).toBe(200)
      await least
      await end()
      const back = performance.now()
      await load.more('good', 1)
      expect(performance.now() - back).toBeLessThan(5_000)
      await load.more('good', 50)
      expect(await faultsOf(load)).toEqual([])
    },
  )

  test('and has no free connection is answered with 503', async () => {
    const load = await begun()
    await cluster.stop('immediate')
    await cluster.start()
    const clients = Array.from({ length: 40 }, () => new Client({ connectionString: cluster.url }))
    for (const client of clients) client.on('error', () => undefined)
    const taken = await Promise.allSettled(clients.map((client) => client.connect()))
    expect(taken.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    expect((await createClient(() => server.url)('GET', '/v1/role-master')).status).toBe(401)
    await Promise.all(clients.map((client) => client.end()))
    await load.more('good', 50)
    expect(await faultsOf(load)).toEqual([])
  })

  test('and delays a statement by a lock is answered with 503, while everything else continues', async () => {
    const load = await begun()
    const impatient = await startServerProcess({
      DATABASE_URL: `${cluster.url}?statement_timeout=1000`,
      LOG_LEVEL: 'warn',
    })
    const call = createClient(() => impatient.url, load.token)
    const made = await call('POST', '/v1/role-master', { name: 'locked', description: 'before' })
    const { id } = made.body['records'] as { id: number }
    const other = new Client({ connectionString: cluster.url })
    await other.connect()
    await other.query('begin')
    await other.query('update roles set description = $1 where id = $2', ['held', id])

    const answered = new AbortController()
    const change = call('PUT', `/v1/role-master/${id}`, { description: 'after' }).finally(() =>
      answered.abort(),
    )
    let reads = 0
    while (!answered.signal.aborted) {
      expect((await call('GET', `/v1/role-master/${id}`)).status).toBe(200)
      reads += 1
    }
    expect(isUnavailable(await change)).toBe(true)
    expect(reads).toBeGreaterThan(10)
    await other.query('rollback')
    await other.end()
    expect((await call('PUT', `/v1/role-master/${id}`, { description: 'after' })).status).toBe(200)
    await impatient.kill()
    expect(await faultsOf(load)).toEqual([])
  })
})

async function begun(): Promise<Load> {
  const load = await startLoad(server.url, (loads += 1))
  await load.more('good', 50)
  return load
}

/** What went wrong: answers, writes that are not as acknowledged, a log that tells what it should not. */
async function faultsOf(load: Load): Promise<string[]> {
  await load.stop()
  const engine = openPostgres(cluster.url)
  const notKept = await load.verify(engine)
  await engine.close()
  const secrets = server
    .output()
    .split('\n')
    .filter((line) => line.includes(load.token) || /unhandled|argon2|kept-Through|insert into/i.test(line))
  return [...load.wrong, ...notKept, ...secrets]
}

function signalAll(signal: NodeJS.Signals): void {
  const postmaster = cluster.pid()
  process.kill(postmaster, signal)
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  for (const pid of children.trim().split(/\s+/)) {
    try {
      process.kill(Number(pid), signal)
    } catch {
      // One that has ended by itself meanwhile.
    }
  }
}
