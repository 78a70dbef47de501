import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { checkIntegrity } from './integrity.ts'
import { callsOf, signIn } from './api-client.ts'
import { dummyDataWriter } from './dummy-data-writer.ts'
import type { Register } from './acknowledged-writes.ts'
import { seeded } from './seeded-random.ts'
import type { ServerProcess } from './server-process.ts'
import * as writers from './workloads.ts'

interface KillRun {
  readonly cycles: number
  readonly seed: number
  readonly start: () => Promise<ServerProcess>
  /** Opens the server's database, from beside it. */
  readonly open: () => DatabaseHandle
  readonly afterCycle?: (report: KillReport) => void
}

/** What came of servers that were killed while they wrote (S72). */
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

const MOST_WRITES_PER_CYCLE = 60

/**
 * Kills a server without a word at moments that the seed decides, while seven writers write through HTTP, starts it
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
  const random = seeded(seed)
  const registers = new Set<Register>()
  const touched = new Set<Register>()
  let server = await start()
  let names = 0
  const token = await signIn(server.url, 'superadmin')
  const call = callsOf(() => server.url, token)
  const desk: writers.Desk = {
    call,
    random,
    newName: () => `kill-${seed}-${(names += 1)}`,
    ...(await writers.readMenu(call)),
    track: (register) => {
      registers.add(register)
      touched.add(register)
      return register
    },
  }
  const crew = [
    writers.roleWriter(desk),
    await writers.userWriter(desk),
    await writers.roleRightsWriter(desk),
    await writers.roleRightsWriter(desk),
    await writers.userRightsWriter(desk),
    await writers.monthlyRecordWriter(desk, 1900),
    dummyDataWriter(desk),
  ]
  const lasting = [...registers]
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
      report.acknowledged = [...registers].reduce((sum, { acknowledged }) => sum + acknowledged, 0)
      await verify(report.cycles % 50 === 0 ? registers : new Set([...touched, ...lasting]))
      if ((await call('GET', '/auth/permissions')).status !== 200) report.lost.push('the session')
      touched.clear()
      report.cycles += 1
      afterCycle?.(report)
    }
    await verify(registers)
  } finally {
    await server.kill()
    await engine.close()
  }
  return report

  async function writeUntilKilled(): Promise<void> {
    let left = 1 + random.below(MOST_WRITES_PER_CYCLE)
    const over = new AbortController()
    const moment = random.below(8)
    await Promise.all(
      crew.map(async (writer) => {
        while (!over.signal.aborted) {
          try {
            await writer()
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

  async function verify(some: ReadonlySet<Register>): Promise<void> {
    for (const register of some) {
      const finding = await register.verify(engine.database)
      if (finding !== 'kept') report[finding].push(await register.describe(engine.database))
    }
    report.damage.push(...(await checkIntegrity(engine)))
  }
}

/** What `fetch` throws where the connection is refused or breaks off. */
function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError
}
