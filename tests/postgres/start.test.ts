import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchServer, runServerToItsEnd } from '../crash/server-process.ts'
import { type Cluster, findPostgres, startCluster } from './cluster.ts'

const programs = findPostgres()

describe.skipIf(programs === null)('a start on PostgreSQL (S76)', { timeout: 60_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster(programs ?? '')
  }, 60_000)
  afterAll(() => cluster.remove())

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

  test('does not wait if the server rejects the connection permanently', async () => {
    const { ending, output } = await runServerToItsEnd({ DATABASE_URL: secretly('missing') })
    expect(ending).toBe(1)
    expect(output).toBe(
      `the database server refused; 127.0.0.1:${cluster.port}, database missing: database "missing" does not exist\n`,
    )
  })
})
