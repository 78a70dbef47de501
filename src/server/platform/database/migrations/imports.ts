import { type Kysely, type Migration, sql } from 'kysely'
import type { DatabaseHandle } from '../handle.ts'
import { formatTable } from './initial-schema.ts'

export function importTables({ name: engine }: DatabaseHandle): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const name of ['imports', 'import_changes'] as const)
        await sql.raw(formatTable(engine, name)).execute(db)
      await sql.raw('create index imports_by_dataset on imports (dataset, id)').execute(db)
    },
  }
}
