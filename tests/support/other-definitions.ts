import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runData } from '../../src/cli/data.ts'
import { createFolder } from './folder.ts'
import { type DatabaseHandle, type EngineLocation, openPlace } from './open-database.ts'
import { fillDataset } from './questions.ts'
import { environmentOf } from './run-data.ts'
import { capture, type Ran } from './terminal.ts'

/** A database and folders of definitions that are not the shipped ones. */
export interface OtherPortal {
  readonly engine: DatabaseHandle
  readonly folder: string
  readonly location: EngineLocation
  readonly run: (...args: readonly string[]) => Promise<Ran>
  /** Writes a definition in the place of the one of its id. */
  readonly define: (dataset: Readonly<Record<string, unknown>>) => void
}

export async function createOtherPortal(): Promise<OtherPortal> {
  const folder = createFolder()
  const [datasets, reports] = [join(folder, 'datasets'), join(folder, 'reports')]
  for (const one of [datasets, reports]) mkdirSync(one)
  const { engine, location } = await openPlace()
  const environment = { ...environmentOf(location), DATASETS_DIR: datasets, REPORTS_DIR: reports }
  const context = { environment, root: process.cwd(), clock: () => new Date('2025-06-02T08:00:00.000Z') }
  return {
    engine,
    folder,
    location,
    run: (...args) => capture((terminal) => runData(args, terminal, context)),
    define: (dataset) =>
      writeFileSync(join(datasets, `${String(dataset['id'])}.json`), JSON.stringify(fillDataset(dataset))),
  }
}
