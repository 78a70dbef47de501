import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface DevServer {
  readonly url: string
  /** What stands in the terminal so far. */
  readonly output: () => string
  /** Saves a report as an author does: another text in place of one. */
  readonly save: (id: string, change: (text: string) => string) => Promise<void>
  /** Saves a dataset in the same way. */
  readonly saveDataset: (id: string, change: (text: string) => string) => Promise<void>
  readonly dataFolder: string
  /** The exit code. */
  readonly ended: Promise<number | null>
  readonly stop: () => Promise<void>
}

/** `npm run dev` over a copy of the shipped definitions, with an empty data folder. */
export async function startDevServer(): Promise<DevServer> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-dev-'))
  const reports = join(folder, 'reports')
  const datasets = join(folder, 'datasets')
  await cp('reports', reports, { recursive: true })
  await cp('datasets', datasets, { recursive: true })
  const child = spawn(
    process.execPath,
    [resolve('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'],
    {
      env: {
        ...process.env,
        REPORTS_DIR: reports,
        DATASETS_DIR: datasets,
        DATA_DIR: join(folder, 'data'),
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<number | null>((resolveCode) => child.once('exit', resolveCode))
  let output = ''
  const url = await new Promise<string>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (found !== undefined) ready(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => failed(new Error(`the development server ended with ${code}\n${output}`)))
  })
  return {
    url,
    output: () => output,
    save: saveIn(reports),
    saveDataset: saveIn(datasets),
    dataFolder: join(folder, 'data'),
    ended,
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await ended
      }
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
