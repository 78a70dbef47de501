import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { getClientNetwork, isLoopback } from './client-network.ts'

type LimitName =
  | 'connections'
  | 'connectionsPerNetwork'
  | 'slowReaderMs'
  | 'slowReaderBytes'
  | 'requestsAtOnce'

/** Names the limit for which a connection was closed. */
type ConnectionLimit = 'all clients' | 'one client network' | 'pipelined requests'

interface Connection {
  readonly socket: Socket
  /** The network in which it is counted; undefined if that has no limit. */
  readonly network: string | undefined
  request?: IncomingMessage
  /** How many requests are being answered. */
  answering: number
  /** Whether a complete request, with its body, arrived before the newest one. */
  hasCompleteRequest: boolean
  /** Bytes that the client had read at the last measurement; undefined before the first one. */
  bytesRead?: number
  /** Whether it read too little between the last two measurements. */
  readsSlowly: boolean
}

/**
 * Limits the connections of a server. At a limit, a new connection replaces an older one that waits for its client:
 * first one that never sent a whole request, then an idle one, then one that reads its responses too slowly, each time
 * the least recently used. So connections that are only kept open, silent, with half a request or with unread
 * responses, do not lock out other clients. No other connection that is being answered is replaced; if there is none
 * else, the new one is closed. A connection with more than `requestsAtOnce` unanswered requests is closed.
 * @param getNetwork the network in which an address is counted; undefined if it has no limit of its own
 */
export function limitConnections(
  server: Server,
  {
    connections,
    connectionsPerNetwork,
    slowReaderMs,
    slowReaderBytes,
    requestsAtOnce,
  }: Readonly<Record<LimitName, number>>,
  getNetwork: (address: string) => string | undefined,
  onClose: (limit: ConnectionLimit, address: string) => void,
): void {
  /** The least recently used one first. */
  const open = new Map<Socket, Connection>()

  const close = ({ socket }: Connection, limit: ConnectionLimit) => {
    onClose(limit, socket.remoteAddress ?? '')
    open.delete(socket)
    socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const network = getNetwork(socket.remoteAddress ?? '')
    const connection = { socket, network, answering: 0, hasCompleteRequest: false, readsSlowly: false }
    const neighbours = [...open.values()].filter(
      (neighbour) => network !== undefined && neighbour.network === network,
    )
    const isNetworkFull = neighbours.length >= connectionsPerNetwork
    if (isNetworkFull || open.size >= connections) {
      const replaced = findLeastUseful(isNetworkFull ? neighbours : open.values())
      close(replaced ?? connection, isNetworkFull ? 'one client network' : 'all clients')
      if (replaced === undefined) return
    }
    open.set(socket, connection)
    socket.once('close', () => open.delete(socket))
  })

  server.once('listening', () => {
    const measuring = setInterval(() => {
      for (const connection of open.values()) measureReading(connection, slowReaderBytes)
    }, slowReaderMs).unref()
    server.once('close', () => clearInterval(measuring))
  })

  // Before the framework's own listener.
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket)
    if (connection === undefined) return
    if (connection.answering === requestsAtOnce) return close(connection, 'pipelined requests')
    if (connection.answering === 0) {
      delete connection.bytesRead
      connection.readsSlowly = false
    }
    connection.hasCompleteRequest ||= connection.request?.complete === true
    connection.request = request
    connection.answering += 1
    open.delete(request.socket)
    open.set(request.socket, connection)
    response.once('close', () => {
      connection.answering -= 1
    })
  })
}

/**
 * Returns the network in which a client is counted; undefined for this machine and for trusted proxies, which connect
 * for many clients.
 */
export function limitedNetwork(trustedProxies: readonly string[]): (address: string) => string | undefined {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (address) => (isLoopback(address) || isTrusted(address, 0) ? undefined : getClientNetwork(address))
}

/**
 * Ends an app cleanly: open requests are answered and their connections closed after that, idle connections are
 * closed at once, and the rest is closed after `drainMs`.
 */
export function registerGracefulClose(app: FastifyInstance, drainMs: number): void {
  const { server } = app
  const sockets = new Set<Socket>()
  let closing = false

  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
  app.addHook('onResponse', async () => {
    if (closing) setImmediate(() => server.closeIdleConnections())
  })
  app.addHook('preClose', async () => {
    closing = true
    if (!server.listening) return
    // Browsers open connections in advance; the server counts them as busy until their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    const timer = setTimeout(() => server.closeAllConnections(), drainMs)
    server.once('close', () => clearTimeout(timer))
  })
}

function measureReading(connection: Connection, minimum: number): void {
  const { socket, bytesRead: earlier } = connection
  const bytesRead = socket.bytesWritten - socket.writableLength
  connection.readsSlowly = earlier !== undefined && bytesRead - earlier < minimum
  connection.bytesRead = bytesRead
}

function findLeastUseful(connections: Iterable<Connection>): Connection | undefined {
  let idle: Connection | undefined
  let slow: Connection | undefined
  for (const connection of connections) {
    const { socket, request, answering, hasCompleteRequest, readsSlowly } = connection
    const isWaiting = answering === 0 || request?.complete !== true
    if (isWaiting && !hasCompleteRequest && request?.complete !== true) return connection
    if (isWaiting) idle ??= connection
    else if (readsSlowly && socket.writableLength > 0) slow ??= connection
  }
  return idle ?? slow
}
