import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'
import {
  type CallRow,
  checkRows,
  diagnostics,
  midnightCalls,
  openDays,
  readMidnight,
  readWide,
  wideRecords,
  wideRows,
} from '../support/source-cases.ts'
import { checkQuestions, type FillTable, writeTables } from '../support/sourced-questions.ts'
import { type ClickHouse, startClickHouse } from './clickhouse.ts'

const folder = createFolder()
let server: ClickHouse
beforeAll(async () => {
  server = await startClickHouse(folder, 'secret')
}, 300_000)
afterAll(() => server?.stop())
beforeEach(async () => {
  for (const name of ['calls', 'other']) await server.run(`drop table if exists ${name}`)
  await create('calls')
})

const create = (name: string) =>
  server.run(
    `create table ${name} (day Date, local DateTime('Africa/Lagos'), moment DateTime64(3, 'UTC'), operator LowCardinality(String),
      way UInt8, country String, seconds Nullable(Int64), setup Nullable(UInt32)) engine = MergeTree order by (day, operator)`,
  )

const fill = (name: string) => async (rows: readonly CallRow[]) => {
  await server.run(`truncate table ${name}`)
  await server.insert(name, rows)
}

const row: CallRow = {
  local: '2025-03-07 10:00:00',
  moment: '2025-03-07 09:00:00',
  day: '2025-03-07',
  operator: 'MTN',
  way: 1,
  country: 'Ghana',
  seconds: 120,
  setup: 7,
}

describe('the records of a dataset are those of its rows, to the last digit,', () => {
  test('in one table', async () => {
    expect(diagnostics).toEqual([])
    await checkRows(server.url, fill('calls'), 3)
  }, 240_000)

  test.each(['DateTime64(3)', `DateTime64(3, 'UTC')`, 'DateTime64(9)', 'DateTime64(0)', 'DateTime'])(
    'in the last millisecond of a day, in a %s, whatever the zone of the server',
    async (type) => {
      await server.run('drop table if exists midnight_calls')
      await server.run(`create table midnight_calls (started ${type}, operator FixedString(3), seconds Nullable(UInt64))
        engine = MergeTree partition by toYYYYMM(started) order by started`)
      for (const { started, seconds } of midnightCalls)
        await server.run(
          `insert into midnight_calls select toDateTime64('${started}', 3, 'UTC'), 'MTN', ${seconds}`,
        )
      for (const zone of ['UTC', 'Asia/Tokyo', 'America/Lima']) {
        const url = `${server.url}/?clickhouse_setting_session_timezone=${encodeURIComponent(zone)}`
        expect(await readMidnight(url)).toEqual([['2025-04-01: 3', '2025-04-30: 4'], ['2025-04: 7']])
      }
    },
    60_000,
  )

  test('or marked where a number of a response cannot have every digit', async () => {
    await server.run('drop table if exists wide_numbers')
    await server.run(`create table wide_numbers (day Date, operator String, seconds Int64, charge Decimal(20, 6),
      mos Nullable(Float64)) engine = MergeTree order by day`)
    await server.run(
      `insert into wide_numbers values ${wideRows.replace("'NaN'", 'nan').replace("'Infinity'", 'inf')}`,
    )
    expect(await readWide(server.url)).toEqual(wideRecords)
  })

  test('in a table of several shards', async () => {
    await server.run('rename table calls to other')
    await server.run(`create table calls as remote('127.0.0.1,localhost', default.other)`)
    await expect(checkRows(server.url, fill('other'), 1, 2)).resolves.toBeUndefined()
  }, 240_000)
})

test('questions have the same answers as over records of the portal', async () => {
  const types = { day: 'Date', text: 'String', number: 'Float64' }
  for (const { id, columns } of writeTables(types)) {
    await server.run(`drop table if exists ${id}`)
    await server.run(`create table ${id} (${columns}) engine = MergeTree order by day`)
  }
  const fillTable: FillTable = async (table, rows) => {
    await server.run(`truncate table ${table}`)
    await server.insert(table, rows)
  }
  expect(await checkQuestions(server.url, fillTable, 2)).toBeGreaterThan(0)
}, 240_000)

const UNAVAILABLE = {
  status: 503,
  message: "The data of 'Rows' cannot be read from its source now. Please try again later.",
}

describe('a read of a source', () => {
  /** Every row of the table takes a second. */
  const slowDown = async () => {
    await server.insert('calls', [row, row])
    await server.run('rename table calls to other')
    await server.run('create view calls as select * from other where sleepEachRow(1) = 0')
  }

  test('is cancelled in the source when it takes too long', async () => {
    await using source = openDays(server.url, 900)
    await slowDown()
    await expect(source.read()).rejects.toMatchObject(UNAVAILABLE)
    expect(source.reasons.join()).toMatch(/timeout exceeded/i)
    await server.run('drop view calls')
    await server.run('rename table other to calls')
    expect((await source.read()).minutes).toEqual([4])
  })

  test('fails when the source dies, and works when it is back', async () => {
    await using source = openDays(server.url)
    await source.check()
    await slowDown()
    const failed = source.read().catch((error: unknown) => error)
    await delay(300)
    await server.kill()
    expect(await failed).toMatchObject(UNAVAILABLE)
    expect(source.reasons).toHaveLength(1)
    await server.start()
    await server.run('drop view calls')
    await server.run('rename table other to calls')
    expect((await source.read()).minutes).toEqual([4])
  })

  test.each([
    [
      'rename column seconds to second',
      'rename column second to seconds',
      /^calls has no column seconds; .*did you mean 'second'\?$/,
    ],
    [
      'modify column seconds Nullable(String)',
      'modify column seconds Nullable(Int64)',
      /^seconds of calls is of type Nullable\(String\), and must be a number$/,
    ],
  ])('names in the log alone what does not fit after: %s', async (change, back, reason) => {
    await using source = openDays(server.url)
    await source.check()
    await server.run(`alter table calls ${change}`)
    await expect(source.read()).rejects.toMatchObject(UNAVAILABLE)
    await expect.poll(() => source.reasons.at(-1)).toMatch(reason)
    await server.run(`alter table calls ${back}`)
    expect((await source.read()).minutes).toEqual([])
  })
})

describe('the check of a source', () => {
  test('finds an account that can write', async () => {
    const urls = ['', '?clickhouse_setting_readonly=2', '?clickhouse_setting_readonly=1']
    const found: boolean[] = []
    for (const search of urls) {
      await using source = openDays(`${server.url}/${search}`)
      found.push((await source.check()).canWrite)
    }
    expect(found).toEqual([true, false, false])
  })

  test('says that a password is wrong', async () => {
    await using source = openDays(server.url.replace('secret', 'wrong'))
    await expect(source.check()).rejects.toThrow(/password is incorrect/)
  })
})
