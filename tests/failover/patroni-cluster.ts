import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { findPort, findProgram } from '../neighbours/programs.ts'
import { findOwner, findPostgres } from '../postgres/cluster.ts'
import { createPatroniNode, type EtcdApi, type PatroniNode, type PatroniTimes } from './patroni-node.ts'
import { killProgram, startProgram } from './processes.ts'

const PATIENCE_MS = 180_000
const NODES = ['node1', 'node2', 'node3']

const Members = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), timeline: z.number().optional() }),
  ),
})

/** Three nodes with Patroni, one etcd, one HAProxy. */
export interface PatroniCluster {
  readonly folder: string
  /** The database through HAProxy, and with every node as a host. */
  readonly proxyUrl: string
  readonly hostsUrl: string
  /** The node of the primary, once every other node follows it and one of them is synchronous. */
  readonly waitUntilHealthy: () => Promise<PatroniNode>
  readonly stop: () => Promise<void>
  /** Stops it and removes its files. */
  readonly remove: () => Promise<void>
}

/** The names of the programs that are missing on this machine. */
export function listMissingPrograms(): string[] {
  const missing = ['etcd', 'patroni', 'haproxy'].filter((name) => findProgram(name) === null)
  return findPostgres() === null ? [...missing, 'PostgreSQL'] : missing
}

/** Starts a cluster on free ports of this machine and waits until it is complete. */
export async function startPatroniCluster(times: PatroniTimes): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-failover-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const patroni = findProgram('patroni') ?? ''
  const etcdApi = chooseEtcdApi(patroni)
  const etcdPort = await findPort()
  const peers = `http://127.0.0.1:${await findPort()}`
  const etcd = startProgram(
    findProgram('etcd') ?? '',
    [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=default=${peers}`,
      ...(etcdApi === 'etcd' ? ['--enable-v2'] : []),
    ],
    folder,
    join(folder, 'etcd.log'),
  )
  const nodes: PatroniNode[] = []
  for (const name of NODES) {
    const programs = { patroni, postgres: findPostgres() ?? '' }
    nodes.push(await createPatroniNode({ name, folder, etcdPort, etcdApi, times, ...programs }))
  }
  const proxyPort = await findPort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, formatProxySettings(proxyPort, nodes))
  const proxy = startProgram(
    findProgram('haproxy') ?? '',
    ['-db', '-f', file],
    folder,
    join(folder, 'haproxy.log'),
  )
  for (const node of nodes) node.start()

  const waitUntilHealthy = async () => {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      const primary = await findHealthyPrimary(nodes)
      if (primary !== undefined) return primary
      if (performance.now() > until) {
        const logs = nodes.map(({ name, log }) => `${name}:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
        throw new Error(`the cluster was not complete within ${PATIENCE_MS / 1000} s\n${logs.join('\n')}`)
      }
      await setTimeout(200)
    }
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.remove()))
    await Promise.all([killProgram(proxy), killProgram(etcd)])
  }
  const remove = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await waitUntilHealthy()
  } catch (error) {
    await remove()
    throw error
  }
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    folder,
    proxyUrl: `postgres://portal@127.0.0.1:${proxyPort}/postgres`,
    hostsUrl: `postgres://portal@${hosts}/postgres?target_session_attrs=read-write`,
    waitUntilHealthy,
    stop,
    remove,
  }
}

/**
 * Before 3.0.3, Patroni with etcd's API 3 overwrites the leader key of another node when its own has expired, so that two
 * nodes are primaries: github.com/patroni/patroni/pull/2689.
 */
function chooseEtcdApi(patroni: string): EtcdApi {
  const { stdout } = spawnSync(patroni, ['--version'], { encoding: 'utf8' })
  const [major = 0, minor = 0, patch = 0] = (/\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '').split('.').map(Number)
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3)) ? 'etcd3' : 'etcd'
}

async function findHealthyPrimary(nodes: readonly PatroniNode[]): Promise<PatroniNode | undefined> {
  const views = await Promise.all(nodes.map(readMembers))
  const [members] = views
  // Every node has the same view: one that has just returned may still see itself as the primary.
  if (members === undefined || views.some((view) => formatView(view) !== formatView(members)))
    return undefined
  const leaders = members.filter(({ role }) => role === 'leader')
  const isComplete =
    members.length === nodes.length &&
    leaders.length === 1 &&
    members.every(
      ({ state, timeline }) => /running|streaming/.test(state) && timeline === leaders[0]?.timeline,
    ) &&
    members.some(({ role }) => role === 'sync_standby')
  return isComplete ? nodes.find(({ name }) => name === leaders[0]?.name) : undefined
}

type MemberList = z.infer<typeof Members>['members']

const formatView = (members: MemberList) => members.map(({ name, role }) => `${name} ${role}`).join()

async function readMembers({ ownRestPort }: PatroniNode): Promise<MemberList> {
  try {
    const signal = AbortSignal.timeout(2_000)
    const answer = await fetch(`http://127.0.0.1:${ownRestPort}/cluster`, { signal })
    return Members.parse(await answer.json()).members
  } catch {
    return []
  }
}

/** The settings that docs/operations/failover.md recommends. */
function formatProxySettings(port: number, nodes: readonly PatroniNode[]): string {
  const servers = nodes.map(
    (node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`,
  )
  return [
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 2s',
    '  timeout check 2s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen postgres',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    '',
  ].join('\n')
}
