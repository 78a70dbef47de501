import { createHistogram } from 'node:perf_hooks'
import { Pool } from 'undici'

/** One request as it is sent again and again. */
export interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How often it is sent, relative to the others. */
  readonly weight: number
  /** The expected status. */
  readonly status: number
}

/**
 * Sends calls by their weights over a number of connections, each the next as soon as it has a response; returns times in
 * milliseconds. All connections go through the same sequence, evenly distributed over it: from one position they would all
 * sign in to the same account at nearly the same time, and be refused by its share of the queue.
 */
export async function load(origin: string, calls: readonly Call[], connections: number, seconds: number) {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const times = createHistogram()
  let errors = 0
  const sequence = calls.flatMap((call) => Array.from({ length: call.weight }, () => call))
  const started = performance.now()
  const until = started + seconds * 1000
  const send = async (connection: number) => {
    const first = Math.floor((connection * sequence.length) / connections)
    for (let turn = first; performance.now() < until; turn += 1) {
      const call = sequence[turn % sequence.length]
      if (call === undefined) throw new Error('nothing to send')
      const { method, path, headers, body = null, status } = call
      const sent = process.hrtime.bigint()
      try {
        const response = await pool.request({ method, path, headers, body })
        await response.body.dump({ limit: Number.MAX_SAFE_INTEGER })
        times.record(process.hrtime.bigint() - sent)
        if (response.statusCode !== status) errors += 1
      } catch {
        errors += 1
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => send(index)))
  const elapsed = (performance.now() - started) / 1000
  await pool.close()
  const [p50, p99] = [times.percentile(50) / 1e6, times.percentile(99) / 1e6]
  // Errors are responses with another status than the expected one, and requests without a response.
  return { perSecond: times.count / elapsed, p50, p99, errors }
}
