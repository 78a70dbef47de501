import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runData } from '../../src/cli/data.ts'
import { type DatabaseHandle, untyped } from '../../src/server/platform/database/handle.ts'
import { backupTables } from '../../src/server/platform/database/tables.ts'
import type { DatabaseLocation } from '../../src/server/platform/database/open.ts'
import { loadServed } from '../../src/loading/load.ts'
import { buildTargets } from '../../src/server/data/imports/import-target.ts'
import { shippedDatasets } from './shipped-reports.ts'
import { capture, type Ran } from './terminal.ts'

const examples = readFileSync('docs/reference/import-files.md', 'utf8').matchAll(
  /^## (.+)\n\n```csv\n([^`]+)```$/gm,
)
const exampleOf = new Map([...examples].map(([, name = '', text = '']) => [name, text]))

/** The shipped targets, each with its example of the page. */
export const targets = buildTargets(loadServed('reports', 'datasets'))
  .filter(({ dataset }) => shippedDatasets.includes(dataset.id))
  .map((target) => ({ ...target, name: target.dataset.id, example: exampleOf.get(target.dataset.id) ?? '' }))

/** The environment that leads a program to a database. */
export function environmentOf({
  dataDir,
  databaseUrl,
}: DatabaseLocation): Record<string, string | undefined> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
}

/** Runs a command about the data of a database in this process. */
export function data(location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> {
  return dataAt(new Date('2025-06-02T08:00:00.000Z'), location, ...args)
}

/** Runs such a command at a time of the test's choice. */
export function dataAt(now: Date, location: DatabaseLocation, ...args: readonly string[]): Promise<Ran> {
  const context = { environment: environmentOf(location), root: process.cwd(), clock: () => now }
  return capture((terminal) => runData(args, terminal, context))
}

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
