import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { checkIntegrity } from './integrity.ts'
import { createClient, signIn } from './api-client.ts'
import type { AcknowledgedWrites } from './acknowledged-writes.ts'
import type { ServerProcess } from '../support/server-process.ts'
import * as workloads from './workloads.ts'

interface KillRun {
  readonly cycles: number
  readonly seed: number
  readonly start: () => Promise<ServerProcess>
  /** Opens the server's database, from beside it. */
  readonly open: () => DatabaseHandle
  readonly afterCycle?: (report: KillReport) => void
}

/** What came of servers that were killed while they wrote. */
export interface KillReport {
  cycles: number
  acknowledged: number
  /** Writes that were sent and never answered: they may be stored or not. */
  unanswered: number
  failedStarts: number
  /** From the start of a process on a database that was left alone to its readiness, in milliseconds. */
  readonly recoveries: number[]
  readonly lost: string[]
  readonly torn: string[]
  /** What the database itself finds wrong. */
  readonly damage: string[]
}

const MAX_WRITES_PER_CYCLE = 60

/**
 * Kills a server with SIGKILL at moments that the seed decides, while four workloads write through HTTP, starts it
 * again and compares its database with what was acknowledged. A session that was opened before the first kill has to
 * last through all of them.
 */
export async function killCycles({ cycles, seed, start, open, afterCycle }: KillRun): Promise<KillReport> {
  const report: KillReport = {
    cycles: 0,
    acknowledged: 0,
    unanswered: 0,
    failedStarts: 0,
    recoveries: [],
    lost: [],
    torn: [],
    damage: [],
  }
  const tracked = new Set<AcknowledgedWrites>()
  const touched = new Set<AcknowledgedWrites>()
  let server = await start()
  const token = await signIn(server.url, 'superadmin')
  const call = createClient(() => server.url, token)
  const context = await workloads.createContext(call, seed, (writes) => {
    tracked.add(writes)
    touched.add(writes)
  })
  const { random } = context
  const running = [
    workloads.roleWorkload(context),
    await workloads.rolePermissionsWorkload(context),
    await workloads.rolePermissionsWorkload(context),
    await workloads.monthlyRecordWorkload(context, 1900),
  ]
  const lasting = [...tracked]
  const engine = open()
  try {
    while (report.cycles < cycles) {
      await writeUntilKilled()
      try {
        server = await start()
        report.recoveries.push(server.readyAfterMs)
      } catch {
        report.failedStarts += 1
        server = await start()
      }
      report.acknowledged = [...tracked].reduce((sum, { acknowledged }) => sum + acknowledged, 0)
      await verify(report.cycles % 50 === 0 ? tracked : new Set([...touched, ...lasting]))
      if ((await call('GET', '/auth/permissions')).status !== 200) report.lost.push('the session')
      touched.clear()
      report.cycles += 1
      afterCycle?.(report)
    }
    await verify(tracked)
  } finally {
    await server.kill()
    await engine.close()
  }
  return report

  async function writeUntilKilled(): Promise<void> {
    let left = 1 + random.below(MAX_WRITES_PER_CYCLE)
    const over = new AbortController()
    const moment = random.below(8)
    await Promise.all(
      running.map(async (workload) => {
        while (!over.signal.aborted) {
          try {
            await workload()
          } catch (error) {
            if (!over.signal.aborted || !isUnanswered(error)) throw error
            report.unanswered += 1
            return
          }
          left -= 1
          if (left === 0) {
            // Not right after an answer only, but also in the midst of the next writes.
            setTimeout(() => {
              over.abort()
              server.signal('SIGKILL')
            }, moment)
          }
        }
      }),
    )
    await server.ended
  }

  async function verify(some: ReadonlySet<AcknowledgedWrites>): Promise<void> {
    for (const writes of some) {
      const state = await writes.verify(engine.database)
      if (state !== 'kept') report[state].push(await writes.describe(engine.database))
    }
    report.damage.push(...(await checkIntegrity(engine)))
  }
}

/** What `fetch` throws where the connection is refused or breaks off. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError
}
