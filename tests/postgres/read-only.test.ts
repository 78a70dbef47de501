import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { isUnavailable } from '../../src/server/platform/database/errors.ts'
import { checkSchema, migrate } from '../../src/server/platform/database/migrate.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { withSnapshot, withTransaction } from '../../src/server/platform/database/transaction.ts'
import { createTestApp } from '../support/test-app.ts'
import { startCluster, findPostgres } from './cluster.ts'
import { administer } from './databases.ts'
import { createRow } from '../support/scratch-row.ts'

// A database that answers but takes no writes is not available, and says so to a load balancer.

const programs = findPostgres()

describe('a database that is switched to read-only', () => {
  test('rejects writes, sign-in and sign-out temporarily, is not ready, allows reads, and recovers', async () => {
    const testApp = await createTestApp()
    const database = new URL(testApp.location.databaseUrl ?? '').pathname.slice(1)
    const superadmin = await testApp.as('superadmin')
    const readyz = async () => (await testApp.send({ method: 'GET', url: '/readyz' })).status
    const signIn = (password: string) => testApp.login('analyst', password)
    const create = (name: string) => superadmin('POST', '/v1/role-master', { name, description: 'test' })
    expect((await create('before')).status).toBe(201)
    expect(await readyz()).toBe(200)

    await administer(`alter database ${database} set default_transaction_read_only = on`)
    await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
    // The connections that were cut are noticed first.
    while ((await superadmin('GET', '/v1/role-master')).status !== 200);
    const before = testApp.log().length
    const refused = [
      await create('during'),
      await signIn('demo-Portal-2025'),
      await signIn('wrong'),
      await superadmin('POST', '/auth/logout'),
    ]
    for (const { status, headers, body } of refused) {
      expect({ status, message: body['message'] }).toEqual({
        status: 503,
        message: 'The database is not available now. Please try again.',
      })
      expect(headers['retry-after']).toBe('2')
    }
    expect(await readyz()).toBe(503)
    expect((await superadmin('GET', '/v1/role-master')).status).toBe(200)
    const lines = testApp.log().slice(before)
    expect(lines).not.toContain('"stack"')
    expect(lines.match(/database not available/g)).toHaveLength(refused.length)

    await administer(`alter database ${database} reset default_transaction_read_only`)
    while ((await readyz()) === 503);
    expect((await create('after')).status).toBe(201)
    expect((await signIn('demo-Portal-2025')).status).toBe(200)
  })
})

describe.skipIf(programs === null)('a hot standby', () => {
  test('answers reads, is not ready and rejects writes until it is promoted', async () => {
    const cluster = await startCluster(programs ?? '')
    const engine = openPostgres(cluster.url)
    const write = () =>
      withTransaction(engine.database, (db) =>
        db.insertInto('dataset_names').values(createRow('new')).execute(),
      )
    const read = () =>
      withSnapshot(engine.database, (db) => db.selectFrom('dataset_names').select('names').execute())
    try {
      await migrate(engine)
      await cluster.stop()
      writeFileSync(join(cluster.folder, 'data', 'standby.signal'), '')
      await cluster.start()
      await waitUntil(read)
      await expect(write()).rejects.toSatisfy(isUnavailable)
      await expect(checkSchema(engine)).rejects.toSatisfy(isUnavailable)
      expect(await read()).toEqual([])
      const single = engine.database.insertInto('dataset_names').values(createRow('new'))
      await expect(single.execute()).rejects.toSatisfy(isUnavailable)

      await sql`select pg_promote(true)`.execute(engine.database)
      await waitUntil(() => checkSchema(engine))
      await write()
      expect(await read()).toEqual([{ names: 'new' }])
    } finally {
      await engine.close()
      await cluster.remove()
    }
  })
})

const waitUntil = (work: () => Promise<unknown>) => vi.waitFor(work, { timeout: 30_000, interval: 10 })
