import type { FastifyServerOptions } from 'fastify'
import type { AppOptions } from './app-deps.ts'

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
    },
  }
}

/** Writes as JSON does what would move a terminal or turn a line round; it stands in texts only (S86). */
function harmless(line: string): string {
  return line.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
