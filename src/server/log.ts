import type { FastifyLoggerOptions } from 'fastify'
import type { AppOptions } from './app-deps.ts'

interface LogOptions extends FastifyLoggerOptions {
  readonly stream: NodeJS.WritableStream
  readonly timestamp: () => string
}

/**
 * One JSON line for each event, with its moment in UTC. Of a request are written method, path and client: never
 * its query, headers or body, which may hold what nobody should read (S11).
 */
export function logOptions({ log, clock }: Pick<AppOptions, 'log' | 'clock'>): false | LogOptions {
  if (log === undefined) return false
  return {
    level: log.level,
    stream: log.stream,
    timestamp: () => `,"time":"${clock().toISOString()}"`,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0],
        remoteAddress: request.ip,
      }),
    },
  }
}
