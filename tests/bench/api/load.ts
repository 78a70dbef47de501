import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'

/** One request as it is sent again and again. */
export interface Call {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How often it is sent, relative to the others. */
  readonly weight: number
  /** The expected status. */
  readonly status: number
}

/** The result of a load; times in milliseconds. */
export interface Outcome {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly responses: number
  /** Responses with another status than the expected one, and requests without a response. */
  readonly errors: number
  readonly statuses: ReadonlyMap<number, number>
  /** The times of each kind of call by its name. */
  readonly kinds: readonly {
    readonly name: string
    readonly responses: number
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

/**
 * Sends calls by their weights over a number of connections, each the next as soon as it has a response. All connections
 * go through the same sequence, evenly distributed over it: from one position they would all sign in to the same account
 * at nearly the same time, and be refused by its share of the queue.
 */
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
  const sequence = calls.flatMap((call) => Array.from({ length: call.weight }, () => call))
  const started = performance.now()
  const until = started + seconds * 1000
  const send = async (connection: number) => {
    const token = tokens[connection]
    const own = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const first = Math.floor((connection * sequence.length) / connections)
    for (let turn = first; performance.now() < until; turn += 1) {
      const call = sequence[turn % sequence.length]
      if (call === undefined) throw new Error('nothing to send')
      const { name, method, path, headers, body, status } = call
      const sent = process.hrtime.bigint()
      try {
        const allHeaders = 'authorization' in headers ? { ...headers, ...own } : headers
        const response = await pool.request({
          method,
          path,
          headers: allHeaders,
          ...(body === undefined ? {} : { body }),
        })
        await response.body.dump({ limit: Number.MAX_SAFE_INTEGER })
        const time = process.hrtime.bigint() - sent
        times.record(time)
        kinds.get(name)?.record(time)
        statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1)
        if (response.statusCode !== status) errors += 1
      } catch {
        errors += 1
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => send(index)))
  const elapsed = (performance.now() - started) / 1000
  await pool.close()
  return {
    perSecond: times.count / elapsed,
    p50: times.percentile(50) / 1e6,
    p99: times.percentile(99) / 1e6,
    max: times.max / 1e6,
    responses: times.count,
    errors,
    statuses,
    kinds: [...kinds].map(([name, histogram]) => ({
      name,
      responses: histogram.count,
      p50: histogram.percentile(50) / 1e6,
      p99: histogram.percentile(99) / 1e6,
    })),
  }
}
