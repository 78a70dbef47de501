import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { withTransaction } from '../../src/server/platform/database/transaction.ts'
import { createDatabase, type TestDatabase } from './databases.ts'
import { createRow } from '../support/scratch-row.ts'

const LIMITS = { connections: 10, connectMs: 10_000, statementMs: 10_000, silenceMs: 10_000 }

let place: TestDatabase
let engine: DatabaseHandle
beforeEach(async () => {
  place = await createDatabase()
  engine = openPostgres(place.url, LIMITS)
})
afterEach(async () => {
  await engine.close()
  await place.drop()
})

test('many transactions that exclude one another and take long are all committed', async () => {
  const count = async (database: DatabaseHandle['database']) =>
    (await database.selectFrom('dataset_names').select('dataset').execute()).length
  const add = () =>
    withTransaction(engine.database, async (transaction) => {
      const names = String(await count(transaction))
      await sql`select pg_sleep(0.05)`.execute(transaction)
      await transaction
        .insertInto('dataset_names')
        .values({ ...createRow(randomUUID()), names })
        .execute()
    })
  const results = await Promise.allSettled(Array.from({ length: 40 }, add))
  expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await count(engine.database)).toBe(40)
  const found = await engine.database.selectFrom('dataset_names').select('names').distinct().execute()
  expect(found).toHaveLength(40)
})
