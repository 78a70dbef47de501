import type { FastifyServerOptions } from 'fastify'
import type { AppOptions } from '../app-deps.ts'

/**
 * One JSON line for each event, with its moment in UTC. Of a request are written method, path and client: never
 * its query, headers or body, which may hold what nobody should read (S11).
 */
export function logOptions({
  log,
  clock,
}: Pick<AppOptions, 'log' | 'clock'>): NonNullable<FastifyServerOptions['logger']> {
  if (log === undefined) return false
  return {
    level: log.level,
    stream: log.stream,
    timestamp: () => `,"time":"${clock().toISOString()}"`,
    hooks: { streamWrite: harmless },
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0],
        remoteAddress: request.ip,
      }),
      err: told,
    },
  }
}

/** What is written of an error: not the values of the row that it is about, which a database adds to it (S11). */
function told(error: Error) {
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type: error.name, message: error.message, ...code, stack: stackOf(error) }
}

function stackOf({ stack = '', cause }: Error): string {
  return cause instanceof Error ? `${stack}\ncaused by: ${stackOf(cause)}` : stack
}

/** Writes as JSON does what would move a terminal or turn a line round; it stands in texts only (S86). */
function harmless(line: string): string {
  return line.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
