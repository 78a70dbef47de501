import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, readRecord, signIn } from '../crash/api-client.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { findProgram } from '../neighbours/programs.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'
import { type Pooler, startPooler } from './pooler.ts'

// Checks what docs/operations/operating.md says about a pooler that gives each transaction another connection.

const postgres = findPostgres()
const program = findProgram('pgbouncer')
const CONNECTIONS = 3

describe.skipIf(postgres === null || program === null)(
  'PgBouncer with transaction pooling',
  { timeout: 60_000 },
  () => {
    let cluster: Cluster
    let pooler: Pooler
    let servers: readonly ServerProcess[] = []
    beforeAll(async () => {
      cluster = await startCluster(postgres ?? '')
      // Fewer connections to the database than the clients have.
      pooler = await startPooler(program ?? '', cluster.url, CONNECTIONS)
      const environment = { DATABASE_URL: `${pooler.url}?prepared=off`, LOG_LEVEL: 'warn' }
      servers = [await startServerProcess(environment), await startServerProcess(environment)]
    }, 60_000)
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await pooler.remove()
      await cluster.remove()
    })

    const open = async (index: number, username = 'superadmin') => {
      const url = servers[index]?.url ?? ''
      return createClient(() => url, await signIn(url, username))
    }

    test('carries reads and writes of two processes, each read as new as the last acknowledged write', async () => {
      const [writer, reader] = [await open(0), await open(1)]
      for (let round = 0; round < 20; round += 1) {
        const name = `pooled ${round}`
        const { id } = readRecord(await writer('POST', '/v1/role-master', { name, description: name }))
        const seen = await Promise.all(
          Array.from({ length: 8 }, () => reader('GET', `/v1/role-master/${String(id)}`)),
        )
        expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200))
        expect((await writer('DELETE', `/v1/role-master/${String(id)}`)).status).toBe(200)
        expect((await reader('GET', `/v1/role-master/${String(id)}`)).status).toBe(404)
      }
    })

    test('keeps no lock of processes that migrate at once, which the next start would wait for', async () => {
      const client = new Client({ connectionString: cluster.url })
      await client.connect()
      try {
        for (const database of ['first', 'second', 'third']) {
          await client.query(`create database ${database}`)
          const url = `${pooler.url.replace('/postgres', `/${database}`)}?prepared=off`
          const handles = Array.from({ length: 2 * CONNECTIONS }, () => openPostgres(url, { connections: 2 }))
          await Promise.all(handles.map((handle) => migrate(handle)))
          await Promise.all(handles.map((handle) => handle.close()))
        }
        const { rows } = await client.query(`select * from pg_locks where locktype = 'advisory'`)
        expect(rows).toEqual([])
      } finally {
        await client.end()
      }
    })

    test('works without the setting too: the first statement that it does not know turns preparing off', async () => {
      const server = await startServerProcess({ DATABASE_URL: pooler.url, LOG_LEVEL: 'warn' })
      try {
        const call = createClient(() => server.url, await signIn(server.url, 'superadmin'))
        const answers = await Promise.all(
          Array.from({ length: 40 }, () => call('GET', '/v1/role-master?page=1&size=10')),
        )
        const failed = answers.filter(({ status }) => status !== 200)
        expect(
          failed.map(({ status }) => status),
          server.output(),
        ).toEqual([])
      } finally {
        await server.kill()
      }
    })

    test('that is killed is 503, and that is started again is used again', async () => {
      const call = await open(0)
      await pooler.kill()
      expect((await call('GET', '/v1/role-master?page=1&size=10')).status).toBe(503)
      await pooler.start()
      await expect
        .poll(async () => (await call('GET', '/v1/role-master?page=1&size=10')).status, { timeout: 20_000 })
        .toBe(200)
    })
  },
)
