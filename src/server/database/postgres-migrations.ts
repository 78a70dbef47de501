import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { getErrorReason } from './errors.ts'

/** An arbitrary number that all versions of this program share; the one that Kysely uses for its own lock. */
const LOCK_ID = 3_853_314_791_062_309_107n

/**
 * PostgreSQL for migrations: the lock, by which two processes migrate one after the other, belongs to the transaction
 * of the migration. Kysely's own lock belongs to the connection: behind a pooler that gives each transaction another
 * connection, it would never be released.
 */
export class PostgresMigrationDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new LockingDriver(this.#config)
  }

  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutLock()
  }
}

class LockingDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: Parameters<PostgresDriver['beginTransaction']>[1],
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${LOCK_ID})`))
    } catch (error) {
      await this.rollbackTransaction(connection)
      const message = `the lock, which another process may have, is not free: ${getErrorReason(error)}`
      throw new Error(message, { cause: error })
    }
  }
}

class AdapterWithoutLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}
