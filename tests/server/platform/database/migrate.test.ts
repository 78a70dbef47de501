import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { batches } from '../../../../src/server/platform/database/batches.ts'
import { type DatabaseHandle, untyped } from '../../../../src/server/platform/database/handle.ts'
import { migrate, migrationNames } from '../../../../src/server/platform/database/migrate.ts'
import { openDatabaseHandle } from '../../../../src/server/platform/database/open.ts'
import { internalTables } from '../../../../src/server/platform/database/tables.ts'
import { nextVersion } from '../../../crash/next-migration.ts'
import { createDatabase, type TestDatabase } from '../../../postgres/databases.ts'
import { createFolder } from '../../../support/folder.ts'
import { createRow } from '../../../support/scratch-row.ts'

let folder: string
let server: TestDatabase | undefined
let engine: DatabaseHandle
beforeEach(async () => {
  folder = createFolder()
  // An empty database, other than those of most tests.
  server = process.env['TEST_ENGINE'] === 'postgres' ? await createDatabase('template1') : undefined
  engine = openDatabaseHandle({ dataDir: folder, databaseUrl: server?.url })
})
afterEach(async () => {
  await engine.close()
  await server?.drop()
})

/** Migrates in a process of its own, which kills itself before a statement. */
function launch(version: 'this' | 'next', lastStatement?: number): ChildProcess {
  const args = ['--import', 'tsx', 'tests/crash/migrate-and-die.ts', version, folder, server?.url ?? '']
  return spawn(process.execPath, [...args, String(lastStatement ?? '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function ending(child: ChildProcess) {
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { how: signal ?? code, output }
}

async function tables(): Promise<string[]> {
  const found = await engine.database.introspection.getTables()
  return found.map(({ name }) => name).toSorted()
}

async function applied(): Promise<string[]> {
  const rows = await engine.database
    .withTables<{ schema_migrations: { name: string } }>()
    .selectFrom('schema_migrations')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

test('migration runs once, however often it is started', async () => {
  for (let time = 0; time < 3; time += 1) await migrate(engine)
  expect(await applied()).toEqual(migrationNames)
  const roles = await engine.database.selectFrom('roles').select(['id', 'name']).execute()
  expect(roles).toEqual([{ id: 1, name: 'superadmin' }])
})

test('migration rejects a newer schema, names the unknown steps and changes nothing', async () => {
  await migrate(engine)
  await engine.database
    .withTables<{ schema_migrations: { name: string } }>()
    .insertInto('schema_migrations')
    .values({ name: '0999-later' })
    .execute()
  await expect(migrate(engine)).rejects.toThrow(
    'the database was made by a newer version: this one does not know 0999-later; start that version',
  )
  expect(await applied()).toEqual([...migrationNames, '0999-later'])
})

test.each([
  ['drop table notes', 'notes'],
  ['alter table schedules drop column secret', 'schedules'],
  ['alter table schedules add column colour text', 'schedules'],
])('migration rejects the schema of another build after `%s`', async (change, table) => {
  await migrate(engine)
  await sql.raw(change).execute(engine.database)
  const place =
    server === undefined ? folder : `127.0.0.1:${new URL(server.url).port}, database ${server.name}`
  await expect(migrate(engine)).rejects.toThrow(
    `the database in ${place} was made by another build: its table ${table} is not the one of this build; start that build, or name another database by DATA_DIR or DATABASE_URL`,
  )
})

test('two processes that migrate an empty database at once create one schema', async () => {
  const endings = await Promise.all([launch('this'), launch('this')].map(ending))
  expect(endings.map(({ how }) => how)).toEqual([0, 0])
  expect(await applied()).toEqual(migrationNames)
  expect(await engine.database.selectFrom('roles').select('id').execute()).toEqual([{ id: 1 }])
})

test('a process killed during the first migration leaves an empty schema', async () => {
  const { output } = await ending(launch('this'))
  for (const moment of [9, Number(output)]) {
    await clear()
    expect((await ending(launch('this', moment))).how).toBe('SIGKILL')
    expect(await tables()).toEqual([])
  }
  await migrate(engine)
  expect(await applied()).toEqual(migrationNames)
}, 60_000)

test('a process killed during the next migration leaves every row as it was, or migrated', async () => {
  const fill = async () => {
    await migrate(engine)
    await fillTables()
  }
  await fill()
  const before = await rows()
  const { output } = await ending(launch('next'))
  const after = await rows()
  expect(after).not.toEqual(before)
  expect(after['dataset_records']).toHaveLength(RECORDS)
  expect(after['dataset_counters']).toHaveLength(1)
  await clear()
  await fill()
  const last = Number(output)
  for (const moment of [last - 4, last - 2, last]) {
    expect((await ending(launch('next', moment))).how).toBe('SIGKILL')
    expect(await rows()).toEqual(before)
  }
  await migrate(engine, undefined, nextVersion)
  expect(await rows()).toEqual(after)
  expect(await applied()).toEqual(Object.keys(nextVersion))
  // The version before it refuses the migrated database.
  await expect(migrate(engine)).rejects.toThrow('the database was made by a newer version')
}, 60_000)

const RECORDS = 2_000

async function fillTables(): Promise<void> {
  const { database } = engine
  const account = {
    owner: '',
    role_id: 1,
    login_ip: '',
    email_id: '',
    password_hash: '',
    own_rights: 1,
    demo: 0,
  }
  const user = { user_id: 'one', user_key: 'one', status: 'Active', created_at: '', updated_at: '' } as const
  await database
    .insertInto('users')
    .values({ ...account, ...user })
    .execute()
  await database.insertInto('user_rights').values({ user_id: 1, menu_id: 16 }).execute()
  await database.insertInto('dataset_names').values(['gone', 'kept'].map(createRow)).execute()
  const record = { dataset: 'calls', scope: '', period: '2025-01', measures: '{"a":1}', created_at: null }
  const records = Array.from({ length: RECORDS }, (_, index) => ({
    ...record,
    id: index + 1,
    key: `2025-01-01 ${index}`,
    updated_at: null,
  }))
  for (const part of batches(records)) await database.insertInto('dataset_records').values(part).execute()
}

/** Every row of every table of the portal, without the numbers of versions. */
async function rows(): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  // Connections of their own: a prepared statement does not outlive a change of its table.
  await reopen()
  for (const name of await tables()) {
    if (internalTables.includes(name)) continue
    const found = await untyped(engine.database).selectFrom(name).selectAll().execute()
    all[name] = found.map((row) => JSON.stringify(row)).toSorted()
  }
  return all
}

/** Makes the database empty again. */
async function clear(): Promise<void> {
  await engine.close()
  await server?.drop()
  if (server !== undefined) server = await createDatabase('template1')
  folder = createFolder()
  await reopen()
}

async function reopen(): Promise<void> {
  await engine.close()
  engine = openDatabaseHandle({ dataDir: folder, databaseUrl: server?.url })
}
