import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'
import { migrate, migrationNames } from '../../../src/server/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/database/open.ts'
import { listPermissionOwners } from '../../../src/server/permissions/permission-owners.ts'
import { createDatabase, type TestDatabase } from '../../postgres/databases.ts'

let folder: string
let server: TestDatabase | undefined
let engine: DatabaseHandle
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  // An empty database, other than those of most tests.
  server = process.env['TEST_ENGINE'] === 'postgres' ? await createDatabase('template1') : undefined
  engine = openDatabaseHandle({ dataDir: folder, databaseUrl: server?.url })
})
afterEach(async () => {
  await engine.close()
  await server?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Migrates in a process of its own, which kills itself before a statement. */
function launch(lastStatement?: number): ChildProcess {
  const args = ['--import', 'tsx', 'tests/crash/migrate-and-die.ts', folder, server?.url ?? '']
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
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

test('migration runs once, however often it is started (S78)', async () => {
  for (let time = 0; time < 3; time += 1) await migrate(engine)
  expect(await applied()).toEqual(migrationNames)
  const roles = await engine.database.selectFrom('roles').select(['id', 'name']).execute()
  expect(roles).toEqual([{ id: 1, name: 'superadmin' }])
})

test('migration takes the last sign-ins from sessions and known networks', async () => {
  await migrate(engine, '0006-datasets')
  const { database } = engine
  const [now, earlier] = ['2025-06-02T08:00:00.000Z', '2025-05-02T08:00:00.000Z']
  for (const user of ['one', 'two', 'three']) {
    const account = { user_id: user, user_key: user, owner: '', role_id: 1, login_ip: '', email_id: '' }
    const state = { password_hash: '', status: 'Active', own_rights: 0, demo: 0 } as const
    await database
      .insertInto('users')
      .values({ ...account, ...state, created_at: earlier, updated_at: earlier })
      .execute()
  }
  const network = { user_id: 1, network: '203.0.113.7', last_sign_in: earlier }
  await database
    .insertInto('known_networks')
    .values([network, { ...network, user_id: 2 }])
    .execute()
  const times = { created_at: now, last_used_at: now, expires_at: now }
  await database
    .insertInto('sessions')
    .values({ id: 'x', token_hash: 'x', user_id: 1, ...times })
    .execute()
  await migrate(engine)
  const known = await database.selectFrom('last_sign_ins').selectAll().orderBy('user_id').execute()
  expect(known).toEqual([
    { user_id: 1, at: now },
    { user_id: 2, at: earlier },
  ])
  const [session] = await database.selectFrom('sessions').select(['address', 'client']).execute()
  expect(session).toEqual({ address: '', client: '' })
})

test('migration upgrades an older schema and keeps its records (S78)', async () => {
  await migrate(engine, migrationNames[0])
  await engine.database.insertInto('dashboards').values({ title: 'Old', description: 'kept' }).execute()
  expect(await tables()).not.toContain('dataset_records')
  await migrate(engine)
  expect(await tables()).toContain('dataset_records')
  expect(await engine.database.selectFrom('dashboards').select('title').execute()).toEqual([{ title: 'Old' }])
})

test('migration rejects a newer schema, names the unknown steps and changes nothing (S78)', async () => {
  await migrate(engine)
  await engine.database
    .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
    .insertInto('kysely_migration')
    .values({ name: '0999-later', timestamp: '2030-01-01T00:00:00.000Z' })
    .execute()
  await expect(migrate(engine)).rejects.toThrow(
    'the database was made by a newer version: this one does not know 0999-later; start that version',
  )
  expect(await applied()).toEqual([...migrationNames, '0999-later'])
})

test('two processes that migrate an empty database at once create one schema (S78)', async () => {
  const endings = await Promise.all([launch(), launch()].map(ending))
  expect(endings.map(({ how }) => how)).toEqual([0, 0])
  expect(await applied()).toEqual(migrationNames)
  expect(await engine.database.selectFrom('roles').select('id').execute()).toEqual([{ id: 1 }])
})

test('a process killed before any statement leaves a migration step complete or not started (S78)', async () => {
  const whole = await tablesOfEachStep()
  // The first statements prepare, the last one is the last of the last step.
  const { output } = await ending(launch())
  const last = Number(output)
  await clear()
  const moments = [2, 9, 17, last].filter((moment) => moment <= last)
  for (const moment of moments) {
    const { how } = await ending(launch(moment))
    expect(how).toBe('SIGKILL')
    const own = (await tables()).filter((name) => !name.startsWith('kysely'))
    expect(whole).toContainEqual(own)
    await migrate(engine)
    expect(await applied()).toEqual(migrationNames)
    expect((await tables()).filter((name) => !name.startsWith('kysely'))).toEqual(whole.at(-1))
    await clear()
  }
}, 60_000)

/** The tables before the first step, and after each. */
async function tablesOfEachStep(): Promise<string[][]> {
  const found: string[][] = [[]]
  for (const name of migrationNames) {
    await migrate(engine, name)
    found.push(await tables())
  }
  await clear()
  return found
}

/** Makes the database empty again. */
async function clear(): Promise<void> {
  await engine.close()
  await server?.drop()
  if (server !== undefined) server = await createDatabase('template1')
  rmSync(folder, { recursive: true, force: true })
  engine = openDatabaseHandle({ dataDir: folder, databaseUrl: server?.url })
}

test('migration derives the report of each permission number from the menu of an older version (L2)', async () => {
  await migrate(engine, '0002-reports')
  const node = { parent_id: null, name: 'x', description: 'x', position: 1 }
  await engine.database
    .insertInto('menu_nodes')
    .values([
      { ...node, id: 13, report_id: null },
      { ...node, id: 95, report_id: 'partner-view' },
    ])
    .execute()
  await migrate(engine)
  expect([...(await listPermissionOwners(engine.database))]).toEqual([[95, 'partner-view']])
})

test('migration computes the keys of names again, and names that look the same stay distinct (L4)', async () => {
  await migrate(engine, '0004-known-networks')
  const { database } = engine
  const user = {
    password_hash: '',
    owner: 'admin',
    role_id: 1,
    login_ip: '',
    email_id: '',
    status: 'Active' as const,
    own_rights: 0,
    demo: 0,
    created_at: '',
    updated_at: '',
  }
  const users = [
    ['boss\u200B', 'boss\u200b'],
    ['Boss', 'boss'],
    ['ﬁnance', 'ﬁnance'],
    ['finance', 'finance'],
    ['Straße', 'straße'],
    ['eve', 'eve'],
    ['ｅｖｅ', 'ｅｖｅ'],
  ] as const
  for (const [user_id, user_key] of users) {
    await database
      .insertInto('users')
      .values({ ...user, user_id, user_key })
      .execute()
  }
  await database
    .insertInto('roles')
    .values({ name: 'superadmin\u200B', name_key: 'superadmin\u200b', description: 'x' })
    .execute()
  await migrate(engine)
  const keys = await database.selectFrom('users').select('user_key').orderBy('id').execute()
  expect(keys.map(({ user_key }) => user_key)).toEqual([
    'boss\n1',
    'boss',
    'finance\n3',
    'finance',
    'strasse',
    'eve',
    'eve\n7',
  ])
  const roles = await database.selectFrom('roles').select('name_key').orderBy('id').execute()
  expect(roles.map(({ name_key }) => name_key)).toEqual(['superadmin', 'superadmin\n2'])
})
