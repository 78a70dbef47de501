import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { z } from 'zod'
import { type ClickHouse, startClickHouse } from '../neighbours/clickhouse.ts'
import { findPostgres, startCluster } from '../postgres/cluster.ts'
import { runStatements } from '../postgres/databases.ts'
import { shardTable } from '../postgres/shards.ts'
import { serveSources } from '../support/serve-datasets.ts'

/*
 * Reports over call records that stay in another database, beside the same question asked of it directly: PostgreSQL with
 * one table, with a partition for each month, with shards on three servers over postgres_fdw, and ClickHouse. Everything is
 * made in a folder for temporary files and removed at the end. 100 million records take 8 GB in PostgreSQL.
 */

const layouts = ['table', 'partitions', 'shards', 'clickhouse'] as const
const Options = z.object({
  layout: z.enum(layouts).default('table'),
  rows: z.coerce.number().int().min(1_000_000).default(100_000_000),
  runs: z.coerce.number().int().min(1).default(5),
})
const { values: given } = parseArgs({
  options: { layout: { type: 'string' }, rows: { type: 'string' }, runs: { type: 'string' } },
})
const { layout, rows, runs } = Options.parse(given)

const isSharded = layout === 'shards'
const OPERATORS = ['01', '02', '03', '04', '05', '06']
const COLUMNS =
  'started_at timestamptz not null, call_day date not null, operator_code text not null, carrier text not null, billed_seconds integer not null, setup_ms integer'
/** Records of two years, in the order of time. */
const secondsEach = (2 * 365 * 86_400 - 86_400) / rows

const dimensions = [
  { id: 'operator', field: 'operator', column: 'operator_code', values: OPERATORS, multiple: true },
]
const source = {
  connection: 'warehouse',
  relation: 'call_records',
  // The days of moments are not computed by shards: postgres_fdw sends no function of a text.
  time: isSharded ? 'call_day' : 'started_at',
  zone: 'Africa/Lagos',
  since: '2024-01-01',
  maxAge: 1,
}
const minutes = { field: 'minutes', sum: 'billed_seconds', divideBy: 60 }
const calls = { field: 'calls', count: 'billed_seconds' }
const setup = { field: 'setup', mean: 'setup_ms', divideBy: 1000 }
const definitions = [
  {
    id: 'days',
    title: 'Days',
    key: { kind: 'date' },
    source,
    dimensions,
    measures: [minutes, calls, setup],
    endpoints: { list: '/v1/days/{year}/{month}?operator={operator}', years: '/v1/days/years' },
  },
  {
    id: 'carriers',
    title: 'Carriers',
    key: { kind: 'text', field: 'carrier', per: 'month' },
    source: { ...source, name: 'carrier' },
    dimensions,
    measures: [minutes, calls],
    endpoints: { list: '/v1/carriers/{year}/{month}?operator={operator}' },
  },
  {
    id: 'quarters',
    title: 'Quarters',
    from: { dataset: 'days', grain: 'quarter' },
    measures: [
      { field: 'minutes', sum: 'minutes' },
      { field: 'calls', sum: 'calls' },
    ],
    endpoints: { list: '/v1/quarters/{year}/{quarter}' },
  },
]

/** What is compared: calls of the portal, and a statement as one types it. */
interface Question {
  readonly title: string
  readonly calls: readonly string[]
  readonly postgres: string
  readonly clickhouse: string
}
const all = OPERATORS.join(',')
const OWN = `operator_code in (${OPERATORS.map((code) => `'${code}'`).join(', ')})`
const between = (first: string, end: string) => ({
  postgres: isSharded
    ? `${OWN} and call_day >= date '${first}' and call_day < date '${end}'`
    : `${OWN} and started_at >= timestamptz '${first} 00:00 Africa/Lagos' and started_at < timestamptz '${end} 00:00 Africa/Lagos'`,
  clickhouse: `${OWN} and started_at >= toDateTime('${first} 00:00:00', 'Africa/Lagos') and started_at < toDateTime('${end} 00:00:00', 'Africa/Lagos')`,
})
const month = between('2025-03-01', '2025-04-01')
const quarters = [between('2025-01-01', '2025-04-01'), between('2024-01-01', '2024-04-01')] as const
const figures = 'sum(billed_seconds) / 60.0 as minutes, count(billed_seconds) as calls'
const columns = isSharded
  ? { day: 'call_day', time: 'call_day', first: 'min(call_day), max(call_day)' }
  : {
      day: `cast(started_at at time zone 'Africa/Lagos' as date)`,
      time: `started_at at time zone 'Africa/Lagos'`,
      first: 'min(started_at), max(started_at)',
    }
/** What shards can sum is summed before the quarters are. */
const sumQuarter = (where: string) =>
  isSharded
    ? `select date_trunc('quarter', call_day) as quarter, sum(seconds) / 60.0, sum(calls) from (select call_day, operator_code, sum(billed_seconds) as seconds, count(billed_seconds) as calls from call_records where ${where} group by 1, 2) as days group by 1`
    : `select date_trunc('quarter', ${columns.time}) as quarter, ${figures} from call_records where ${where} group by 1`
const questions: readonly Question[] = [
  {
    title: 'years with records',
    calls: ['/v1/days/years'],
    postgres: `select ${columns.first} from call_records`,
    clickhouse: 'select min(started_at), max(started_at) from call_records',
  },
  {
    title: 'a month by day and operator',
    calls: [`/v1/days/2025/3?operator=${all}`],
    postgres: `select ${columns.day} as day, operator_code, ${figures}, avg(setup_ms) / 1000 as setup from call_records where ${month.postgres} group by 1, 2 order by 1, 2`,
    clickhouse: `select toDate(started_at, 'Africa/Lagos') as day, operator_code, ${figures}, avg(setup_ms) / 1000 as setup from call_records where ${month.clickhouse} group by 1, 2 order by 1, 2`,
  },
  {
    title: 'a month of 1,000 carriers and 6 operators',
    calls: [`/v1/carriers/2025/3?operator=${all}`],
    postgres: `select carrier, operator_code, ${figures} from call_records where ${month.postgres} group by 1, 2 order by 1, 2`,
    clickhouse: `select carrier, operator_code, ${figures} from call_records where ${month.clickhouse} group by 1, 2 order by 1, 2`,
  },
  {
    title: 'a quarter beside the same of last year',
    calls: ['/v1/quarters/2025/1', '/v1/quarters/2024/1'],
    postgres: quarters.map((one) => sumQuarter(one.postgres)).join(' union all '),
    clickhouse: `select toStartOfQuarter(started_at, 'Africa/Lagos') as quarter, ${figures} from call_records where ${quarters.map((one) => `(${one.clickhouse})`).join(' or ')} group by 1 order by 1`,
  },
]

/** Bytes that servers sent, by what asked them. */
const sent = { client: 0, shards: 0 }
const proxies: Server[] = []
/** Counts what a server sends; returns the port to reach it by. */
async function count(port: number, who: keyof typeof sent): Promise<number> {
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    outgoing.on('data', (chunk) => (sent[who] += chunk.length))
    incoming.on('error', () => outgoing.destroy()).pipe(outgoing)
    outgoing.on('error', () => incoming.destroy()).pipe(incoming)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  proxies.push(proxy)
  const address = proxy.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** A database with the records. */
interface Place {
  readonly url: string
  readonly ask: (question: Question) => Promise<void>
  /** The rows that all servers have read. */
  readonly countRows: () => Promise<number>
  readonly remove: () => Promise<void>
}

const insert = (table: string, where = '') => `insert into ${table}
  select started_at, cast(started_at at time zone 'Africa/Lagos' as date), operator_code, carrier, billed_seconds, setup_ms from (
    select timestamptz '2024-01-01 00:00 Africa/Lagos' + number * interval '${secondsEach * 1e6} microseconds' as started_at,
      '0' || (1 + (number / 1000 + number) % 6) as operator_code, 'C' || lpad((number * 7 % 1000)::text, 4, '0') as carrier,
      20 + (number * 37 % 400)::int as billed_seconds,
      case when number % 11 = 0 then null else 300 + (number * 13 % 2700)::int end as setup_ms
    from generate_series(0::bigint, ${rows - 1}) as number) as made ${where}`

const settings = [
  'fsync = off',
  'synchronous_commit = off',
  'wal_level = minimal',
  'max_wal_senders = 0',
  'max_wal_size = 4GB',
  'shared_buffers = 1GB',
  'maintenance_work_mem = 512MB',
  'work_mem = 64MB',
]

async function openPostgres(): Promise<Place> {
  const programs = findPostgres()
  if (programs === null) throw new Error('no programs of PostgreSQL found')
  const main = await startCluster(programs, settings)
  const servers = [main.url]
  let remove = main.remove
  const index = `create index on call_records (${source.time})`
  if (isSharded) {
    const owned = [OPERATORS.slice(0, 2), OPERATORS.slice(2, 4), OPERATORS.slice(4)]
    const getPort = ({ port }: { port: number }) => count(port, 'shards')
    const table = { name: 'call_records', columns: COLUMNS, by: 'operator_code' }
    const sharded = await shardTable(programs, main.url, table, owned, { settings, getPort })
    remove = async () => {
      await Promise.all([main.remove(), sharded.remove()])
    }
    const fill = async (at: number) => {
      const { url } = sharded.shards[at] ?? main
      const list = (owned[at] ?? []).map((code) => `'${code}'`).join(', ')
      const where = `where operator_code in (${list})`
      await runStatements(url, [insert('call_records', where), index, 'vacuum analyze call_records'])
    }
    await Promise.all(sharded.shards.map((_, at) => fill(at)))
    servers.push(...sharded.shards.map(({ url }) => url))
    await runStatements(main.url, [
      'alter role portal set enable_partitionwise_aggregate = on',
      'analyze call_records',
    ])
  } else {
    const months = Array.from(
      { length: 25 },
      (_, at) => `${2024 + Math.floor(at / 12)}-${(at % 12) + 1}-1 00:00 Africa/Lagos`,
    )
    const parts = months
      .slice(1)
      .map(
        (end, at) =>
          `create table part_${at} partition of call_records for values from ('${months[at]}') to ('${end}')`,
      )
    await runStatements(main.url, [
      'begin',
      `create table call_records (${COLUMNS}) ${layout === 'partitions' ? 'partition by range (started_at)' : ''}`,
      ...(layout === 'partitions' ? parts : []),
      insert('call_records'),
      index,
      'commit',
      'vacuum analyze call_records',
    ])
  }
  const url = `postgres://portal@127.0.0.1:${await count(main.port, 'client')}/postgres`
  const clients = await Promise.all(
    servers.map(async (connectionString) => {
      const client = new Client({ connectionString })
      await client.connect()
      return client
    }),
  )
  return {
    url,
    ask: async ({ postgres }) => {
      const child = spawn(join(programs, 'psql'), [url, '-XqAt', '-c', postgres], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const [code] = (await once(child, 'close')) as [number | null]
      if (code !== 0) throw new Error('psql failed')
    },
    countRows: async () => {
      // A session reports what it read at most once a second.
      await delay(2_500)
      let total = 0
      for (const client of clients) {
        const found = await client.query<{ rows: string }>(
          'select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) as rows from pg_stat_user_tables',
        )
        total += Number(found.rows[0]?.rows)
      }
      return total
    },
    remove: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await remove()
    },
  }
}

async function openClickHouse(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-clickhouse-'))
  const server = await startClickHouse(folder)
  const remove = async () => {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
  try {
    await fillClickHouse(server)
  } catch (error) {
    await remove()
    throw error
  }
  const port = Number(new URL(server.url).port)
  const url = `http://127.0.0.1:${await count(port, 'client')}`
  return {
    url,
    ask: async ({ clickhouse }) => {
      const response = await fetch(url, { method: 'POST', body: `${clickhouse} FORMAT TabSeparated` })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
    },
    countRows: async () => {
      const query = `select value from system.events where event = 'SelectedRows' FORMAT TabSeparated`
      return Number(await (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: query })).text())
    },
    remove,
  }
}

async function fillClickHouse(server: ClickHouse): Promise<void> {
  await server.run(`create table call_records (started_at DateTime64(3, 'UTC'), operator_code LowCardinality(String),
    carrier LowCardinality(String), billed_seconds UInt32, setup_ms Nullable(UInt32)) engine = MergeTree
    partition by toYYYYMM(started_at) order by (started_at, operator_code)`)
  await server.run(`insert into call_records select toDateTime64('2023-12-31 23:00:00', 3, 'UTC') + toIntervalMillisecond(toUInt64(number * ${secondsEach * 1000})),
    concat('0', toString(1 + (intDiv(number, 1000) + number) % 6)), concat('C', leftPad(toString(number * 7 % 1000), 4, '0')),
    20 + number * 37 % 400, if(number % 11 = 0, null, 300 + number * 13 % 2700) from numbers(${rows})`)
}

const started = performance.now()
const place = await (layout === 'clickhouse' ? openClickHouse() : openPostgres())
const filled = (performance.now() - started) / 1000
const portal = await serveSources(
  { urls: { warehouse: place.url }, queries: 4, timeoutMs: 600_000 },
  ...definitions,
)

async function measure(work: () => Promise<unknown>) {
  const before = { ...sent }
  const start = performance.now()
  await work()
  const time = performance.now() - start
  return { time, client: sent.client - before.client, shards: sent.shards - before.shards }
}
const askPortal = async ({ calls: urls }: Question) => {
  const answers = await Promise.all(urls.map((url) => portal.call('GET', url)))
  for (const { status, body } of answers) {
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)} ${portal.log()}`)
  }
}
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const formatSize = (bytes: number) => (bytes < 10_000 ? `${bytes} B` : `${Math.round(bytes / 1024)} KiB`)

const lines = [
  `${layout}: ${rows.toLocaleString('en')} records, made in ${filled.toFixed(0)} s, ${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}`,
  '| | portal s | direct s | ratio (least, largest) | rows read, portal and direct | sent to portal and client | between servers |',
  '|---|---|---|---|---|---|---|',
]
try {
  for (const question of questions) {
    const runPortal = () => measure(() => askPortal(question))
    const runDirect = () => measure(() => place.ask(question))
    const rowsBefore = await place.countRows()
    await runPortal()
    const rowsBetween = await place.countRows()
    await runDirect()
    const rowsAfter = await place.countRows()
    const pairs: (readonly [Awaited<ReturnType<typeof measure>>, Awaited<ReturnType<typeof measure>>])[] = []
    for (let run = 0; run < runs; run += 1) {
      // What was answered is used again for a second.
      await delay(1_100)
      if (run % 2 === 0) pairs.push([await runPortal(), await runDirect()])
      else {
        const direct = await runDirect()
        pairs.push([await runPortal(), direct])
      }
    }
    const ratios = pairs.map(([own, direct]) => own.time / direct.time).toSorted((a, b) => a - b)
    const get = (index: 0 | 1, name: 'time' | 'client' | 'shards') =>
      median(pairs.map((pair) => pair[index][name]))
    const both = (one: string, other: string) => (one === other ? one : `${one}, ${other}`)
    const format = (rowCount: number) => rowCount.toLocaleString('en')
    lines.push(
      `| ${question.title} | ${(get(0, 'time') / 1000).toFixed(2)} | ${(get(1, 'time') / 1000).toFixed(2)} | ${median(ratios).toFixed(2)} (${ratios[0]?.toFixed(2)}, ${ratios.at(-1)?.toFixed(2)}) | ${both(format(rowsBetween - rowsBefore), format(rowsAfter - rowsBetween))} | ${both(formatSize(get(0, 'client')), formatSize(get(1, 'client')))} | ${both(formatSize(get(0, 'shards')), formatSize(get(1, 'shards')))} |`,
    )
    process.stdout.write(`${lines.at(-1)}\n`)
  }
  process.stdout.write(`\n${lines.join('\n')}\n`)
} finally {
  await portal.close()
  await place.remove()
  for (const proxy of proxies) proxy.close()
}
