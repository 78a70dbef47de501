import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance, RawServerDefault } from 'fastify'
import { failure } from './answer.ts'
import { bareHeaders } from './portal/headers.ts'

/** What one client may hold of the server, and for how long; times in milliseconds (S34). */
export interface SocketLimits {
  /** From opening a connection, or the first byte of a request, to the end of its headers. */
  readonly headersMs: number
  /** To the end of its body. */
  readonly requestMs: number
  /** Without a byte in either direction while a request is answered. */
  readonly silentMs: number
  /** Between two requests; longer than the minute that proxies keep their connections. */
  readonly keepAliveMs: number
  /** How often the two first are looked at. */
  readonly checkEveryMs: number
  readonly headerBytes: number
  readonly bodyBytes: number
  readonly requestsPerSocket: number
  readonly connections: number
  /** From the wish to end until what still runs is cut. */
  readonly drainMs: number
}

export const socketLimits: SocketLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  silentMs: 60_000,
  keepAliveMs: 72_000,
  checkEveryMs: 5_000,
  headerBytes: 16_384,
  bodyBytes: 1_048_576,
  requestsPerSocket: 10_000,
  connections: 2_000,
  drainMs: 8_000,
}

type SocketOptions = Pick<
  FastifyHttpOptions<RawServerDefault>,
  | 'bodyLimit'
  | 'clientErrorHandler'
  | 'connectionTimeout'
  | 'http'
  | 'keepAliveTimeout'
  | 'maxRequestsPerSocket'
  | 'requestTimeout'
>

/** The limits as the framework takes them; what is no HTTP is answered with the envelope all the same. */
export function socketOptions(limits: SocketLimits): SocketOptions {
  return {
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silentMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.requestsPerSocket,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
    },
    clientErrorHandler(this: FastifyInstance, error, socket) {
      if (error.code === 'ECONNRESET') return
      const [status, message] = unreadable.get(error.code) ?? ['400 Bad Request', 'The request is not HTTP.']
      const requestId = randomUUID()
      this.log.warn({ event: 'unreadable request', code: error.code, requestId }, 'unreadable request')
      refuse(socket, status, JSON.stringify(failure(message, requestId)))
    },
  }
}

/** Bounds what the options cannot: how many connections there are, and tunnels, of which there are none (S38). */
export function boundConnections({ server }: FastifyInstance, { connections }: SocketLimits): void {
  server.maxConnections = connections
  server.on('connect', (_request, socket: Socket) => socket.destroy())
}

const unreadable: ReadonlyMap<string | undefined, readonly [status: string, message: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'The headers are too large.']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'The request took too long to arrive.']],
])

function refuse(socket: Socket, status: string, body: string): void {
  // An answer may be under way on this connection, and nothing may stand in its midst.
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const headers = { ...bareHeaders, connection: 'close', 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
}
