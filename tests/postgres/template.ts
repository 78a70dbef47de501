import { migrate } from '../../src/server/database/migrate.ts'
import { openPostgres } from '../../src/server/database/postgres.ts'
import { addressOf, administer, TEMPLATE } from './databases.ts'

/** Makes the schema once; a copy of a database is made faster than its tables one by one. */
export default async function setup(): Promise<() => Promise<void>> {
  const drop = () => administer(`drop database if exists ${TEMPLATE} with (force)`)
  await drop()
  await administer(`create database ${TEMPLATE}`)
  const engine = openPostgres(addressOf(TEMPLATE))
  await migrate(engine)
  await engine.close()
  return drop
}
