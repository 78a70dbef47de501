import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { findPort, findProgram, installPackages, waitForAnswer } from './programs.ts'

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

/** Starts the server that Debian has as `clickhouse-server`, with a password. */
export async function startOldClickHouse(): Promise<Pick<ClickHouse, 'url' | 'stop'>> {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-old-'))
  const [http, tcp] = [await findPort(), await findPort()]
  const paths = ['path', 'tmp_path', 'user_files_path'].map((name) => `<${name}>${folder}/${name}/</${name}>`)
  writeFileSync(
    join(folder, 'config.xml'),
    `<yandex><logger><level>none</level></logger><http_port>${http}</http_port><tcp_port>${tcp}</tcp_port>
      <listen_host>127.0.0.1</listen_host>${paths.join('')}<mark_cache_size>100000000</mark_cache_size>
      <users_config>users.xml</users_config><default_profile>all</default_profile><default_database>default</default_database></yandex>`,
  )
  writeFileSync(
    join(folder, 'users.xml'),
    `<yandex><profiles><all></all></profiles><quotas><all></all></quotas><users><default><password>secret</password>
      <networks><ip>::/0</ip></networks><profile>all</profile><quota>all</quota></default></users></yandex>`,
  )
  const options = [`--config-file=${join(folder, 'config.xml')}`]
  const child = spawn(findProgram('clickhouse-server') ?? '', options, { cwd: folder, stdio: 'ignore' })
  await waitForAnswer(child, `http://127.0.0.1:${http}`)
  return {
    url: `http://default:secret@127.0.0.1:${http}`,
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}
