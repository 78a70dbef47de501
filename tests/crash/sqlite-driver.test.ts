import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { isUnavailable } from '../../src/server/platform/database/errors.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { DATABASE_FILE, openSqlite } from '../../src/server/platform/database/sqlite.ts'
import { withSnapshot, withTransaction } from '../../src/server/platform/database/transaction.ts'
import { createFolder } from '../support/folder.ts'
import { createRow } from '../support/scratch-row.ts'

let folder: string
let engine: DatabaseHandle
/** Another process's connection to the same file. */
let beside: DatabaseSyncInstance
beforeEach(async () => {
  folder = createFolder()
  engine = openSqlite(folder, { busyTimeoutMs: 300 })
  await migrate(engine)
  beside = new DatabaseSync(join(folder, DATABASE_FILE))
})
afterEach(async () => {
  beside.close()
  await engine.close()
})

const insert = (title: string) =>
  engine.database.insertInto('dataset_names').values(createRow(title)).execute()

const insertWithin = (title: string) =>
  withTransaction(engine.database, (trx) =>
    trx.insertInto('dataset_names').values(createRow(title)).execute(),
  )

async function titles(): Promise<string[]> {
  const rows = await engine.database.selectFrom('dataset_names').select('names').execute()
  return rows.map(({ names }) => names)
}

/** What is stored for everybody, as a process of its own sees it. */
const storedTitles = () => {
  const other = new DatabaseSync(join(folder, DATABASE_FILE))
  const rows = other.prepare('select names from dataset_names').all() as { names: string }[]
  other.close()
  return rows.map(({ names }) => names)
}

describe('transactions on one file', () => {
  test('run in turn, so that none uses unfinished work of another', async () => {
    await insert('0')
    const count = () =>
      withTransaction(engine.database, async (trx) => {
        const { names } = await trx.selectFrom('dataset_names').select('names').executeTakeFirstOrThrow()
        await setImmediate()
        await trx
          .updateTable('dataset_names')
          .set({ names: String(Number(names) + 1) })
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, count))
    expect(storedTitles()).toEqual(['20'])
  })

  test('are rolled back as a whole if their work fails, and the next one continues', async () => {
    const failing = withTransaction(engine.database, async (trx) => {
      await trx.insertInto('dataset_names').values(createRow('half')).execute()
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    await insert('next')
    expect(storedTitles()).toEqual(['next'])
  })

  test('are invisible to others before they are committed', async () => {
    await withTransaction(engine.database, async (trx) => {
      await trx.insertInto('dataset_names').values(createRow('later')).execute()
      expect(await titles()).toEqual([])
    })
    expect(await titles()).toEqual(['later'])
  })

  test('finish before the database is closed', async () => {
    const running = withTransaction(engine.database, async (trx) => {
      await trx.insertInto('dataset_names').values(createRow('finished')).execute()
      await setImmediate()
    })
    await setImmediate()
    await Promise.all([running, engine.close()])
    expect(storedTitles()).toEqual(['finished'])
  })
})

describe('while another process writes', () => {
  test('reads continue, writes wait for it and are then visible to everyone', async () => {
    beside.exec('begin immediate')
    const writes = Promise.all([insert('one'), insert('two'), insertWithin('three')])
    // Each turn of the event loop has time for a read: nothing stands still.
    for (let read = 0; read < 50; read += 1) {
      expect(await titles()).toEqual([])
      await setImmediate()
    }
    beside.exec('commit')
    await writes
    expect(storedTitles().toSorted()).toEqual(['one', 'three', 'two'])
  })

  test('all waiting writes give up together after the limit, and none is stored later', async () => {
    beside.exec('begin immediate')
    const begun = performance.now()
    const writes = await Promise.allSettled(['one', 'two', 'three', 'four'].map(insert))
    expect(performance.now() - begun).toBeLessThan(4 * 300)
    for (const write of writes) {
      expect(write.status === 'rejected' && isUnavailable(write.reason)).toBe(true)
    }
    beside.exec('commit')
    await insert('after')
    expect(storedTitles()).toEqual(['after'])
  })
})

describe('a snapshot', () => {
  const read = (db: DatabaseHandle['database']) => db.selectFrom('dataset_names').select('names').execute()

  test('sees one state while this and another process write, and delays neither', async () => {
    await insert('before')
    const seen = withSnapshot(engine.database, async (db) => {
      const first = await read(db)
      await insert('this process')
      beside.exec(`insert into dataset_names values ('another', '', '', 'another')`)
      return [first, await read(db)]
    })
    expect(await seen).toEqual([[{ names: 'before' }], [{ names: 'before' }]])
    expect(await titles()).toEqual(['before', 'this process', 'another'])
    beside.exec('begin immediate')
    expect(await withSnapshot(engine.database, read)).toHaveLength(3)
    beside.exec('rollback')
  })

  test('cannot write, and ends when its work fails', async () => {
    await insert('before')
    const failing = Array.from({ length: 20 }, (_, index) =>
      withSnapshot(engine.database, async (db) => {
        await read(db)
        await setImmediate()
        if (index % 2 === 0) throw new Error('in the middle')
        await db.insertInto('dataset_names').values(createRow('never')).execute()
      }),
    )
    const results = await Promise.allSettled(failing)
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
    expect(storedTitles()).toEqual(['before'])
    // A snapshot that is still open would keep the log from being emptied.
    await insert('after')
    expect(beside.prepare('pragma wal_checkpoint(truncate)').get()).toMatchObject({ busy: 0 })
  })
})

test('a full database rejects what does not fit, keeps the rest and continues when there is space', async () => {
  await insert('before')
  const small = openSqlite(folder)
  await limitPages(small, 60)
  const large = { ...createRow('large'), names: 'x'.repeat(1_000_000) }
  await expect(small.database.insertInto('dataset_names').values(large).execute()).rejects.toSatisfy(
    isUnavailable,
  )
  const both = withTransaction(small.database, async (trx) => {
    await trx.insertInto('dataset_names').values(createRow('small')).execute()
    await trx.insertInto('dataset_names').values(large).execute()
  })
  await expect(both).rejects.toSatisfy(isUnavailable)
  await limitPages(small, 100_000)
  await small.database.insertInto('dataset_names').values(createRow('after')).execute()
  await small.close()
  expect(storedTitles()).toEqual(['before', 'after'])
})

async function limitPages({ database }: DatabaseHandle, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database)
}
