import { connect } from 'node:net'
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import type { GrainName } from '../../../time/grains.ts'
import { parseDatabaseUrl } from '../../platform/database/database-url.ts'
import type { ColumnKind, Dialect, SourceDatabase, SourceLimits, TimeColumn } from './dialect.ts'

const FORMATS: Readonly<Record<GrainName, string>> = {
  'quarter-hour': 'YYYY-MM-DD"T"HH24:MI',
  hour: 'YYYY-MM-DD"T"HH24',
  day: 'YYYY-MM-DD',
  week: 'IYYY"-W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY"-Q"Q',
  year: 'YYYY',
}

const kinds: readonly (readonly [RegExp, ColumnKind])[] = [
  [/^date$/, 'day'],
  [/^timestamp.* without time zone$/, 'local'],
  [/^timestamp.* with time zone$/, 'moment'],
  [/^(?:smallint|integer|bigint|real|double precision|numeric.*)$/, 'number'],
  [/^(?:text|character.*|uuid)$/, 'text'],
]

const toLocal = ({ column, kind, zone }: TimeColumn) =>
  kind === 'moment' ? sql`timezone(cast(${zone} as text), ${column})` : sql`cast(${column} as timestamp)`

const dialect: Dialect = {
  classify: (type) => kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'other',
  truncate: (grain, time) => {
    if (grain === 'day' && time.kind === 'day') return time.column
    if (grain === 'quarter-hour') {
      return sql`date_bin('15 minutes', ${toLocal(time)}, timestamp '2000-01-01')`
    }
    return sql`date_trunc(${sql.lit(grain)}, ${toLocal(time)})`
  },
  format: (grain, start) => sql`to_char(${start}, ${sql.lit(FORMATS[grain])})`,
  startOfDay: (day, { kind, zone }) => {
    if (kind === 'day') return sql`cast(${day} as date)`
    const local = sql`cast(${day} as timestamp)`
    return kind === 'moment' ? sql`timezone(cast(${zone} as text), ${local})` : local
  },
  // A parameter has the type of the column.
  compare: (column) => column,
  toText: (value) => sql`cast(${value} as text)`,
  toNumber: (value) => sql`cast(${value} as double precision)`,
}

/** The address of a server, and the numbers by which it knows a connection. */
const Backend = z.object({ host: z.string(), port: z.int(), processID: z.int(), secretKey: z.int() })
/** The code of a request to cancel, which has a connection of its own and no answer. */
const CANCEL_REQUEST = 80_877_102

/** Asks the server to end the statement of a connection. */
function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = Backend.parse(client)
  const request = Buffer.alloc(16)
  for (const [index, number] of [16, CANCEL_REQUEST, processID, secretKey].entries())
    request.writeInt32BE(number, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.on('error', () => undefined)
  socket.end(request)
}

/** Opens PostgreSQL, or a database that speaks its protocol and has its catalogue. */
export function openPostgresSource(url: string, { queries, timeoutMs }: SourceLimits): SourceDatabase {
  const pool = new Pool({
    connectionString: parseDatabaseUrl(url),
    application_name: 'traffic-portal',
    max: queries,
    connectionTimeoutMillis: Math.min(timeoutMs, 5_000),
    statement_timeout: timeoutMs,
    // A server that does not answer cannot cancel either.
    query_timeout: timeoutMs + 2_000,
    keepAlive: true,
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.query('set default_transaction_read_only = on').catch(() => undefined)
  })
  const run = async <R>(
    { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
    signal?: AbortSignal,
  ): Promise<readonly R[]> => {
    const client = await pool.connect()
    const cancel = () => cancelStatement(client)
    signal?.addEventListener('abort', cancel)
    // A connection on which a statement failed may be ending, and a cancel may still be on its way.
    let isReusable = false
    try {
      signal?.throwIfAborted()
      const { rows } = await client.query<R & object>(text, [...parameters])
      isReusable = signal?.aborted !== true
      return rows
    } finally {
      signal?.removeEventListener('abort', cancel)
      client.release(!isReusable)
    }
  }
  // It only writes statements.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const quote = (relation: readonly string[]) => relation.map((name) => `"${name}"`).join('.')
  return {
    dialect,
    db,
    run,
    readColumns: async (relation) => {
      const rows = await run<{ name: string; type: string }>(
        sql`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = to_regclass(${quote(relation)}) and attnum > 0 and not attisdropped`.compile(db),
      )
      return new Map(rows.map(({ name, type }) => [name, type]))
    },
    canWrite: async (relation) => {
      const rows = await run<{ can_write: boolean }>(
        sql`select has_table_privilege(to_regclass(${quote(relation)}), 'insert, update, delete, truncate') as can_write`.compile(
          db,
        ),
      )
      return rows[0]?.can_write === true
    },
    explain: async ({ sql: text, parameters }: CompiledQuery) => {
      const rows = await run<{ 'QUERY PLAN': string }>({ sql: `explain ${text}`, parameters })
      return rows.map((row) => row['QUERY PLAN'])
    },
    close: () => pool.end(),
  }
}
