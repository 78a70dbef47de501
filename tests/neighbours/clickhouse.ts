import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { installPackages } from './programs.ts'

/** The engine of ClickHouse as a library; with 500 MB it is too large for the lockfile. */
const PACKAGE = 'chdb@3.4.0'
const SERVER = join(dirname(fileURLToPath(import.meta.url)), 'clickhouse-server.mjs')

export interface ClickHouse {
  readonly url: string
  /** Runs a statement that changes something. */
  readonly run: (statement: string) => Promise<void>
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>
  /** Ends it at once, whatever it does. */
  readonly kill: () => Promise<void>
  /** Starts it again at the same address. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Installs the engine into a folder, and serves it on a free port. */
export async function startClickHouse(folder: string, password = ''): Promise<ClickHouse> {
  if (!(await installPackages(folder, [PACKAGE]))) throw new Error(`${PACKAGE} could not be installed`)
  const serve = async (port: number) => {
    const child = spawn(process.execPath, [SERVER, folder, join(folder, 'data'), String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CLICKHOUSE_PASSWORD: password },
    })
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    return { child, port: Number(String(printed)) }
  }
  let running = await serve(0)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'close')
  }
  const url = `http://default:${password}@127.0.0.1:${running.port}`
  const client = createClient({ url, request_timeout: 600_000, log: { level: ClickHouseLogLevel.ERROR } })
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
    kill: () => end('SIGKILL'),
    start: async () => {
      running = await serve(running.port)
    },
    stop: async () => {
      await client.close()
      await end('SIGTERM')
    },
  }
}
