import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findPort } from '../neighbours/programs.ts'
import { findOwner } from './cluster.ts'

/** PgBouncer in front of every database of a server. */
export interface Pooler {
  /** The URL of the server's database, through the pooler. */
  readonly url: string
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Kills it and removes its files. */
  readonly remove: () => Promise<void>
}

/**
 * Starts PgBouncer in transaction mode, configured as docs/operations/operating.md says, before a server that trusts it, with
 * so many connections to each database.
 */
export async function startPooler(program: string, server: string, connections: number): Promise<Pooler> {
  const { hostname, port: serverPort, username, pathname } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
  const port = await findPort()
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${username}" ""\n`)
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${serverPort || '5432'}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = trust',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      `default_pool_size = ${connections}`,
      'max_client_conn = 100',
      'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout',
      '',
    ].join('\n'),
  )
  // It refuses to run as root: then it runs as the owner of the clusters.
  const owner = findOwner()
  if (owner !== undefined) for (const path of [folder, file, users]) chownSync(path, owner.uid, owner.gid)
  let running: ChildProcess | undefined
  const start = async () => {
    const child = spawn(program, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
    const log: string[] = []
    child.stderr.on('data', (text: Buffer) => log.push(text.toString()))
    running = child
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${log.join('')}`)
      await setTimeout(20)
    }
  }
  const kill = async () => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    start,
    kill,
    remove: async () => {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
