import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launch, type ServerProcess, waitUntilReady } from '../../support/server-process.ts'

export interface DevServer extends ServerProcess {
  /** Saves a report as an author does: another text in place of one. */
  readonly save: (id: string, change: (text: string) => string) => Promise<void>
  /** Saves a dataset in the same way. */
  readonly saveDataset: (id: string, change: (text: string) => string) => Promise<void>
  readonly stop: () => Promise<void>
}

/** `npm run dev` over a copy of the shipped definitions, with an empty data folder. */
export async function startDevServer(): Promise<DevServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-dev-'))
  const reports = join(folder, 'reports')
  const datasets = join(folder, 'datasets')
  await cp('reports', reports, { recursive: true })
  await cp('datasets', datasets, { recursive: true })
  const definitions = { REPORTS_DIR: reports, DATASETS_DIR: datasets }
  const child = spawn(
    process.execPath,
    [resolve('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'],
    { env: { ...process.env, ...definitions, DATA_DIR: join(folder, 'data'), NO_COLOR: '1' } },
  )
  const server = await waitUntilReady(launch(child), /(http:\/\/127\.0\.0\.1:\d+)/)
  return {
    ...server,
    save: saveIn(reports),
    saveDataset: saveIn(datasets),
    stop: async () => {
      server.signal('SIGTERM')
      await server.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const saveIn =
  (folder: string): DevServer['save'] =>
  async (id, change) => {
    const path = join(folder, `${id}.json`)
    await writeFile(path, change(await readFile(path, 'utf8')))
  }
