import { Kysely, PostgresDialect, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import type { Engine } from './engine.ts'
import { DatabaseUnavailable } from './faults.ts'
import type { Tables } from './tables.ts'

/** How long one thing may take, in milliseconds, and how many connections one process opens at most. */
export interface PostgresLimits {
  readonly connections: number
  readonly connectMs: number
  /** After this the server itself ends a statement. */
  readonly statementMs: number
  /** After this a server that says nothing is given up: longer than it takes to end the statement itself. */
  readonly silenceMs: number
}

const LIMITS: PostgresLimits = { connections: 10, connectMs: 3_000, statementMs: 10_000, silenceMs: 12_000 }

/** After this the server ends a statement of `executeUntracked`, in milliseconds: nothing waits for its effect. */
const UNTRACKED_MS = 2_000

/**
 * Opens a PostgreSQL database, or one that speaks its protocol. Nothing is connected before the first statement, and
 * a lost connection is made anew by the next one.
 */
export function openPostgres(url: string, otherLimits: Partial<PostgresLimits> = {}): Engine {
  const limits = { ...LIMITS, ...otherLimits }
  const pool = new Pool({
    connectionString: url,
    application_name: 'traffic-portal',
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.silenceMs,
    query_timeout: limits.silenceMs,
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it, or between two statements of a transaction, has no one else to
  // tell, and an error that nobody hears ends the process. Whoever uses it next is told.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: dropsBroken(pool) }) })
  return {
    name: 'postgres',
    database,
    identity: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
    executeUntracked: (query) =>
      database.transaction().execute(async (transaction) => {
        await sql`select set_config('synchronous_commit', 'off', true), set_config('statement_timeout', ${String(UNTRACKED_MS)}, true)`.execute(
          transaction,
        )
        await transaction.executeQuery(query)
      }),
    close: async () => {
      await database.destroy()
      if (!pool.ended) await pool.end()
    },
  }
}

/** The pool, except that a connection which failed to answer is closed instead of being given to the next caller. */
function dropsBroken(pool: Pool): PostgresPool {
  return {
    connect: async () => {
      try {
        return guarded(await pool.connect())
      } catch (error) {
        throw told(error)
      }
    },
    end: () => pool.end(),
  }
}

function guarded(client: PoolClient): PostgresPoolClient {
  let broken: unknown
  const query = async (text: string, parameters: readonly unknown[]) => {
    // What still waits behind a statement without an answer would wait as long again.
    if (broken !== undefined) throw broken
    try {
      return await client.query(text, [...parameters])
    } catch (error) {
      const fault = told(error)
      if (fault instanceof DatabaseUnavailable) broken = fault
      throw fault
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(broken !== undefined),
  }
}

/** What the driver says by words alone gets a code. */
const GIVEN_UP = /timeout exceeded|timeout expired|read timeout|Connection terminated|not queryable/i

function told(error: unknown): unknown {
  if (!(error instanceof Error) || ('code' in error && error.code !== undefined)) return error
  return GIVEN_UP.test(error.message) ? new DatabaseUnavailable(error.message, { cause: error }) : error
}
