import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, types } from 'pg'
import { describeDatabaseUrl, parseDatabaseUrl } from './database-url.ts'
import type { Connection, Database, DatabaseHandle, DataVersions } from './handle.ts'
import { DatabaseUnavailableError, isReadOnly, isUnprepared } from './errors.ts'
import { READ_VERSIONS } from './migrations/data-versions.ts'
import { createStatementNames, type StatementNames } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { limitWrites, runLimited } from './transaction.ts'
import { createTurns, joinReads } from './turns.ts'

/** Limits times in milliseconds, and the connections of one process. */
export interface PostgresLimits {
  readonly connections: number
  readonly connectMs: number
  /** After this time the server cancels a statement. */
  readonly statementMs: number
  /** After this time without a response a connection is closed; longer than `statementMs`. */
  readonly silenceMs: number
}

const LIMITS: PostgresLimits = { connections: 10, connectMs: 3_000, statementMs: 10_000, silenceMs: 12_000 }

/** Versions are read for all requests that arrived meanwhile; two at once use the time of a round trip. */
const VERSION_READS = { atOnce: 2, slowMs: 500 }

/** After this time, in milliseconds, the server cancels a statement of `executeUntracked`: nothing waits for its effect. */
const UNTRACKED_MS = 2_000

const JSON_TYPE = types.builtins.JSON

const READ_ONLY = 'the database server is read-only, or a standby'
/** Returns whether the server accepts no writes. */
const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`

/**
 * Opens a PostgreSQL database, or one that speaks its protocol. It connects with the first statement; the next
 * statement replaces a lost connection.
 */
export function openPostgres(url: string, otherLimits: Partial<PostgresLimits> = {}): DatabaseHandle {
  const limits = { ...LIMITS, ...otherLimits }
  const connectionString = parseDatabaseUrl(url)
  const pool = new Pool({
    connectionString,
    application_name: 'traffic-portal',
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.silenceMs,
    query_timeout: limits.silenceMs,
    keepAlive: true,
    // JSON is returned as text, as by other engines.
    types: { getTypeParser: (id, format) => (id === JSON_TYPE ? String : types.getTypeParser(id, format)) },
  })
  // An unhandled 'error' event of an idle connection would end the process. The next query on the connection fails
  // instead.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const names = createStatementNames()
  if (new URL(url).searchParams.get('prepared') === 'off') names.disable()
  const connections = guardConnections(pool, names)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  limitWrites(database, createTurns(Math.max(1, Math.floor(limits.connections / 2)), limits.connectMs))
  return {
    name: 'postgres',
    location: describeDatabaseUrl(url),
    database,
    readVersions: joinReads(() => readVersions(connections), VERSION_READS),
    foldVersions: () => foldVersions(database),
    executeUntracked: (query) => {
      const settings = sql`select set_config('synchronous_commit', 'off', true), set_config('statement_timeout', ${String(UNTRACKED_MS)}, true)`
      const execute = async (transaction: Connection) => {
        await settings.execute(transaction)
        await transaction.executeQuery(query)
      }
      return runLimited(database, () => database.transaction().execute(execute))
    },
    checkWritable: async () => {
      const { rows } = await sql.raw<{ isReadOnly: boolean }>(IS_READ_ONLY).execute(database)
      if (rows[0]?.isReadOnly !== true) return
      connections.renew()
      throw new DatabaseUnavailableError(READ_ONLY)
    },
    close: async () => {
      await database.destroy()
      await connections.end()
    },
  }
}

async function readVersions({ connect }: Pick<PostgresPool, 'connect'>): Promise<DataVersions> {
  const client = await connect()
  try {
    const { rows } = await client.query<DataVersions>(READ_VERSIONS, [])
    const [versions] = rows
    if (versions === undefined) throw new TypeError('the database returned no versions')
    return versions
  } finally {
    client.release()
  }
}

/** Adds the rows of ended connections to one row; the sums stay the same. */
async function foldVersions(database: Database): Promise<void> {
  await sql`
    with ended as (
      delete from data_versions
      where writer <> 0 and writer not in (select pid from pg_stat_activity where pid is not null)
      returning data, session_ends
    )
    insert into data_versions as versions (writer, data, session_ends)
    select 0, sum(data), sum(session_ends) from ended having count(*) > 0
    on conflict (writer) do update set
      data = versions.data + excluded.data,
      session_ends = versions.session_ends + excluded.session_ends`.execute(database)
}

/** The shortest time between two renewals of all connections while the database accepts no writes, in milliseconds. */
const RENEW_EVERY_MS = 1_000

/**
 * Returns the pool, except that a connection without a response is closed instead of reused, and that connections to a
 * server that accepts no writes are renewed: the host may be another server by now, and a connection keeps the read-only
 * setting of its start.
 */
function guardConnections(pool: Pool, names: StatementNames) {
  const openedAt = new WeakMap<object, number>()
  let renewedAt = Number.NEGATIVE_INFINITY
  pool.on('connect', (client) => openedAt.set(client, performance.now()))

  /** Renews every connection before its next use. */
  const renew = () => {
    if (performance.now() - renewedAt > RENEW_EVERY_MS) renewedAt = performance.now()
  }

  const connectCurrent = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      const client = await pool.connect()
      const opened = openedAt.get(client)
      if (opened === undefined || opened >= renewedAt) return guard(client)
      client.release(true)
    }
  }

  const guard = (client: PoolClient): PostgresPoolClient => {
    let broken: unknown
    let isInTransaction = false
    const execute = async (text: string, values: unknown[]) => {
      const name = names.get(text)
      try {
        return await client.query({ text, values, ...(name !== undefined && { name }) })
      } catch (error) {
        if (!isUnprepared(error)) throw error
        names.disable()
        // Nothing was executed. A transaction is rolled back, and is retried as a whole.
        if (isInTransaction) throw error
        return await client.query({ text, values })
      }
    }
    const query = async (text: string, parameters: readonly unknown[]) => {
      // Statements that wait behind one without a response would wait as long again.
      if (broken !== undefined) throw broken
      if (/^(?:begin|start transaction)\b/i.test(text)) isInTransaction = true
      if (/^(?:commit|rollback)\b/i.test(text)) isInTransaction = false
      try {
        return await execute(text, [...parameters])
      } catch (error) {
        const coded = withCode(error)
        if (isReadOnly(coded)) renew()
        if (coded instanceof DatabaseUnavailableError || isReadOnly(coded)) broken = coded
        throw coded
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(broken !== undefined),
    }
  }

  const connect = async (): Promise<PostgresPoolClient> => {
    try {
      return await connectCurrent()
    } catch (error) {
      throw withCode(error)
    }
  }

  const end = async () => {
    if (!pool.ending) await pool.end()
  }
  return { connect, renew, end }
}

const TIMED_OUT = /timeout exceeded|timeout expired|read timeout|Connection terminated|not queryable/i

/** Adds the code to an error of the driver that has only a message. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || ('code' in error && error.code !== undefined)) return error
  return TIMED_OUT.test(error.message) ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}
