import type { FastifyLoggerOptions } from 'fastify'
import type { AppOptions } from './app-deps.ts'

/** What is written of a request: never its query, headers or body, which may hold what nobody should read (S11). */
export function logOptions(
  log: AppOptions['log'],
): false | (FastifyLoggerOptions & { stream: NodeJS.WritableStream }) {
  if (log === undefined) return false
  return {
    level: log.level,
    stream: log.stream,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0],
        remoteAddress: request.ip,
      }),
    },
  }
}
