import type { FastifyServerOptions } from 'fastify'
import type { AppOptions } from '../app-deps.ts'

/**
 * Logs one JSON line for each event, with its time in UTC. Of a request it logs method, path and client, but never its
 * query, headers or body, which may contain secrets (S11).
 */
export function buildLogOptions({
  log,
  clock,
}: Pick<AppOptions, 'log' | 'clock'>): NonNullable<FastifyServerOptions['logger']> {
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
        remoteAddress: request.ip,
      }),
      err: formatError,
    },
  }
}

/** The logged part of an error: without the values of the row, which a database adds to it (S11). */
function formatError(error: Error) {
  const code = 'code' in error ? { code: String(error.code) } : {}
  return { type: error.name, message: error.message, ...code, stack: formatStack(error) }
}

function formatStack({ stack = '', cause }: Error): string {
  return cause instanceof Error ? `${stack}\ncaused by: ${formatStack(cause)}` : stack
}

/** Escapes control and bidirectional characters, so that logged text cannot manipulate a terminal (S86). */
function escapeControls(line: string): string {
  return line.replaceAll(
    /[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
