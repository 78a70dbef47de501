import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from 'pg'
import { launchServer, runServerToItsEnd, startServerProcess } from '../support/server-process.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'

const programs = findPostgres()

describe.skipIf(programs === null)('a start on PostgreSQL', { timeout: 60_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
  }, 60_000)
  afterAll(() => cluster.remove())

  /** Executes a statement on a connection that stays open during the work. */
  const during = async <T>(url: string, statement: string, work: () => Promise<T>): Promise<T> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
      return await work()
    } finally {
      await client.end()
    }
  }
  const nothing = () => Promise.resolve()
  const createDatabase = async (name: string) => {
    await during(cluster.url, `create database ${name}`, nothing)
    return cluster.url.replace('/postgres', `/${name}`)
  }

  const secretly = (database: string) =>
    `postgres://portal:not-To-Be-Told@127.0.0.1:${cluster.port}/${database}`

  test('waits for a server that is not available yet', async () => {
    await cluster.stop()
    const { child, output, ended } = launchServer({ DATABASE_URL: cluster.url })
    while (
      !output().includes(`waiting for the database server; 127.0.0.1:${cluster.port}, database postgres`)
    ) {
      await new Promise((resolve) => child.stderr?.once('data', resolve))
    }
    await cluster.start()
    while (!output().includes('Portal ready')) {
      await new Promise((resolve) => child.stdout?.once('data', resolve))
    }
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('stops on SIGTERM while waiting for the database', async () => {
    await cluster.stop()
    const { child, output, ended } = launchServer({ DATABASE_URL: cluster.url })
    while (!output().includes('waiting for')) {
      await new Promise((resolve) => child.stderr?.once('data', resolve))
    }
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    await cluster.start()
  })

  test('gives up with the name of the server and the reason, and without the password', async () => {
    await cluster.stop()
    const environment = { DATABASE_URL: secretly('portal'), DATABASE_WAIT_SECONDS: '1' }
    const { ending, output } = await runServerToItsEnd(environment)
    expect(ending).toBe(1)
    expect(output).toContain(
      `the database server could not be reached within 1 s (DATABASE_WAIT_SECONDS); 127.0.0.1:${cluster.port}, database portal: connect ECONNREFUSED`,
    )
    expect(output).not.toContain('not-To-Be-Told')
    await cluster.start()
  })

  const lock = `select pg_advisory_lock(3853314791062309107)`

  test('says that another process may be migrating the database, if that takes too long', async () => {
    const url = await createDatabase('slowly')
    const environment = { DATABASE_URL: `${url}?statement_timeout=300`, DATABASE_WAIT_SECONDS: '1' }
    const { ending, output } = await during(url, lock, () => runServerToItsEnd(environment))
    expect(ending).toBe(1)
    expect(output).toContain(
      'the database was not ready within 1 s (DATABASE_WAIT_SECONDS); ' +
        `127.0.0.1:${cluster.port}, database slowly: the database schema could not be brought up to date: ` +
        'the lock, which another process may have, is not free: canceling statement due to statement timeout',
    )
  })

  test('with a schema that is up to date waits for no process that migrates', async () => {
    const environment = { DATABASE_URL: cluster.url, DATABASE_WAIT_SECONDS: '0' }
    await (await startServerProcess(environment)).kill()
    const server = await during(cluster.url, lock, () => startServerProcess(environment))
    await server.kill()
    expect(server.output()).toContain('Portal ready')
    expect(server.output()).not.toContain('waiting')
  })

  test.each([
    ['transactions that see the state at their start', 'default_transaction_isolation=serializable'],
    ['statements that may wait 300 ms, while the demo is stored', 'statement_timeout=300'],
  ])('works for servers that start at once on an empty database, with %s', async (_, setting) => {
    const url = await createDatabase(`at_once_${setting.length}`)
    const [name = '', value = ''] = setting.split('=')
    const database = new URL(url).pathname.slice(1)
    await during(url, `alter database ${database} set ${name} = '${value}'`, nothing)
    const environment = { DATABASE_URL: name === 'statement_timeout' ? `${url}?${setting}` : url }
    const started = await Promise.allSettled([1, 2, 3].map(() => startServerProcess(environment)))
    for (const result of started) if (result.status === 'fulfilled') await result.value.kill()
    expect(started.map((result) => (result.status === 'rejected' ? String(result.reason) : 'ready'))).toEqual(
      ['ready', 'ready', 'ready'],
    )
  })

  test('names the step that fails, on a database with tables of another program', async () => {
    const url = await createDatabase('foreign_tables')
    await during(url, 'create table users (name text)', nothing)
    const { ending, output } = await runServerToItsEnd({ DATABASE_URL: url })
    expect(ending).toBe(1)
    expect(output).toBe(
      `127.0.0.1:${cluster.port}, database foreign_tables: the database schema could not be brought up to date, step 0001-initial: relation "users" already exists\n`,
    )
  })

  test('does not wait if the server rejects the connection permanently', async () => {
    const { ending, output } = await runServerToItsEnd({ DATABASE_URL: secretly('missing') })
    expect(ending).toBe(1)
    expect(output).toBe(
      `the database server refused; 127.0.0.1:${cluster.port}, database missing: database "missing" does not exist\n`,
    )
  })
})
