import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
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
  /** The bytes of the write-ahead log. */
  readonly measureWal: () => number
  /** The lines of the log at the level of errors, and those that are not JSON, since the last call. */
  readonly readErrors: () => string[]
  readonly remove: () => Promise<void>
}

export interface CommandRun {
  readonly output: string
  readonly seconds: number
  /** The most memory of the process, in bytes. */
  readonly peak: number
}

const dist = process.env['DIST'] ?? 'dist'
const ERROR_LEVEL = 50

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
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a')
  let read = 0
  return {
    folder,
    origin: `http://127.0.0.1:${port}`,
    start: () => startServer(join(dist, 'server', 'main.js'), [], environment, log),
    run: (command, args, more = {}) =>
      runCommand(join(dist, 'server', `${command}.js`), args, { ...environment, ...more }),
    open: () => openDatabaseHandle({ ...location, databaseConnections: 2 }),
    measureWal: () =>
      cluster === null
        ? (statSync(join(location.dataDir, 'portal.db-wal'), { throwIfNoEntry: false })?.size ?? 0)
        : sumSizes(join(cluster.folder, 'data', 'pg_wal')),
    readErrors: () => {
      const lines = readFileSync(logFile, 'utf8').split('\n')
      const fresh = lines.slice(read).filter((line) => line !== '')
      read = lines.length - 1
      return fresh.filter(isError)
    },
    remove: async () => {
      await cluster?.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Counts the open handles of a process. */
export const countHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Lists what the handles of a process are, with the number of each kind. */
export function describeHandles(pid: number): string {
  const kinds = new Map<string, number>()
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    const target = readTarget(`/proc/${pid}/fd/${name}`)
    kinds.set(target, (kinds.get(target) ?? 0) + 1)
  }
  return [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')
}

function readTarget(path: string): string {
  try {
    return readlinkSync(path).replace(/:\[?\d+\]?$/, '')
  } catch {
    return 'closed'
  }
}

/** Start messages are plain text and are written before the first line of JSON. */
function isError(line: string): boolean {
  if (!line.startsWith('{')) return /error|exception|fail/i.test(line)
  const level = /"level":(\d+)/.exec(line)?.[1]
  return Number(level) >= ERROR_LEVEL
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

function sumSizes(folder: string): number {
  const sizes = readdirSync(folder).map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
