import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyServerOptions } from 'fastify'
import SonicBoom from 'sonic-boom'
import { getClientAddress } from './client-network.ts'

interface LogSettings {
  readonly log?: { readonly level: string; readonly stream: Pick<LogDestination, 'write'> }
  readonly clock: () => Date
}

/**
 * Logs one JSON line for each event, with its time in UTC. Of a request it logs method, path and client, but never its
 * query, headers or body, which may contain secrets.
 */
export function buildLogOptions({ log, clock }: LogSettings): NonNullable<FastifyServerOptions['logger']> {
  if (log === undefined) return false
  return {
    level: log.level,
    stream: log.stream,
    timestamp: () => `,"time":"${clock().toISOString()}"`,
    hooks: { streamWrite: escapeControls },
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0],
        remoteAddress: getClientAddress(request.ip),
      }),
      err: formatError,
    },
  }
}

/** Writes the log. It never throws, waits for a reader, or ends the process. */
export interface LogDestination {
  /** Writes one line, which ends with a line break; drops and counts it while the buffer is full. */
  readonly write: (line: string) => void
  /** Why the log is incomplete; undefined while every line is written. */
  readonly getError: () => string | undefined
  /** Resolves when every accepted line is written, or after `limitMs`. */
  readonly flush: (limitMs: number) => Promise<void>
}

/** The most that is buffered while lines cannot be written. */
const BUFFER_BYTES = 1_048_576
const RETRY_EVERY_MS = 100

/**
 * Returns the log on standard error. The server survives a full disk, a reader that ends, and a reader that stalls.
 * Once a line is dropped, all further ones are, until the buffer is written; then one line says how many.
 */
export function openErrorLog(clock: () => Date): LogDestination {
  // Node's own streams make a pipe non-blocking when they are first used, so that a synchronous write to it never
  // waits. Their errors would otherwise end the process.
  for (const output of [process.stdout, process.stderr]) {
    if (output.listenerCount('error') === 0) output.on('error', () => undefined)
  }
  let lost = 0
  let failure: string | undefined
  let retry: NodeJS.Timeout | undefined
  const isBehind = () => lost > 0 || failure !== undefined
  const stream = new SonicBoom({
    fd: process.stderr.fd,
    // A line is written to the operating system before its request is answered, and no thread waits for a slow reader.
    sync: true,
    retryEAGAIN: () => false,
    maxLength: BUFFER_BYTES,
    // Without a minimum, `flush` does nothing.
    minLength: 1,
  })
  stream.on('drop', () => {
    lost += 1
  })
  stream.on('error', (error: NodeJS.ErrnoException) => {
    failure = error.code ?? error.message
    retry ??= setTimeout(() => {
      retry = undefined
      stream.flush()
    }, RETRY_EVERY_MS).unref()
  })
  stream.on('drain', () => {
    failure = undefined
    if (lost === 0) return
    const line = formatLossLine(lost, clock())
    lost = 0
    stream.write(line)
  })
  return {
    write: (line) => {
      if (lost > 0) lost += 1
      else stream.write(line)
    },
    getError: () => {
      if (lost > 0) return `lines of the log are lost: ${failure ?? 'the buffer is full'}`
      // A reader that is slow for a short time loses nothing.
      return failure === undefined || failure === 'EAGAIN'
        ? undefined
        : `the log cannot be written: ${failure}`
    },
    flush: async (limitMs) => {
      const end = performance.now() + limitMs
      while (isBehind() && performance.now() < end) await delay(RETRY_EVERY_MS)
    },
  }
}

/** Describes a condition that `/readyz` reports. */
export interface ReadinessCheck {
  readonly name: string
  /** `unready`: a failure means that this process should get no requests; `degraded`: that part of it does not work. */
  readonly severity: 'unready' | 'degraded'
  /** Throws while the condition is not met; the message is logged. A timeout counts as a failure. */
  readonly check: () => Promise<void>
}

/** Reports an incomplete log to `/readyz`: requests are answered, but audit events are missing. */
export const checkLog = (log: Pick<LogDestination, 'getError'>): ReadinessCheck => ({
  name: 'log',
  severity: 'degraded',
  check: async () => {
    const error = log.getError()
    if (error !== undefined) throw new Error(error)
  },
})

/** Returns the logged part of an error: without the values of the row, which a database adds to it. */
function formatError(error: Error) {
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type: error.name, message: error.message, ...code, stack: formatStack(error) }
}

const formatStack = ({ stack = '', cause }: Error): string =>
  cause instanceof Error ? `${stack}\ncaused by: ${formatStack(cause)}` : stack

/** Escapes control and bidirectional characters, so that logged text cannot manipulate a terminal. */
const escapeControls = (line: string): string =>
  line.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function formatLossLine(lines: number, now: Date): string {
  const text = lines === 1 ? '1 line of the log was lost' : `${lines} lines of the log were lost`
  return `${JSON.stringify({ level: 40, time: now.toISOString(), lines, msg: text })}\n`
}
