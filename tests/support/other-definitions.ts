import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runData } from '../../src/cli/data/run.ts'
import { type DatabaseHandle, type EngineLocation, openPlace } from './open-database.ts'

/** A database and folders of definitions that are not the shipped ones. */
export interface OtherPortal {
  readonly engine: DatabaseHandle
  readonly folder: string
  readonly location: EngineLocation
  readonly run: (...args: readonly string[]) => Promise<{ code: number; out: string; err: string }>
  /** Writes a definition in the place of the one of its id. */
  readonly define: (dataset: Readonly<Record<string, unknown>>) => void
  readonly report: (report: Readonly<Record<string, unknown>>) => void
  readonly close: () => Promise<void>
}

export async function createOtherPortal(): Promise<OtherPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'other-'))
  const [datasets, reports] = [join(folder, 'datasets'), join(folder, 'reports')]
  for (const one of [datasets, reports]) mkdirSync(one)
  const { engine, location, remove } = await openPlace()
  const write = (into: string, definition: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(into, `${String(definition['id'])}.json`), JSON.stringify(definition))
  return {
    engine,
    folder,
    location,
    run: async (...args) => {
      const [out, err]: [string[], string[]] = [[], []]
      const terminal = {
        out: (line: string) => out.push(line),
        err: (line: string) => err.push(line),
        ask: () => Promise.resolve(null),
      }
      const code = await runData(args, terminal, {
        environment: {
          DATA_DIR: location.dataDir,
          DATABASE_URL: location.databaseUrl,
          DATASETS_DIR: datasets,
          REPORTS_DIR: reports,
        },
        root: process.cwd(),
        clock: () => new Date('2025-06-02T08:00:00.000Z'),
      })
      return { code, out: out.join('\n'), err: err.join('\n') }
    },
    define: (dataset) => write(datasets, dataset),
    report: (report) => write(reports, report),
    close: async () => {
      await engine.close()
      await remove()
      rmSync(folder, { recursive: true })
    },
  }
}
