import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { migrate } from '../../src/server/database/migrate.ts'
import { DATABASE_FILE, openSqlite } from '../../src/server/database/sqlite.ts'
import { createVersionReader, SqliteVersion } from '../../src/server/database/sqlite-connection.ts'

// L3: a commit that only records activity leaves the version as it is, and hides no other commit.

let folder: string
let engine: DatabaseHandle
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-untracked-'))
  engine = openSqlite(folder)
  await migrate(engine)
  await insertTitle(engine, '0')
})
afterEach(async () => {
  await engine.close()
  rmSync(folder, { recursive: true })
})

const insertTitle = ({ database }: DatabaseHandle, title: string) =>
  database.insertInto('dashboards').values({ title, description: '' }).execute()

describe('a commit that records activity', () => {
  test('does not change the version unless another process commits at any point in between', async () => {
    const [reader, writer, other] = [1, 2, 3].map(() => new DatabaseSync(join(folder, DATABASE_FILE)))
    if (reader === undefined || writer === undefined || other === undefined) throw new Error('no connection')
    let count = 0
    const write = (connection: DatabaseSyncInstance) =>
      connection.exec(`update dashboards set title = '${(count += 1)}'`)
    const titleOf = () => String(reader.prepare('select title from dashboards').get()?.title)

    /** Where the other process commits within the next untracked commit. */
    let points: readonly string[] = []
    const pass = (point: string) => {
      if (points.includes(point)) write(other)
    }
    let isCommitted = false
    const at = (point: string, number: () => number) => () => {
      if (isCommitted) pass(`before the number of the ${point}`)
      const value = number()
      if (isCommitted) pass(`after the number of the ${point}`)
      return value
    }
    const version = new SqliteVersion(
      at('reader', createVersionReader(reader)),
      at('writer', createVersionReader(writer)),
    )
    const insert = () =>
      writer.exec(`insert into login_counters (key, failures, window_ends) values ('${(count += 1)}', 1, '')`)
    const commitUntracked = (isTransaction: boolean) => {
      pass('before the transaction')
      if (isTransaction) {
        writer.exec('begin immediate')
        insert()
      }
      version.commit(() => {
        // A single statement gets the lock only now.
        if (!isTransaction) pass('before the statement')
        if (isTransaction) writer.exec('commit')
        else insert()
        isCommitted = true
        return 'none'
      })
      isCommitted = false
    }

    const numbers = ['reader', 'writer'].flatMap((name) => [
      `before the number of the ${name}`,
      `after the number of the ${name}`,
    ])
    const step = fc.oneof(
      fc.constantFrom('tracked commit', 'commit of another process', 'look'),
      fc.subarray(['before the transaction', ...numbers]),
      fc.subarray(['single statement', 'before the transaction', 'before the statement', ...numbers]),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        let known = version.current().data
        let title = titleOf()
        for (const kind of steps) {
          points = typeof kind === 'string' ? [] : kind.filter((point) => point !== 'single statement')
          const isSingle = typeof kind !== 'string' && kind.includes('single statement')
          if (!isSingle) points = points.filter((point) => point !== 'before the statement')
          const isQuiet = kind === 'look' || (typeof kind !== 'string' && points.length === 0)
          if (kind === 'tracked commit') write(writer)
          else if (kind === 'commit of another process') write(other)
          else if (kind !== 'look') commitUntracked(!isSingle)
          const current = version.current().data
          // What is kept of a version is what reading anew gives, and it is kept as long as it can be.
          expect(current === known).toBe(isQuiet)
          expect(current === known ? titleOf() : title).toBe(title)
          known = current
          title = titleOf()
        }
      }),
      { numRuns: 100 },
    )
    for (const connection of [reader, writer, other]) connection.close()
  })
})
