import fc from 'fast-check'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { internalTables, transientTables } from '../../src/server/platform/database/tables.ts'
import { withTransaction } from '../../src/server/platform/database/transaction.ts'
import { createDatabase, type TestDatabase } from './databases.ts'
import { createRow } from '../support/scratch-row.ts'

let place: TestDatabase
let a: DatabaseHandle
let b: DatabaseHandle
/** A person at a terminal. */
let terminal: Client
beforeAll(async () => {
  place = await createDatabase()
  a = openPostgres(place.url)
  b = openPostgres(place.url)
  terminal = new Client({ connectionString: place.url })
  await terminal.connect()
})
afterAll(async () => {
  await terminal.end()
  await a.close()
  await b.close()
  await place.drop()
})

const insertRow = ({ database }: DatabaseHandle, text: string) =>
  database.insertInto('dataset_names').values(createRow(text)).execute()

test('every table that cached answers are read from is counted', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct event_object_table as name from information_schema.triggers
    where trigger_schema = current_schema()`.execute(a.database)
  const counted = rows.map(({ name }) => name)
  const tables = (await a.database.introspection.getTables()).map(({ name }) => name)
  const uncounted = tables.filter((name) => !counted.includes(name))
  const cached = ['sessions', 'tokens']
  const uncached = [
    'last_sign_ins',
    'audit_events',
    'schedules',
    'unsubscribed',
    'alerts',
    'alert_episodes',
    'imports',
    'import_changes',
    'views',
    'drafts',
    'own_alerts',
  ]
  const transient = transientTables.filter((name) => !cached.includes(name))
  const expected = [...internalTables, ...transient, ...uncached]
  expect(uncounted.toSorted()).toEqual(expected.toSorted())
})

test('writes at a terminal are counted, of any number of rows, with a role of few permissions', async () => {
  await terminal.query('create role clerk; grant select, insert, truncate on dataset_names to clerk')
  await terminal.query('grant usage on all sequences in schema public to clerk; set role clerk')
  for (const statement of [
    `insert into dataset_names values ('a', '', '', ''), ('b', '', '', '')`,
    'truncate dataset_names',
  ]) {
    const before = await a.readVersions()
    await terminal.query(statement)
    expect((await a.readVersions()).data).toBeGreaterThan(before.data)
  }
  await terminal.query('reset role; drop owned by clerk; drop role clerk')
})

test('a version that was read by any process is newer than every acknowledged write of any process', async () => {
  const cache = new Map<number, number>()
  let acknowledged = 0
  const write = async (handle: DatabaseHandle) => {
    const { rows } = await sql<{ names: string }>`
      update dataset_names set names = (names::int + 1)::text returning names`.execute(handle.database)
    acknowledged = Math.max(acknowledged, Number(rows[0]?.names))
  }
  /** Reads as the server does: the version first, then the cached or a fresh value. */
  const read = async (handle: DatabaseHandle) => {
    const known = acknowledged
    const { data } = await handle.readVersions()
    let value = cache.get(data)
    if (value === undefined) {
      const { names } = await handle.database
        .selectFrom('dataset_names')
        .select('names')
        .executeTakeFirstOrThrow()
      value = Number(names)
      cache.set(data, value)
    }
    expect(value).toBeGreaterThanOrEqual(known)
  }
  await a.database.deleteFrom('dataset_names').execute()
  await insertRow(a, '0')
  const step = fc.record({
    isWrite: fc.boolean(),
    handle: fc.constantFrom(a, b),
    isAwaited: fc.boolean(),
    isFolded: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const open: Promise<void>[] = []
      for (const { isWrite, handle, isAwaited, isFolded } of steps) {
        const action = isWrite ? write(handle) : read(handle)
        open.push(action)
        if (isAwaited) await action
        if (isFolded) open.push(handle.foldVersions?.() ?? Promise.resolve())
      }
      await Promise.all(open)
    }),
    { numRuns: 25 },
  )
})

test('rows of ended connections are joined, and the version stays the same', async () => {
  const gone = openPostgres(place.url, { connections: 3 })
  await Promise.all(['x', 'y', 'z'].map((text) => insertRow(gone, text)))
  await gone.close()
  const countWriters = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) as count from data_versions
      where writer not in (select pid from pg_stat_activity where pid is not null)`.execute(a.database)
    return Number(rows[0]?.count)
  }
  const before = await a.readVersions()
  await expect
    .poll(async () => {
      await Promise.all([a.foldVersions?.(), b.foldVersions?.()])
      return countWriters()
    })
    .toBe(1)
  expect(await a.readVersions()).toEqual(before)
})

test('a long transaction is not rolled back by short writes beside it', async () => {
  let runs = 0
  await withTransaction(a.database, async (trx) => {
    runs += 1
    const record = { dataset: 'daily', scope: 's', period: '2025-01', measures: '{}' }
    const times = { created_at: null, updated_at: null }
    for (let id = 1; id <= 40; id += 1) {
      await trx
        .insertInto('dataset_records')
        .values({ ...record, ...times, id, key: `k${id}` })
        .execute()
      await withTransaction(b.database, (other) =>
        other
          .insertInto('dataset_names')
          .values(createRow(`short ${id}`))
          .execute(),
      )
      await a.foldVersions?.()
    }
  })
  expect(runs).toBe(1)
})
