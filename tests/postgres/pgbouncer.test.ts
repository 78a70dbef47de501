import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, readRecord, signIn } from '../crash/api-client.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { runServerToItsEnd, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { findProgram } from '../neighbours/programs.ts'
import { createFolder } from '../support/folder.ts'
import { data } from '../support/run-data.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'
import { type Pooler, startPooler } from './pooler.ts'

// What docs/operations/operating.md says of a pooler that gives each transaction another connection.

const postgres = findPostgres()
const program = findProgram('pgbouncer')
const CONNECTIONS = 3

describe.skipIf(postgres === null || program === null)(
  'PgBouncer with transaction pooling',
  { timeout: 60_000 },
  () => {
    let cluster: Cluster
    let pooler: Pooler
    const folder = createFolder()
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

    test('carries more concurrent requests than it has connections', async () => {
      const call = await open(0)
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          call('GET', `/v1/monthly-reports/2025/${1 + (index % 12)}/MNO_TO_ROUTELINK`),
        ),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    })

    test('carries imports, backups and administration by command', async () => {
      const rows = join(folder, 'rows.csv')
      writeFileSync(rows, 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA\n2031-07-01,MNO_TO_ROUTELINK,1,2,3,4,5\n')
      const location = { dataDir: folder, databaseUrl: `${pooler.url}?prepared=off` }
      expect(await data(location, 'import', 'daily-reports', rows)).toMatchObject({ code: 0 })
      expect(await data(location, 'backup', join(folder, 'all.gz'))).toMatchObject({ code: 0 })
      const [first, second] = [await open(0), await open(1)]
      const bodies = await Promise.all(
        [first, second].map((call) => call('GET', '/v1/monthly-reports/2031/7/MNO_TO_ROUTELINK')),
      )
      for (const { body } of bodies) expect(JSON.stringify(body)).toContain('7/1/2031')
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

    test('that refuses a user ends a start at once, as the database does', async () => {
      const url = pooler.url.replace('//portal@', '//unknown@')
      const { ending, output } = await runServerToItsEnd({ DATABASE_URL: url })
      expect(ending).toBe(1)
      expect(output).toContain('the database server refused; ')
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
