import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import {
  isReferenceViolation,
  isUnavailable,
  isUniqueViolation,
} from '../../src/server/platform/database/errors.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { createFolder } from '../support/folder.ts'

let engine: DatabaseHandle
const open = async () => {
  engine = openSqlite(createFolder())
  await migrate(engine)
  return engine.database
}
afterEach(() => engine.close())

test('the embedded SQLite is free of the WAL-reset bug of 3.7.0 to 3.51.2', async () => {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(await open())
  const [major = 0, minor = 0, patch = 0] = (rows[0]?.version ?? '').split('.').map(Number)
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003)
})

test('constraint violations are distinguished by their extended codes', async () => {
  const database = await open()
  const role = { name: 'one', name_key: 'one', description: '' }
  await database.insertInto('roles').values(role).execute()
  for (const again of [role, { ...role, id: 1, name_key: 'other' }]) {
    const insert = database.insertInto('roles').values(again).execute()
    await expect(insert).rejects.toSatisfy(isUniqueViolation)
  }
  const noRole = database.insertInto('role_rights').values({ role_id: 999, menu_id: 1 }).execute()
  await expect(noRole).rejects.toSatisfy((error) => isReferenceViolation(error) && !isUnavailable(error))
})

test.each([
  [5, 'busy'],
  [517, 'busy, since a snapshot is old'],
  [6, 'locked'],
  [8, 'read-only'],
  [1032, 'read-only, since the file was moved'],
  [10, 'input or output failed'],
  [4874, 'the log could not be written'],
  [13, 'full'],
])('result code %d (%s) means that the database is unavailable', (errcode) => {
  expect(isUnavailable(Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode }))).toBe(true)
})

test('values of unsupported types are rejected, never stored as NULL', async () => {
  const database = await open()
  for (const value of [undefined, true, {}, new Date(0)]) {
    const insert = sql`insert into roles (name, name_key, description) values ('x', 'x', ${value})`.execute(
      database,
    )
    await expect(insert).rejects.toBeInstanceOf(TypeError)
  }
  const number = 2 ** 53 - 1
  const { rows } = await sql<{ value: number }>`select ${number} as value`.execute(database)
  expect(rows).toEqual([{ value: number }])
  await expect(sql`select "text" as value`.execute(database)).rejects.toBeInstanceOf(Error)
})
