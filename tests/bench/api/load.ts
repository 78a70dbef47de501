import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'

/** One request as it is sent again and again. */
export interface Call {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How often it comes, compared with the others. */
  readonly weight: number
  /** What it is answered when all is well. */
  readonly status: number
}

/** What a load met: times in milliseconds. */
export interface Outcome {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly answers: number
  readonly errors: number
  readonly statuses: ReadonlyMap<number, number>
  /** The times of each kind of call by its name. */
  readonly kinds: readonly {
    readonly name: string
    readonly answers: number
    readonly p50: number
    readonly p99: number
  }[]
}

export interface LoadOptions {
  readonly connections: number
  readonly seconds: number
  /** The session of each connection, in place of that of the calls; by default all have that one. */
  readonly tokens?: readonly string[]
}

/** Sends calls by their weights over a number of connections, each the next as soon as one is answered. */
export async function load(
  origin: string,
  calls: readonly Call[],
  { connections, seconds, tokens = [] }: LoadOptions,
): Promise<Outcome> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const times = createHistogram()
  const statuses = new Map<number, number>()
  const kinds = new Map(calls.map(({ name }) => [name, createHistogram()]))
  let errors = 0
  const deck = calls.flatMap((call) => Array.from({ length: call.weight }, () => call))
  const started = performance.now()
  const until = started + seconds * 1000
  const send = async (connection: number) => {
    const token = tokens[connection]
    const own = token === undefined ? {} : { authorization: `Bearer ${token}` }
    // The step has no divisor in common with the deck's length, so that each connection meets every call.
    for (let turn = connection * 7; performance.now() < until; turn += 1) {
      const call = deck[turn % deck.length]
      if (call === undefined) throw new Error('nothing to send')
      const { name, method, path, headers, body, status } = call
      const begun = process.hrtime.bigint()
      try {
        const sent = 'authorization' in headers ? { ...headers, ...own } : headers
        const answer = await pool.request({
          method,
          path,
          headers: sent,
          ...(body === undefined ? {} : { body }),
        })
        await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER })
        const time = process.hrtime.bigint() - begun
        times.record(time)
        kinds.get(name)?.record(time)
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        if (answer.statusCode !== status) errors += 1
      } catch {
        errors += 1
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => send(index)))
  const took = (performance.now() - started) / 1000
  await pool.close()
  return {
    perSecond: times.count / took,
    p50: times.percentile(50) / 1e6,
    p99: times.percentile(99) / 1e6,
    max: times.max / 1e6,
    answers: times.count,
    errors,
    statuses,
    kinds: [...kinds].map(([name, of]) => ({
      name,
      answers: of.count,
      p50: of.percentile(50) / 1e6,
      p99: of.percentile(99) / 1e6,
    })),
  }
}
