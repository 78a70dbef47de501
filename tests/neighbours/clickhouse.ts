import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@clickhouse/client'

/** The engine of ClickHouse as a library; with 500 MB it is too large for the lockfile. */
const PACKAGE = 'chdb@3.4.0'
const START_TIMEOUT_MS = 240_000
const SERVER = join(dirname(fileURLToPath(import.meta.url)), 'clickhouse-server.mjs')

export interface ClickHouse {
  readonly url: string
  /** Runs a statement that changes something. */
  readonly run: (statement: string) => Promise<void>
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Installs the engine into a folder, and serves it on a free port. */
export async function startClickHouse(folder: string): Promise<ClickHouse> {
  mkdirSync(folder, { recursive: true })
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const install = spawn('npm', ['install', '--prefix', folder, ...options, PACKAGE], {
    cwd: folder,
    stdio: 'ignore',
    timeout: START_TIMEOUT_MS,
  })
  const [code] = (await once(install, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${PACKAGE} could not be installed`)
  const child = spawn(process.execPath, [SERVER, folder, join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  const url = `http://127.0.0.1:${Number(String(port))}`
  const client = createClient({ url })
  return {
    url,
    run: async (query) => {
      await client.command({ query })
    },
    insert: async (table, rows) => {
      if (rows.length === 0) return
      const values = rows.map((row) => JSON.stringify(row)).join('\n')
      await client.command({ query: `insert into ${table} format JSONEachRow ${values}` })
    },
    stop: async () => {
      await client.close()
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}
