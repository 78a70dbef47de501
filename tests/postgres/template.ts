import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import { migrate } from '../../src/server/platform/database/migrate.ts'
import { fillDatabase } from '../support/fill-database.ts'
import { administer, filledTemplate, serverAddressOf } from './databases.ts'

/** Makes the schema once, and once with what ships: a copy of a database is made faster than its tables one by one. */
export default async function setup(): Promise<() => Promise<void>> {
  const name = `portal_template_${process.pid}`
  const databases = [
    [name, migrate],
    [filledTemplate(name), fillDatabase],
  ] as const
  process.env['TEST_TEMPLATE'] = name
  for (const [database, fill] of databases) {
    await administer(`create database ${database}`)
    // A pooler would keep its connection, and a database in use cannot be copied.
    const engine = openPostgres(serverAddressOf(database))
    await fill(engine)
    await engine.close()
  }
  return async () => {
    for (const [database] of databases) await administer(`drop database ${database} with (force)`)
  }
}
