import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { clientNetwork, isLoopback } from './security/client-network.ts'

export interface ConnectionLimits {
  /** From all clients together. */
  readonly connections: number
  /** From one client network. */
  readonly connectionsPerNetwork: number
}

/** The limit for which a connection was closed. */
export type ConnectionLimit = 'all clients' | 'one client network'

interface Connection {
  readonly socket: Socket
  /** Connections that are counted together; the least recently used one first. */
  readonly neighbours: Set<Connection>
  /** The newest request on it. */
  request?: IncomingMessage
  /** How many requests are being answered. */
  answering: number
  /** Whether a whole request, with its body, has arrived before the newest one. */
  hasAsked: boolean
}

/**
 * Limits the connections of a server. At a limit, a new connection replaces an older one that waits for its client:
 * first one that never sent a whole request, then an idle one, each time the least recently used. So connections that are
 * only held open, silent or with half a request, keep no one out. A connection that is being answered is never
 * replaced; if all are, the new one is closed.
 * @param networkOf the network in which an address is counted; undefined if it has no limit of its own
 */
export function limitConnections(
  server: Server,
  { connections, connectionsPerNetwork }: ConnectionLimits,
  networkOf: (address: string) => string | undefined,
  onClose: (limit: ConnectionLimit, address: string) => void,
): void {
  const open = new Map<Socket, Connection>()
  const all = new Set<Connection>()
  const networks = new Map<string, Set<Connection>>()

  const remove = (connection: Connection) => {
    open.delete(connection.socket)
    all.delete(connection)
    connection.neighbours.delete(connection)
  }
  const touch = (connection: Connection) => {
    for (const set of [all, connection.neighbours]) {
      set.delete(connection)
      set.add(connection)
    }
  }
  const close = (connection: Connection, limit: ConnectionLimit) => {
    onClose(limit, connection.socket.remoteAddress ?? '')
    remove(connection)
    connection.socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const neighbours = (network !== undefined && networks.get(network)) || new Set<Connection>()
    const connection: Connection = { socket, neighbours, answering: 0, hasAsked: false }
    if (neighbours.size >= connectionsPerNetwork) {
      const replaced = leastUseful(neighbours)
      close(replaced ?? connection, 'one client network')
      if (replaced === undefined) return
    } else if (all.size >= connections) {
      const replaced = leastUseful(all)
      close(replaced ?? connection, 'all clients')
      if (replaced === undefined) return
    }
    open.set(socket, connection)
    touch(connection)
    if (network !== undefined) networks.set(network, neighbours)
    socket.once('close', () => {
      remove(connection)
      if (network !== undefined && neighbours.size === 0) networks.delete(network)
    })
  })

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(request.socket)
    if (connection === undefined) return
    connection.hasAsked ||= connection.request?.complete === true
    connection.request = request
    connection.answering += 1
    touch(connection)
    response.once('close', () => {
      connection.answering -= 1
    })
  })
}

/**
 * The network in which a client is counted; undefined for this machine and for trusted proxies, which connect for
 * many clients.
 */
export function limitedNetwork(trustedProxies: readonly string[]): (address: string) => string | undefined {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (address) => (isLoopback(address) || isTrusted(address, 0) ? undefined : clientNetwork(address))
}

function leastUseful(connections: Iterable<Connection>): Connection | undefined {
  let idle: Connection | undefined
  for (const connection of connections) {
    const { request, answering, hasAsked } = connection
    const isWaiting = answering === 0 || request?.complete !== true
    if (!isWaiting) continue
    if (!hasAsked && request?.complete !== true) return connection
    idle ??= connection
  }
  return idle
}
