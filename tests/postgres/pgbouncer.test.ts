import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient, readRecord, signIn } from '../crash/api-client.ts'
import { type ServerProcess, startServerProcess } from '../crash/server-process.ts'
import { findPort, findProgram } from '../neighbours/programs.ts'
import { data } from '../support/run-data.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'

// What docs/operations/operating.md says of a pooler that gives each transaction another connection.

const postgres = findPostgres()
const program = findProgram('pgbouncer')
const CONNECTIONS = 3

interface Pooler {
  readonly url: string
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** PgBouncer in transaction mode with fewer connections to the database than its clients have. */
async function startPooler(cluster: Cluster, folder: string): Promise<Pooler> {
  const port = await findPort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, '"portal" ""\n')
  writeFileSync(
    file,
    [
      '[databases]',
      `postgres = host=127.0.0.1 port=${cluster.port} pool_size=${CONNECTIONS}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
      '',
    ].join('\n'),
  )
  // It refuses to run as root: then it runs as the owner of the cluster.
  const { uid, gid } = statSync(cluster.folder)
  for (const path of [folder, file, users]) chownSync(path, uid, gid)
  let running: ChildProcess | undefined
  const start = async () => {
    const child = spawn(program ?? '', [file], { stdio: ['ignore', 'ignore', 'pipe'], uid, gid })
    const log: string[] = []
    child.stderr.on('data', (text: Buffer) => log.push(text.toString()))
    running = child
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log.join('')}`)
      await setTimeout(20)
    }
  }
  const kill = async () => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  await start()
  return { url: `postgres://portal@127.0.0.1:${port}/postgres`, start, kill }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe.skipIf(postgres === null || program === null)(
  'PgBouncer with transaction pooling',
  { timeout: 60_000 },
  () => {
    let cluster: Cluster
    let pooler: Pooler
    let folder: string
    let servers: readonly ServerProcess[] = []
    beforeAll(async () => {
      cluster = await startCluster(postgres ?? '')
      folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
      pooler = await startPooler(cluster, folder)
      const environment = { DATABASE_URL: `${pooler.url}?prepared=off`, LOG_LEVEL: 'warn' }
      servers = [await startServerProcess(environment), await startServerProcess(environment)]
    }, 60_000)
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await pooler.kill()
      await cluster.remove()
      rmSync(folder, { recursive: true })
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
        expect(failed.map(({ status }) => status)).toEqual([])
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
