import type { ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPort } from '../neighbours/programs.ts'
import { findOwner } from '../postgres/cluster.ts'
import { killProgram, listChildren, listProcesses, signalAll, startProgram } from './processes.ts'
import { openTcpGate, type TcpGate } from './tcp-gate.ts'

/** The settings of Patroni that decide how long a failover takes, in seconds. */
export interface PatroniTimes {
  readonly ttl: number
  readonly loopWait: number
  readonly retryTimeout: number
}

/** The section of Patroni's settings that names etcd, by the version of etcd's API. */
export type EtcdApi = 'etcd' | 'etcd3'

/** A server with PostgreSQL and Patroni. Everyone else reaches it through ports that can be cut off. */
export interface PatroniNode {
  readonly name: string
  /** The forwarded ports of PostgreSQL and of Patroni's REST API. */
  readonly port: number
  readonly restPort: number
  /** The REST API itself, which the test always reaches. */
  readonly ownRestPort: number
  readonly log: string
  readonly start: () => void
  readonly killPostgres: () => void
  /** Kills Patroni and PostgreSQL, as a power cut does. */
  readonly kill: () => Promise<void>
  readonly freezePostgres: () => void
  readonly freeze: () => void
  readonly thaw: () => void
  readonly cutOff: () => void
  readonly heal: () => void
  readonly remove: () => Promise<void>
}

interface NodePlan {
  readonly name: string
  readonly folder: string
  readonly patroni: string
  readonly postgres: string
  readonly etcdPort: number
  readonly etcdApi: EtcdApi
  readonly times: PatroniTimes
}

/** Prepares a node; it does not run yet. */
export async function createPatroniNode(plan: NodePlan): Promise<PatroniNode> {
  const { name, patroni, etcdPort } = plan
  const folder = join(plan.folder, name)
  const file = join(folder, 'patroni.json')
  const log = join(folder, 'log')
  const postgresPort = await findPort()
  const ownRestPort = await findPort()
  const toPostgres = await openTcpGate(postgresPort)
  const toRest = await openTcpGate(ownRestPort)
  const toEtcd = await openTcpGate(etcdPort)
  const gates: readonly TcpGate[] = [toPostgres, toRest, toEtcd]
  mkdirSync(folder)
  // JSON is YAML too.
  const settings = buildSettings(plan, folder, {
    postgres: postgresPort,
    rest: ownRestPort,
    publicPostgres: toPostgres.port,
    publicRest: toRest.port,
    etcd: toEtcd.port,
  })
  writeFileSync(file, JSON.stringify(settings, null, 1))
  const owner = findOwner()
  if (owner !== undefined) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid)

  let running: ChildProcess | undefined
  // Not by the file of its number, which is missing while Patroni copies the data again.
  const findPostgresProcesses = () => {
    const servers = listProcesses(join(folder, 'data'))
    return [...servers, ...servers.flatMap(listChildren)]
  }
  let frozen: readonly number[] = []
  const freeze = (pids: readonly number[]) => {
    frozen = pids
    signalAll(pids, 'SIGSTOP')
  }
  const thaw = () => {
    signalAll(frozen, 'SIGCONT')
    frozen = []
  }
  const kill = async () => {
    thaw()
    const pids = findPostgresProcesses()
    await Promise.all([killProgram(running), Promise.resolve(signalAll(pids, 'SIGKILL'))])
  }
  return {
    name,
    port: toPostgres.port,
    restPort: toRest.port,
    ownRestPort,
    log,
    start: () => {
      running = startProgram(patroni, [file], folder, log)
    },
    killPostgres: () => signalAll(findPostgresProcesses().slice(0, 1), 'SIGKILL'),
    kill,
    freezePostgres: () => freeze(findPostgresProcesses()),
    freeze: () => freeze([running?.pid ?? 0, ...findPostgresProcesses()].filter((pid) => pid > 0)),
    thaw,
    cutOff: () => gates.forEach((gate) => gate.cut()),
    heal: () => gates.forEach((gate) => gate.heal()),
    remove: async () => {
      await kill()
      for (const gate of gates) gate.close()
    },
  }
}

interface Ports {
  readonly postgres: number
  readonly rest: number
  readonly publicPostgres: number
  readonly publicRest: number
  readonly etcd: number
}

function buildSettings({ name, postgres, etcdApi, times }: NodePlan, folder: string, ports: Ports) {
  const { ttl, loopWait, retryTimeout } = times
  return {
    scope: 'portal',
    name,
    log: { level: 'INFO' },
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.publicRest}` },
    // As proxies, so that the node uses no other address of etcd than the one that can be cut off.
    [etcdApi]: { hosts: [`127.0.0.1:${ports.etcd}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: retryTimeout,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 100, wal_log_hints: 'on', wal_keep_size: '256MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${ports.publicPostgres}`,
      data_dir: join(folder, 'data'),
      bin_dir: postgres,
      pgpass: join(folder, 'pgpass'),
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      authentication: { superuser: { username: 'portal' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  }
}
