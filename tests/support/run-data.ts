import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runData } from '../../src/cli/data/run.ts'
import { type DatabaseHandle, untyped } from '../../src/server/database/handle.ts'
import { backupTables } from '../../src/server/database/tables.ts'
import type { DatabaseLocation } from '../../src/server/database/open.ts'
import { loadDefinitions } from '../../src/cli/database.ts'
import { formatExampleFile } from '../../src/cli/docs/import-files.ts'
import { buildTargets } from '../../src/cli/data/import/import-target.ts'
import { collect, type Ran } from './terminal.ts'

/** The shipped targets, each with the example of the format page. */
export const targets = buildTargets(loadDefinitions({ environment: {}, root: process.cwd() })).map(
  (target) => ({ ...target, name: target.dataset.id, example: formatExampleFile(target) }),
)

/** The environment that leads a program to a database. */
export function environmentOf({
  dataDir,
  databaseUrl,
}: DatabaseLocation): Record<string, string | undefined> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

const NOW = new Date('2025-06-02T08:00:00.000Z')

/** Runs a command about data in an environment, at a time of the test's choice. */
export const dataIn = (
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  now = NOW,
): Promise<Ran> =>
  collect((terminal) => runData(args, terminal, { environment, root: process.cwd(), clock: () => now }))

/** Runs such a command on the data of a database. */
export const data = (location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> =>
  dataIn(environmentOf(location), args)

/** Runs such a command on the data of a database, at a time of the test's choice. */
export const dataAt = (now: Date, location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> =>
  dataIn(environmentOf(location), args, now)

/** Writes a file for a command to read and gives its path. */
export function put(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const RECORDS = backupTables.map(({ name }) => name).filter((name) => name.startsWith('dataset_'))

/** Removes the records of every report and leaves the accounts. */
export async function clearRecords({ database }: DatabaseHandle): Promise<void> {
  for (const name of RECORDS.toReversed()) await untyped(database).deleteFrom(name).execute()
}
