import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPrivateFile } from '../../../../src/server/platform/database/data-dir.ts'
import {
  connect,
  run,
  type SqliteDatabase,
} from '../../../../src/server/platform/database/sqlite-connection.ts'
import { createFolder } from '../../../support/folder.ts'

let file: string
let database: SqliteDatabase
beforeEach(() => {
  file = join(createFolder(), 'test.db')
  createPrivateFile(file)
  database = connect(file, 'write')
  execute('create table amounts (key text primary key, amount integer)')
})
afterEach(() => database.close())

const execute = (sql: string, ...parameters: readonly unknown[]) =>
  run(database, CompiledQuery.raw(sql, [...parameters]))
const INSERT = 'insert into amounts values (?, ?)'

test('a statement that failed can be run again, and keeps no transaction open', () => {
  execute(INSERT, 'a', 1)
  expect(() => execute(INSERT, 'a', 2)).toThrow('UNIQUE constraint failed')
  const other = connect(file, 'write')
  other.exec('begin immediate')
  expect(() => execute(INSERT, 'b', 2)).toThrow('database is locked')
  other.exec('commit')
  execute(INSERT, 'b', 2)
  expect(other.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
  other.close()
})

test('a statement follows a change of the schema by another connection', () => {
  execute(INSERT, 'a', 1)
  const select = 'select * from amounts'
  expect(execute(select).rows).toEqual([{ key: 'a', amount: 1 }])
  const other = connect(file, 'write')
  other.exec(`alter table amounts add column unit text default 'min'`)
  expect(execute(select).rows).toEqual([{ key: 'a', amount: 1, unit: 'min' }])
  other.exec('drop table amounts')
  other.close()
  expect(() => execute(select)).toThrow('no such table: amounts')
})

test('any number of different statements, and long ones, can be run', () => {
  for (let round = 0; round < 2; round += 1) {
    for (let value = 0; value < 300; value += 1) {
      expect(execute(`select ${value} as value`).rows).toEqual([{ value }])
    }
    const rows = Array.from({ length: 5_000 }, () => '(?)').join(', ')
    const values = Array.from({ length: 5_000 }, (_, index) => index + round)
    const { rows: found } = execute(
      `with long (value) as (values ${rows}) select max(value) as most from long`,
      ...values,
    )
    expect(found).toEqual([{ most: 4_999 + round }])
  }
})
