import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, types } from 'pg'
import { listDatabaseUrls } from './database-url.ts'
import type { Connection, Database, DatabaseHandle, DataVersions } from './handle.ts'
import { DatabaseUnavailableError, isReadOnly, isUnavailable, isUnprepared } from './errors.ts'
import { createHostClient, IS_READ_ONLY } from './hosts.ts'
import { READ_VERSIONS } from './migrations/data-versions.ts'
import { joinReads } from './joined-reads.ts'
import { createStatementNames, type StatementNames } from './prepared-statements.ts'
import type { Tables } from './tables.ts'
import { limitWrites, runLimited } from './write-limit.ts'

/** Timeouts in milliseconds, and the most connections of one process. */
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

/**
 * Opens a PostgreSQL database, or one that speaks its protocol. It connects with the first statement; the next
 * statement replaces a lost connection. Of several hosts, it uses the one that accepts writes.
 */
export function openPostgres(url: string, otherLimits: Partial<PostgresLimits> = {}): DatabaseHandle {
  const limits = { ...LIMITS, ...otherLimits }
  const urls = listDatabaseUrls(url)
  const pool = new Pool({
    connectionString: urls[0],
    ...(urls.length > 1 && { Client: createHostClient(urls) }),
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
  if (new URL(urls[0]).searchParams.get('prepared') === 'off') names.disable()
  const connections = new Connections(pool, names, urls.length)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) })
  limitWrites(database, {
    atOnce: Math.max(1, Math.floor(limits.connections / 2)),
    waitMs: limits.connectMs,
  })
  return {
    name: 'postgres',
    database,
    readVersions: joinReads(() => connections.readVersions(), VERSION_READS),
    foldVersions: () => foldVersions(database),
    executeUntracked: (query) => {
      const execute = async (transaction: Connection) => {
        await sql`select set_config('synchronous_commit', 'off', true), set_config('statement_timeout', ${String(UNTRACKED_MS)}, true)`.execute(
          transaction,
        )
        await transaction.executeQuery(query)
      }
      return runLimited(database, () => database.transaction().execute(execute))
    },
    checkWritable: async () => {
      const { rows } = await sql.raw<{ isReadOnly: boolean }>(IS_READ_ONLY).execute(database)
      if (rows[0]?.isReadOnly !== true) return
      connections.renew()
      throw new DatabaseUnavailableError('the database server is read-only, or a standby')
    },
    close: async () => {
      await database.destroy()
      if (!pool.ended) await pool.end()
    },
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
 * The pool, except that a connection without a response is closed instead of reused, and that connections to a server
 * that accepts no writes are renewed: the host may be another server by now, and a connection keeps the read-only
 * setting of its start.
 */
class Connections implements PostgresPool {
  readonly #pool: Pool
  readonly #names: StatementNames
  readonly #hosts: number
  readonly #openedAt = new WeakMap<object, number>()
  #renewedAt = Number.NEGATIVE_INFINITY

  constructor(pool: Pool, names: StatementNames, hosts: number) {
    this.#pool = pool
    this.#names = names
    this.#hosts = hosts
    pool.on('connect', (client) => this.#openedAt.set(client, performance.now()))
  }

  /** Renews every connection before its next use. */
  renew(): void {
    if (performance.now() - this.#renewedAt > RENEW_EVERY_MS) this.#renewedAt = performance.now()
  }

  /** Tries each of several hosts once. */
  async connect(): Promise<PostgresPoolClient> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#connectOnce()
      } catch (error) {
        const coded = withCode(error)
        if (tries >= this.#hosts || !isUnavailable(coded)) throw coded
      }
    }
  }

  async #connectOnce(): Promise<PostgresPoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      const openedAt = this.#openedAt.get(client)
      if (openedAt === undefined || openedAt >= this.#renewedAt) return this.#guarded(client)
      client.release(true)
    }
  }

  async readVersions(): Promise<DataVersions> {
    const client = await this.connect()
    try {
      const { rows } = await client.query<DataVersions>(READ_VERSIONS, [])
      const [versions] = rows
      if (versions === undefined) throw new TypeError('the database returned no versions')
      return versions
    } finally {
      client.release()
    }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #guarded(client: PoolClient): PostgresPoolClient {
    let broken: unknown
    let isInTransaction = false
    const execute = async (text: string, values: unknown[]) => {
      const name = this.#names.get(text)
      try {
        return await client.query({ text, values, ...(name !== undefined && { name }) })
      } catch (error) {
        if (!isUnprepared(error)) throw error
        this.#names.disable()
        // Nothing was executed. A transaction is rolled back, and is retried as a whole.
        if (isInTransaction) throw error
        return await client.query({ text, values })
      }
    }
    const query = async (text: string, parameters: readonly unknown[]) => {
      // Statements that wait behind one without a response would wait as long again.
      if (broken !== undefined) throw broken
      if (TRANSACTION_BEGIN.test(text)) isInTransaction = true
      if (TRANSACTION_END.test(text)) isInTransaction = false
      try {
        return await execute(text, [...parameters])
      } catch (error) {
        const coded = withCode(error)
        if (isReadOnly(coded)) this.renew()
        if (coded instanceof DatabaseUnavailableError || isReadOnly(coded)) broken = coded
        throw coded
      }
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(broken !== undefined),
    }
  }
}

const TRANSACTION_BEGIN = /^(?:begin|start transaction)\b/i
const TRANSACTION_END = /^(?:commit|rollback)\b/i

/** Adds the code to an error of the driver that has only a message. */
const TIMED_OUT = /timeout exceeded|timeout expired|read timeout|Connection terminated|not queryable/i

function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || ('code' in error && error.code !== undefined)) return error
  return TIMED_OUT.test(error.message) ? new DatabaseUnavailableError(error.message, { cause: error }) : error
}
