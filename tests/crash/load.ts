import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import { type Answer, createClient, signIn } from './api-client.ts'
import type { AcknowledgedWrites } from './acknowledged-writes.ts'
import * as workloads from './workloads.ts'

/** Readers and writers that continue whatever the server answers, and count the responses. */
export interface Load {
  readonly token: string
  /** Successful responses and 503 responses so far. */
  readonly counts: { good: number; unavailable: number }
  /** Responses that an unavailable database does not explain. */
  readonly wrong: string[]
  /** Resolves when one of the counts has grown by some. */
  readonly more: (count: 'good' | 'unavailable', by: number) => Promise<void>
  readonly stop: () => Promise<void>
  /** Describes the acknowledged writes that the database does not contain. */
  readonly verify: (engine: DatabaseHandle) => Promise<string[]>
}

/**
 * Starts five loops of reads and writes through HTTP. While a database is away the one right answer is a 503 in the
 * envelope that says when to try again.
 */
export async function startLoad(url: string, seed: number): Promise<Load> {
  const counts = { good: 0, unavailable: 0 }
  const wrong: string[] = []
  const tracked: AcknowledgedWrites[] = []
  const waiting = new Set<() => void>()
  const over = new AbortController()
  const token = await signIn(url, 'superadmin')
  const plain = createClient(() => url, token)

  const count = (what: string, answer: Answer): void => {
    if (answer.status < 400) counts.good += 1
    else if (isUnavailable(answer)) counts.unavailable += 1
    else wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    for (const look of waiting) look()
  }
  const call: typeof plain = async (method, path, ...rest) => {
    const answer = await plain(method, path, ...rest)
    count(`${method} ${path}`, answer)
    return answer
  }
  const context = await workloads.createContext(call, seed, (writes) => tracked.push(writes))
  const running: workloads.Workload[] = [
    workloads.roleWorkload(context),
    await workloads.rolePermissionsWorkload(context),
    await workloads.monthlyRecordWorkload(context, 1900 + (seed % 100)),
    async () => void (await call('GET', '/v1/role-master?page=0&size=10')),
    async () => void (await call('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')),
  ]
  const loops = running.map(async (turn) => {
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
      const lost: string[] = []
      for (const writes of tracked) {
        if ((await writes.verify(database)) !== 'kept') lost.push(await writes.describe(database))
      }
      return lost
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
