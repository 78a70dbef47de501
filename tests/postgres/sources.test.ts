import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readDataset } from '../../src/server/data/tables/read-dataset.ts'
import {
  type CallRow,
  checkRows,
  columns,
  db,
  diagnostics,
  getSourced,
  midnightCalls,
  openDays,
  readMidnight,
  readWide,
  wideRecords,
  wideRows,
} from '../support/source-cases.ts'
import { grains } from '../../src/time/grains.ts'
import { buildRecords } from '../../src/server/data/sources/sql.ts'
import { checkQuestions, type FillTable, writeTables } from '../support/sourced-questions.ts'
import { findPostgres, startCluster } from './cluster.ts'
import { shardTable } from './shards.ts'
import { type Served, serveSources } from '../support/serve-datasets.ts'
import { administer, createDatabase, type TestDatabase } from './databases.ts'

const programs = findPostgres()
let place: TestDatabase
let client: Client
/** Sees the activity of others, which a transaction sees once. */
let watcher: Client
beforeAll(async () => {
  place = await createDatabase('template0')
  client = new Client({ connectionString: place.url })
  await client.connect()
  watcher = new Client({ connectionString: place.url })
  await watcher.connect()
})
afterAll(async () => {
  await client.end()
  await watcher.end()
  await place.drop()
})
const COLUMNS =
  'day date, local timestamp, moment timestamptz, operator text, way smallint, country text, seconds bigint, setup integer'
beforeEach(() => client.query(`drop table if exists calls; create table calls (${COLUMNS})`))

const fillBy = (db: Client) => async (rows: readonly CallRow[]) => {
  await db.query('truncate calls')
  for (const row of rows) {
    const values = [row.day, row.local, `${row.moment}Z`, ...columns.map((name) => row[name])]
    await db.query('insert into calls values ($1, $2, $3, $4, $5, $6, $7, $8)', values)
  }
}

describe('the records of a dataset are those of its rows, to the last digit,', () => {
  test('in one table', async () => {
    expect(diagnostics).toEqual([])
    await checkRows(place.url, fillBy(client), 8)
  }, 120_000)

  test('in the last millisecond of a day, whatever the zone of the server', async () => {
    await client.query(`drop table if exists midnight_calls;
      create table midnight_calls (started timestamptz, operator char(4), seconds integer)`)
    for (const { started, seconds } of midnightCalls)
      await client.query(`insert into midnight_calls values ($1, 'MTN', $2)`, [`${started}Z`, seconds])
    for (const zone of ['UTC', 'Asia/Tokyo', 'America/Lima']) {
      await client.query(`alter database ${place.name} set timezone = '${zone}'`)
      expect(await readMidnight(place.url)).toEqual([['2025-04-01: 3', '2025-04-30: 4'], ['2025-04: 7']])
    }
    await client.query(`alter database ${place.name} reset timezone`)
  })

  test('or marked where a number of a response cannot have every digit', async () => {
    await client.query(`drop table if exists wide_numbers;
      create table wide_numbers (day date, operator text, seconds bigint, charge numeric(20, 6), mos double precision);
      insert into wide_numbers values ${wideRows}`)
    expect(await readWide(place.url)).toEqual(wideRecords)
  })

  test.skipIf(programs === null)(
    'in shards on three servers, each of which sums its own',
    async () => {
      const coordinator = await startCluster(programs ?? '', ['fsync = off'])
      const owned = [['MTN'], ['GLO', 'other'], ['01 "x"']]
      const table = { name: 'calls', columns: COLUMNS, by: 'operator' }
      const sharded = await shardTable(programs ?? '', coordinator.url, table, owned)
      const own = new Client({ connectionString: coordinator.url })
      await own.connect()
      try {
        await checkRows(coordinator.url, fillBy(own), 2)
        await own.query('alter role portal set enable_partitionwise_aggregate = on')
        await own.query(`insert into calls select date '2025-03-01' + n % 31, null, null, (array['MTN', 'GLO', '01 "x"'])[1 + n % 3], 1 + n % 2, '', n, n
          from generate_series(1, 3000) as n`)
        await own.query('analyze calls')
        await using source = openDays(coordinator.url)
        const month = { first: '2025-03', last: '2025-03' }
        const wanted = [['MTN', 'GLO', 'AIRTEL'], ['IN']]
        const { plan } = await source.sources.explain(getSourced('rows-day'), (context) =>
          buildRecords(getSourced('rows-day'), context, wanted, month, ['minutes'], false),
        )
        expect(plan.filter((line) => line.includes('Aggregate on (calls_'))).toHaveLength(3)
        expect(plan.join('\n')).not.toMatch(/(Hash|Group)Aggregate/)
      } finally {
        await own.end()
        await sharded.remove()
        await coordinator.remove()
      }
    },
    240_000,
  )
})

test('questions have the same answers as over records of the portal', async () => {
  const types = { day: 'date', text: 'text', number: 'double precision' }
  for (const { id, columns: written } of writeTables(types))
    await client.query(`drop table if exists ${id}; create table ${id} (${written})`)
  const fill: FillTable = async (table, rows) => {
    await client.query(`truncate ${table}`)
    const list = JSON.stringify(rows)
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      list,
    ])
  }
  expect(await checkQuestions(place.url, fill, 10)).toBeGreaterThan(0)
}, 120_000)

const row = `('2025-03-07', '2025-03-07 10:00', '2025-03-07 10:00Z', 'MTN', 1, 'Ghana', 120, 7)`

const open = ({ url = place.url, timeoutMs = 10_000 } = {}) => openDays(url, timeoutMs)

const count = async (condition: string): Promise<number> => {
  const { rows } = await watcher.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'traffic-portal' and ${condition}`,
  )
  return Number(rows[0]?.count)
}

/** Adds the connections whose statement waits now to those that were seen before. */
async function listSent(sent: Set<number>): Promise<readonly number[]> {
  const { rows } = await watcher.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  for (const { pid } of rows) sent.add(pid)
  return [...sent]
}

/** Keeps every read of the table waiting while `work` runs. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await client.query('begin; lock table calls in access exclusive mode')
  try {
    await work()
  } finally {
    await client.query('rollback')
  }
}

describe('a read of a source', () => {
  test('is answered again from memory for as long as the definition says', async () => {
    await using source = open()
    await client.query(`insert into calls values ${row}`)
    expect((await source.read()).minutes).toEqual([2])
    await client.query('update calls set seconds = 180')
    expect((await source.read()).minutes).toEqual([2])
    expect(source.results).toEqual(['warehouse read', 'warehouse kept'])
    await expect.poll(async () => (await source.read()).minutes, { timeout: 5_000 }).toEqual([3])
    expect((await source.read()).age).toEqual({
      at: new Date('2026-03-01T12:00:00Z'),
      zone: 'Africa/Lagos',
      isStale: false,
    })
  })

  test('is sent once for equal requests at the same time', async () => {
    await using source = open()
    await client.query(`insert into calls values ${row}`)
    await source.check()
    await whileLocked(async () => {
      const both = Promise.all([source.read(), source.read()])
      await expect.poll(() => count(`wait_event_type = 'Lock'`)).toBe(1)
      await client.query('commit')
      expect((await both).map(({ minutes }) => minutes)).toEqual([[2], [2]])
    })
  })

  test('is cancelled in the source when it takes too long', async () => {
    await using source = open({ timeoutMs: 400 })
    await whileLocked(async () => {
      await expect(source.read()).rejects.toMatchObject({ status: 503 })
      await expect.poll(() => count(`state = 'active'`)).toBe(0)
    })
    expect(source.reasons.join()).toMatch(/statement timeout/)
    expect((await source.read()).minutes).toEqual([])
  })

  test('that takes too long says nothing of the source: the next one is sent at once', async () => {
    await using source = open({ timeoutMs: 300 })
    await source.check()
    await whileLocked(async () => {
      const months = ['2025-01', '2025-02', '2025-03', '2025-04']
      for (const month of months)
        await expect(source.read(undefined, month)).rejects.toMatchObject({ status: 503 })
    })
    expect((await source.read()).minutes).toEqual([])
    expect(source.reasons.join()).not.toMatch(/circuit breaker/i)
  })

  test('takes turns by user: 130 reads of one do not keep another waiting', async () => {
    await using source = open()
    await source.check()
    const ended: string[] = []
    const read = (account: string, month: string) =>
      source.read({ account, signal: new AbortController().signal }, month).then(
        () => void ended.push(account),
        () => void ended.push('refused'),
      )
    const months = Array.from({ length: 130 }, (_, index) =>
      grains.month.format(grains.month.of(2014, 1) + index),
    )
    await whileLocked(async () => {
      const many = months.map((month) => read('greedy', month))
      await expect.poll(() => count(`wait_event_type = 'Lock'`)).toBe(2)
      const other = read('other', '2025-03')
      // A question to the database takes longer than the way to the queue.
      expect(await count(`wait_event_type = 'Lock'`)).toBe(2)
      await client.query('commit')
      await Promise.all([...many, other])
    })
    const answered = ended.filter((account) => account !== 'refused')
    expect(answered.indexOf('other')).toBeGreaterThanOrEqual(0)
    expect(answered.indexOf('other')).toBeLessThan(20)
  })

  test('goes on for the others who wait for the same', async () => {
    await using source = open()
    await client.query(`insert into calls values ${row}`)
    await source.check()
    const [first, second] = [new AbortController(), new AbortController()]
    await whileLocked(async () => {
      const left = source.read({ account: '1', signal: first.signal }).catch((error: unknown) => error)
      const stays = source.read({ account: '2', signal: second.signal })
      await expect.poll(() => count(`wait_event_type = 'Lock'`)).toBe(1)
      first.abort()
      expect(await left).toMatchObject({ status: 503 })
      await client.query('commit')
      expect((await stays).minutes).toEqual([2])
    })
  })

  test('fails when the source ends it, and the next one works', async () => {
    await using source = open()
    await client.query(`insert into calls values ${row}`)
    await source.check()
    await whileLocked(async () => {
      const failed = source.read().catch((error: unknown) => error)
      await expect.poll(() => count(`wait_event_type = 'Lock'`)).toBe(1)
      await watcher.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(await failed).toMatchObject({
        status: 503,
        message: "The data of 'Rows' cannot be read from its source now. Please try again later.",
      })
      expect(source.reasons).toHaveLength(1)
    })
    expect((await source.read()).minutes).toEqual([2])
  })

  test('shows what the source had while it is away, and stops asking', async () => {
    await using source = open()
    await client.query(`insert into calls values ${row}`)
    await source.read()
    await administer(`alter database ${place.name} allow_connections false`)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'traffic-portal'`,
    )
    try {
      source.pass(2_000)
      await expect.poll(async () => (await source.read()).age?.isStale, { timeout: 5_000 }).toBe(true)
      await expect
        .poll(
          async () => {
            await source.read()
            return source.reasons.at(-1)
          },
          { timeout: 5_000 },
        )
        .toMatch(/circuit breaker is open/i)
      expect((await source.read()).minutes).toEqual([2])
      expect(source.results.at(-1)).toBe('warehouse failed')
    } finally {
      await administer(`alter database ${place.name} allow_connections true`)
    }
  })

  test('names a column that is not there any more, in the log alone', async () => {
    await using source = open()
    await source.check()
    await client.query('alter table calls rename seconds to second')
    const error = await source.read().catch((failed: Error) => failed)
    expect(error).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^The data of 'Rows' cannot be/),
    })
    await expect
      .poll(() => source.reasons.at(-1))
      .toMatch(/^calls has no column seconds; .*did you mean 'second'\?$/)
    await client.query('alter table calls rename second to seconds')
    expect((await source.read()).minutes).toEqual([])
  })

  test('fails for a value that only the source finds equal to one of the definition', async () => {
    await using source = open()
    await client.query(`alter table calls alter way type numeric(4, 2); insert into calls values ${row}`)
    await expect(source.read()).rejects.toThrow("a source wrote '1.00' for a value that it found equal")
  })

  test('of more than 100,000 records is refused', async () => {
    await using source = open()
    await client.query(`insert into calls select day, day, day at time zone 'Africa/Lagos', 'MTN', 1, 'c' || name, 1, 1
      from (select date '2025-01-01' as day) as one, generate_series(0, 100000) as name`)
    const store = { db, reads: source.sources.start() }
    const year = { first: '2025', last: '2025' }
    const wanted = [['MTN'], ['IN'], null]
    await expect(readDataset(store, getSourced('rows-open'), wanted, year)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^The source has more than 100000 records of this period\./),
    })
  })
})

describe('the check of a source', () => {
  test.each([
    [
      'alter table calls drop column seconds',
      'calls has no column seconds; known are day, local, moment, operator, way, country, setup',
    ],
    ['alter table calls alter seconds type text', 'seconds of calls is of type text, and must be a number'],
    [
      'alter table calls alter day type text',
      'day of calls is of type text, and must be a date or a timestamp',
    ],
    ['drop table calls', 'there is no calls, or the account may not read it'],
  ])('finds what is wrong after: %s', async (change, problem) => {
    await using source = open()
    await client.query(change)
    expect(await source.check()).toEqual({
      problems: [problem],
      canWrite: false,
    })
  })

  test('finds an account that can write', async () => {
    const role = `reader_${place.name}`
    await client.query(`create role ${role} login password 'x'; grant select on calls to ${role}`)
    await using owner = open()
    await using reader = open({ url: place.url.replace('portal@', `${role}:x@`) })
    const checked = [owner, reader].map(({ check }) => check())
    expect((await Promise.all(checked)).map(({ canWrite }) => canWrite)).toEqual([true, false])
    await client.query(`drop owned by ${role}; drop role ${role}`)
  })

  test('says that an account is not known', async () => {
    await using source = open({ url: place.url.replace('portal@', 'nobody:x@') })
    await expect(source.check()).rejects.toThrow(/"nobody"/)
  })
})

describe('the portal', () => {
  let served: Served
  const definition = {
    id: 'rows',
    title: 'Rows',
    time: { kind: 'date' },
    source: {
      connection: 'warehouse',
      relation: 'calls',
      time: 'moment',
      zone: 'Africa/Lagos',
      since: '2024-01-01',
    },
    dimensions: [{ id: 'operator', values: ['MTN'] }],
    measures: [{ field: 'minutes', sum: 'seconds', divideBy: 60 }],
    endpoints: { list: '/v1/rows/{year}/{month}', years: '/v1/rows/years' },
  }
  test('serves rows of a source, and says as of when', async () => {
    await client.query(`insert into calls values ${row}`)
    served = await serveSources({ urls: { warehouse: place.url }, queries: 2, timeoutMs: 5_000 }, definition)
    try {
      const list = await served.call('GET', '/v1/rows/2025/3')
      expect(list.body).toMatchObject({
        records: [{ reportDate: '2025-03-07', minutes: 2 }],
        notice: 'As of 09:00 on 2 June 2025 (Africa/Lagos).',
      })
      expect((await served.call('GET', '/v1/rows/years')).body['records']).toEqual([2025])
      const { paths } = (await served.call('GET', '/openapi.json')).body as {
        paths: Record<string, Record<string, { responses: Record<string, object> }>>
      }
      expect(JSON.stringify(paths['/v1/rows/{year}/{month}']?.['get']?.responses['200'])).toContain(
        '"notice":{"type":"string"',
      )
      await expect.poll(() => served.log()).toContain('the account of a source can write')
      await client.query('alter table calls rename seconds to other')
      const failed = await served.call('GET', '/v1/rows/2025/4')
      expect([failed.status, failed.body['message']]).toEqual([
        503,
        "The data of 'Rows' cannot be read from its source now. Please try again later.",
      ])
      const { requestId } = failed.body
      const logged = served
        .lines('a source failed')
        .find((line) => JSON.stringify(line).includes(String(requestId)))
      expect(logged).toMatchObject({ dataset: 'rows', reason: 'column "seconds" does not exist' })
    } finally {
      await served.close()
    }
  })

  test('ends the statements of the months that a reader left', async () => {
    const limits = { urls: { warehouse: place.url }, queries: 5, timeoutMs: 10_000 }
    const sent = new Set<number>()
    served = await serveSources(limits, definition)
    try {
      expect((await served.call('GET', '/v1/rows/2024/1')).status).toBe(200)
      const address = await served.app.listen({ port: 0, host: '127.0.0.1' })
      const { token } = await served.addUserWithRole('reader', [1, 2, 13, 99])
      const months = [1, 2, 3, 4, 5].map((month) => ({ month, left: new AbortController() }))
      await whileLocked(async () => {
        let answer: Promise<unknown> = Promise.resolve()
        for (const [index, { month, left }] of months.entries()) {
          months[index - 1]?.left.abort()
          const headers = { authorization: `Bearer ${token}` }
          answer = fetch(`${address}/v1/rows/2025/${month}`, { headers, signal: left.signal }).catch(
            () => null,
          )
          await expect.poll(() => listSent(sent)).toHaveLength(index + 1)
        }
        await expect.poll(() => count(`state = 'active'`)).toBe(1)
        await client.query('commit')
        expect(await answer).toMatchObject({ status: 200 })
      })
    } finally {
      await served.close()
    }
  })
})
