import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { type Answer, callsOf, signIn } from './api-client.ts'
import type { Register } from './acknowledged-writes.ts'
import { seeded } from './seeded-random.ts'
import * as writers from './workloads.ts'

/** Readers and writers that go on whatever the server answers, and keep account of it. */
export interface Load {
  readonly token: string
  /** How many calls went well, and how many were answered by 503, so far. */
  readonly counts: { good: number; unavailable: number }
  /** Answers that no fault of the database excuses. */
  readonly wrong: string[]
  /** Resolves when one of the counts has grown by some. */
  readonly more: (count: 'good' | 'unavailable', by: number) => Promise<void>
  readonly stop: () => Promise<void>
  /** The writes whose acknowledgement the database does not bear out. */
  readonly verify: (engine: DatabaseHandle) => Promise<string[]>
}

/**
 * Starts six loops of reads and writes through HTTP. While a database is away the one right answer is a 503 in the
 * envelope that says when to try again (S76).
 */
export async function startLoad(url: string, seed: number): Promise<Load> {
  const counts = { good: 0, unavailable: 0 }
  const wrong: string[] = []
  const registers: Register[] = []
  const waiting = new Set<() => void>()
  const over = new AbortController()
  const token = await signIn(url, 'superadmin')
  const plain = callsOf(() => url, token)
  let names = 0

  const account = (what: string, answer: Answer): void => {
    if (answer.status < 400) counts.good += 1
    else if (isUnavailable(answer)) counts.unavailable += 1
    else wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    for (const look of waiting) look()
  }
  const call: typeof plain = async (method, path, ...rest) => {
    const answer = await plain(method, path, ...rest)
    account(`${method} ${path}`, answer)
    return answer
  }
  const desk: writers.Desk = {
    call,
    random: seeded(seed),
    newName: () => `load-${seed}-${(names += 1)}`,
    ...(await writers.readMenu(plain)),
    track: (register) => {
      registers.push(register)
      return register
    },
  }
  const crew: writers.Writer[] = [
    writers.roleWriter(desk),
    await writers.roleRightsWriter(desk),
    await writers.userRightsWriter(desk),
    await writers.monthlyRecordWriter(desk, 1900 + (seed % 100)),
    async () => void (await call('GET', '/v1/role-master?page=0&size=10')),
    async () => void (await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')),
  ]
  const loops = crew.map(async (turn) => {
    while (!over.signal.aborted) {
      try {
        await turn()
      } catch (error) {
        wrong.push(String(error))
        return
      }
    }
  })
  return {
    token,
    counts,
    wrong,
    more: (count, by) =>
      new Promise((resolve, reject) => {
        const wanted = counts[count] + by
        const look = () => {
          if (counts[count] < wanted && wrong.length === 0) return
          waiting.delete(look)
          if (wrong.length > 0) reject(new Error(wrong.join('\n')))
          else resolve()
        }
        waiting.add(look)
        look()
      }),
    stop: async () => {
      over.abort()
      await Promise.all(loops)
    },
    verify: async ({ database }) => {
      const faults: string[] = []
      for (const register of registers) {
        if ((await register.verify(database)) !== 'kept') faults.push(await register.describe(database))
      }
      return faults
    },
  }
}

/** Whether an answer says, in the envelope, that and when one should try again. */
export function isUnavailable({ status, headers, body }: Answer): boolean {
  const retryAfter = Number(headers.get('retry-after'))
  return (
    status === 503 &&
    retryAfter >= 1 &&
    body['success'] === false &&
    body['message'] === 'The database is not available now. Please try again.' &&
    typeof body['requestId'] === 'string'
  )
}
