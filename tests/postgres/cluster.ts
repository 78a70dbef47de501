import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { findPort } from '../neighbours/programs.ts'
import { runStatements } from './databases.ts'

/** A PostgreSQL server of the tests' own, on a free port of this machine. */
export interface Cluster {
  readonly url: string
  readonly port: number
  readonly folder: string
  readonly pid: () => number
  /** Starts it again after it was stopped or killed. */
  readonly start: () => Promise<void>
  readonly stop: (how?: 'fast' | 'immediate') => Promise<void>
  /** Stops it and removes its files. */
  readonly remove: () => Promise<void>
}

/** The folder of PostgreSQL's programs, newest first; null where none is installed. */
export function findPostgres(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null
}

/** Makes an empty cluster and starts it. `settings` are lines of its configuration. */
export async function startCluster(programs: string, settings: readonly string[] = []): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const port = await findPort()
  const data = join(folder, 'data')
  const as = { cwd: folder, ...owner }
  const options = '--username portal --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync'.split(' ')
  const initdb = join(programs, 'initdb')
  const made = spawnSync(initdb, ['--pgdata', data, ...options], { ...as, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? String(made.error)}`)
  const lines = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    `unix_socket_directories = '${folder}'`,
    ...settings,
  ]
  writeFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)

  const cluster = serve(programs, folder, port)
  await cluster.start()
  return cluster
}

/** Starts a synchronous standby of a cluster: a commit of the cluster waits until the standby has it too. */
export async function startStandby(programs: string, primary: Cluster): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-standby-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const port = await findPort()
  const data = join(folder, 'data')
  const source = `--host 127.0.0.1 --port ${primary.port} --username portal`
  const options = `${source} --write-recovery-conf --wal-method stream --checkpoint fast --no-sync`.split(' ')
  const copied = spawnSync(join(programs, 'pg_basebackup'), ['--pgdata', data, ...options], {
    cwd: folder,
    ...owner,
    encoding: 'utf8',
  })
  if (copied.status !== 0) throw new Error(`pg_basebackup failed: ${copied.stderr ?? String(copied.error)}`)
  appendFileSync(join(data, 'postgresql.conf'), `port = ${port}\nunix_socket_directories = '${folder}'\n`)
  const standby = serve(programs, folder, port)
  await standby.start()
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    for (;;) {
      const { rows } = await client.query(`select 1 from pg_stat_replication where sync_state = 'sync'`)
      if (rows.length > 0) return standby
      await setTimeout(20)
    }
  } finally {
    await client.end()
  }
}

/** Makes a standby a primary that waits for no other server. */
export const promote = ({ url }: Cluster): Promise<void> =>
  runStatements(url, [
    'select pg_promote()',
    'alter system reset synchronous_standby_names',
    'select pg_reload_conf()',
  ])

/** The server of a folder with its data, not started. */
function serve(programs: string, folder: string, port: number): Cluster {
  const url = `postgres://portal@127.0.0.1:${port}/postgres`
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  let running: ReturnType<typeof spawn> | undefined
  const start = async () => {
    const output = openSync(log, 'a')
    const child = spawn(join(programs, 'postgres'), ['-D', data], {
      cwd: folder,
      ...findOwner(),
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    child.unref()
    running = child
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8')}`)
      await setTimeout(20)
    }
  }
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const stop = async (how: 'fast' | 'immediate' = 'fast') => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    running.ref()
    const ended = once(running, 'exit')
    running.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }
  return {
    url,
    port,
    folder,
    pid,
    start,
    stop,
    remove: async () => {
      await stop('immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  // A server that is still starting may cut a connection that it had taken.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
export function findOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody')
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) }
}
