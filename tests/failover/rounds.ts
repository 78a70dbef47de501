import { openPostgres } from '../../src/server/database/postgres.ts'
import { createClient, signIn } from '../crash/api-client.ts'
import { startLoad } from '../crash/load.ts'
import { startServerProcess } from '../crash/server-process.ts'
import { faults } from './faults.ts'
import type { PatroniCluster } from './patroni-cluster.ts'
import { startRetryingWriter } from './retrying-writer.ts'

interface FailoverRun {
  readonly cluster: PatroniCluster
  /** What the portals have as DATABASE_URL. */
  readonly url: string
  readonly rounds: number
  readonly seed: number
  /** The faults in turn, by their names. */
  readonly kinds: readonly string[]
  readonly afterRound: (round: Round) => void
}

/** What a round showed; times in seconds from the fault on. */
export interface Round {
  readonly number: number
  readonly fault: string
  /** The first acknowledged write of either portal, and the later one of their first ones. */
  readonly firstWrite: number
  readonly bothWrite: number
  /** Until the node was a standby of the new primary again, with writers running. */
  readonly complete: number
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Wrong responses, and acknowledged writes that a portal does not show. */
  readonly wrong: readonly string[]
}

const PATIENCE_MS = 180_000

/** Takes the primary away from two portals that write, again and again, each time by the next fault. */
export async function runFailovers({
  cluster,
  url,
  rounds,
  seed,
  kinds,
  afterRound,
}: FailoverRun): Promise<void> {
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'warn', SESSION_HOURS: '100' }
  const portals = [await startServerProcess(environment), await startServerProcess(environment)]
  const engine = openPostgres(cluster.hostsUrl)
  try {
    for (let index = 0; index < rounds; index += 1) {
      const name = kinds[index % kinds.length] ?? ''
      const fault = faults[name]
      if (fault === undefined) throw new Error(`unknown fault '${name}'`)
      const primary = await cluster.waitUntilHealthy()
      const prefix = `failover-${seed}-${index + 1}`
      // One portal has readers and the other kinds of writes as well.
      const busy = portals[index % portals.length]?.url ?? ''
      const load = await startLoad(busy, seed + index)
      const writers = portals.map(({ url }, at) => startRetryingWriter(url, load.token, `${prefix}-${at}`))
      await Promise.all(writers.map((writer) => writer.firstAfter(performance.now(), PATIENCE_MS)))

      await fault.strike(primary)
      const struck = performance.now()
      const first = await Promise.all(writers.map((writer) => writer.firstAfter(struck, PATIENCE_MS)))
      await fault.heal(primary)
      await cluster.waitUntilHealthy()
      const complete = performance.now()
      await Promise.all(writers.map((writer) => writer.firstAfter(complete, PATIENCE_MS)))
      await Promise.all([...writers, load].map((work) => work.stop()))

      const found = await Promise.all(writers.map((writer) => writer.verify(engine)))
      const seconds = first.map((at) => (at === null ? Number.POSITIVE_INFINITY : (at - struck) / 1000))
      afterRound({
        number: index + 1,
        fault: name,
        firstWrite: Math.min(...seconds),
        bothWrite: Math.max(...seconds),
        complete: (complete - struck) / 1000,
        acknowledged: writers.reduce((sum, writer) => sum + writer.acknowledged(), 0),
        lost: [...found.flatMap(({ lost }) => lost), ...(await load.verify(engine))],
        doubled: found.flatMap(({ doubled }) => doubled),
        wrong: [
          ...writers.flatMap(({ wrong }) => wrong),
          ...load.wrong,
          ...(await findStaleReads(
            portals.map((portal) => portal.url),
            writers.map((writer) => writer.lastName()),
          )),
        ],
      })
    }
  } catch (error) {
    for (const portal of portals) console.log(portal.output().slice(-3_000))
    throw error
  } finally {
    await Promise.all(portals.map((portal) => portal.kill()))
    await engine.close()
  }
}

/** Whether a portal does not show a role that was acknowledged by either. */
async function findStaleReads(urls: readonly string[], names: readonly string[]): Promise<string[]> {
  const stale: string[] = []
  for (const url of urls) {
    const call = createClient(() => url, await signIn(url, 'superadmin'))
    for (const name of names) {
      const { status, body } = await call('GET', `/v1/role-master?page=0&size=10&search=${name}`)
      const isShown = status === 200 && JSON.stringify(body['records']).includes(`"${name}"`)
      if (!isShown) stale.push(`${name} is not shown by ${url}: ${status}`)
    }
  }
  return stale
}
