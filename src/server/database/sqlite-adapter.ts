import { SqliteAdapter } from 'kysely'

/** SQLite changes its schema within transactions, and the query layer says it does not: a migration is all or nothing. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
