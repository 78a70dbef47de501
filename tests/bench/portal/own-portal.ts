import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'
import { openDatabaseHandle } from '../../../src/server/database/open.ts'
import { findPort } from '../../neighbours/programs.ts'
import { findPostgres, startCluster } from '../../postgres/cluster.ts'
import { type MeasuredServer, startServer } from '../api/server-under-load.ts'

/** A built portal for production with a database of its own, of either engine. */
export interface OwnPortal {
  readonly folder: string
  readonly origin: string
  readonly start: () => Promise<MeasuredServer>
  /** Runs a built command, such as `data`; returns its output. Throws if it fails. */
  readonly run: (
    command: 'admin' | 'data',
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ) => Promise<CommandRun>
  readonly open: () => DatabaseHandle
  readonly remove: () => Promise<void>
}

export interface CommandRun {
  readonly output: string
  readonly seconds: number
  /** The most memory of the process, in bytes. */
  readonly peak: number
}

const dist = process.env['DIST'] ?? 'dist'

/** Prepares the folder or the cluster; the server is not started. */
export async function createPortal(
  engine: 'sqlite' | 'postgres',
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPortal> {
  const folder = mkdtempSync(join(tmpdir(), 'own-portal-'))
  const cluster = engine === 'postgres' ? await startOwnCluster() : null
  const port = await findPort()
  const location = { dataDir: join(folder, 'data'), databaseUrl: cluster?.url }
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: location.dataDir,
    ...(cluster === null ? {} : { DATABASE_URL: cluster.url }),
    REPORTS_DIR: 'reports',
    PORTAL_DIR: join(dist, 'portal'),
    LOG_LEVEL: 'warn',
    TRUST_PROXY: '127.0.0.1',
    ...settings,
  }
  return {
    folder,
    origin: `http://127.0.0.1:${port}`,
    start: () => startServer(join(dist, 'server', 'main.js'), [], environment),
    run: (command, args, more = {}) =>
      runCommand(join(dist, 'server', `${command}.js`), args, { ...environment, ...more }),
    open: () => openDatabaseHandle({ ...location, databaseConnections: 2 }),
    remove: async () => {
      await cluster?.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

async function runCommand(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let peak = 0
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const watch = setInterval(() => (peak = Math.max(peak, readPeak(child.pid ?? 0))), 50)
  const [code]: readonly unknown[] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}: ${output.slice(0, 2_000)}`)
  return { output, peak, seconds: (performance.now() - started) / 1_000 }
}

/** The most memory that a process has used, as Linux counts it, in bytes; 0 once it has ended. */
export function readPeak(pid: number): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(found ?? 0) * 1024
  } catch {
    return 0
  }
}

async function startOwnCluster() {
  const programs = findPostgres()
  if (programs === null) throw new Error('there is no PostgreSQL on this machine')
  return startCluster(programs)
}
