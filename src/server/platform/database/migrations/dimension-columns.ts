import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import { dimensionParts } from '../tables.ts'

/** Returns the values of the dimensions of a scope, as the version of this migration wrote them. */
const splitScope = (scope: string): string[] =>
  scope === '' ? [] : scope.split('/').map((value) => value.replaceAll('%2F', '/').replaceAll('%25', '%'))

/**
 * Adds a column for each dimension of a record, filled from its scope, and an index by period. SQLite also gets an index
 * with all that questions read, in the order in which they group it. PostgreSQL limits the length of an index row.
 */
export function dimensionColumns({ name }: DatabaseHandle): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const [column, type] of Object.entries(dimensionParts)) {
        await sql.raw(`alter table dataset_records add column ${column} ${type}`).execute(db)
      }
      const { rows } = await sql<{ dataset: string; scope: string }>`
        select distinct dataset, scope from dataset_records where scope <> ''`.execute(db)
      for (const { dataset, scope } of rows) {
        const cells = splitScope(scope).map((value, index) => sql`${sql.ref(`d${index + 1}`)} = ${value}`)
        await sql`
          update dataset_records set ${sql.join(cells)}
          where dataset = ${dataset} and scope = ${scope}`.execute(db)
      }
      await sql`create index dataset_records_by_period on dataset_records (dataset, period, key)`.execute(db)
      if (name !== 'sqlite') return
      const columns = ['dataset', 'period', ...Object.keys(dimensionParts), 'key', 'measures']
      await sql
        .raw(`create index dataset_records_by_dimension on dataset_records (${columns.join(', ')})`)
        .execute(db)
    },
  }
}
