import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify'
import { toErrorEnvelope } from './responses.ts'
import { limitConnections } from './connections.ts'
import { bareHeaders } from './headers.ts'

/** The limits of what one client may occupy, and for how long; times in milliseconds. */
export const socketLimits = {
  /** From opening a connection, or the first byte of a request, to the end of its headers. */
  headersMs: 5_000,
  /** To the end of its body. */
  requestMs: 30_000,
  /** Without a byte in either direction while a request is answered. */
  silentMs: 60_000,
  /** Between two requests; longer than the minute that proxies keep their connections. */
  keepAliveMs: 72_000,
  /** How often the first two are checked. */
  checkEveryMs: 1_000,
  headerBytes: 16_384,
  /** Of a body, unless its route sets another limit. */
  bodyBytes: 65_536,
  requestsPerSocket: 10_000,
  connections: 2_000,
  connectionsPerNetwork: 100,
  /** A client that reads less than `slowReaderBytes` of its responses in this time reads too slowly. */
  slowReaderMs: 10_000,
  slowReaderBytes: 65_536,
  /** Requests that are answered at a time on one connection. */
  requestsAtOnce: 8,
  /** From the signal to end until open requests are cut. */
  drainMs: 8_000,
} satisfies Readonly<Record<string, number>>

export type SocketLimits = Readonly<Record<keyof typeof socketLimits, number>>

/** Bodies of calls with a password, and of those under `/auth`, which anyone may send. */
export const ANONYMOUS_BODY_BYTES = 8_192
/** Bodies with a whole permission tree. */
export const TREE_BODY_BYTES = 1_048_576

type SocketOptions = Pick<
  FastifyHttpOptions<RawServerDefault>,
  'bodyLimit' | 'connectionTimeout' | 'http' | 'keepAliveTimeout' | 'maxRequestsPerSocket' | 'requestTimeout'
>

export const buildSocketOptions = (limits: SocketLimits): SocketOptions => ({
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.requestMs,
  connectionTimeout: limits.silentMs,
  keepAliveTimeout: limits.keepAliveMs,
  maxRequestsPerSocket: limits.requestsPerSocket,
  http: {
    headersTimeout: limits.headersMs,
    connectionsCheckingInterval: limits.checkEveryMs,
    maxHeaderSize: limits.headerBytes,
    // A missing host is answered with the envelope: see `checkRequestHeads`.
    requireHostHeader: false,
  },
})

/**
 * Sets the limits without an option: the number of connections, and tunnels, which are rejected. Bytes that are
 * not HTTP are answered with the envelope, too.
 */
export function limitSockets(
  app: FastifyInstance,
  limits: SocketLimits,
  getNetwork: (address: string) => string | undefined,
): void {
  const { server } = app
  const warnOfClosed = createWarning(app, 'connection closed at the limit')
  const warnOfUnread = createWarning(app, 'unreadable request')
  limitConnections(server, limits, getNetwork, (limit, address) => warnOfClosed(limit, { address }))
  // The parser delivers what a closed connection sent in the same piece, too.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.raw.socket.destroyed) reply.hijack()
    else done()
  })
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/auth/')) route.bodyLimit ??= ANONYMOUS_BODY_BYTES
  })
  server.on('connect', (_request, socket: Socket) => socket.destroy())
  // Replaces the framework's own listener.
  server
    .removeAllListeners('clientError')
    .on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      // Browsers open connections in advance; one that never sent a byte needs no response.
      if (error.code === 'ECONNRESET' || socket.bytesRead === 0) {
        socket.destroy()
        return
      }
      const [status, message] = unreadable.get(error.code) ?? ['400 Bad Request', 'The request is not HTTP.']
      const requestId = randomUUID()
      warnOfUnread(error.code ?? 'unknown', { requestId, address: socket.remoteAddress })
      rejectRequest(socket, status, JSON.stringify(toErrorEnvelope(message, requestId)))
    })
}

const unreadable: ReadonlyMap<string | undefined, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
])

function rejectRequest(socket: Socket, status: string, body: string): void {
  // A response may be incomplete on this connection; nothing may be written into it.
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const headers = { ...bareHeaders, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}

/** Creates a warning that any client can cause at any rate: all are counted, and the first of each kind is logged. */
function createWarning({ log, metrics }: FastifyInstance, event: string) {
  const logged = new Set<string>()
  return (kind: string, details: object) => {
    metrics.events.inc({ event })
    if (!logged.has(kind)) log.warn({ event, kind, ...details }, `${event}; only metrics count further ones`)
    logged.add(kind)
  }
}
