import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError, ForbiddenError } from './responses.ts'

/**
 * Returns the address of a client for the log, the history and the list of sessions: without a port, and `unknown` for any
 * other text, which a proxy may pass on from the client.
 */
export const getClientAddress = (text: string): string => parseAddress(text)?.toString() ?? 'unknown'

/**
 * Returns the network of an address that counts as one client: an IPv4 address itself, also if it is written as IPv6,
 * and the first 64 bits of an IPv6 address, which one client has to itself; the first 56 bits are its site, which a
 * provider often assigns to one household. All texts that are not an address are one network, `unknown`.
 */
export function getClientNetwork(address: string, bits: 56 | 64 = 64): string {
  const parsed = parseAddress(address)
  if (parsed === null) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
  const network = parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/${bits}`
}

/** Says whether an address or a host name is that of this machine. */
export const isLoopback = (address: string): boolean =>
  address.toLowerCase() === 'localhost' || parseAddress(address)?.range() === 'loopback'

/** Says whether an address is of the public internet: not private, of a link, of this machine, or reserved. */
export const isPublicAddress = (address: string): boolean => parseAddress(address)?.range() === 'unicast'

/**
 * Says whether the framework accepts a text as trusted proxies: an address, a range such as `10.0.0.0/8`, or
 * `loopback`, `linklocal`, `uniquelocal`. A range of all addresses is not accepted: then any client could choose its
 * address.
 */
export function isProxyRange(text: string): boolean {
  const [address = ''] = text.split('/')
  // The library also reads `1` and `10.0.0` as addresses.
  if (isIP(address) === 0 && ipaddr.isValid(address)) return false
  try {
    proxyAddr.compile([text])
    return true
  } catch {
    return false
  }
}

const FORWARDING = /^(forwarded|via|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i

const isForwarded = (headers: IncomingHttpHeaders) =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

/** Says whether a program of this machine sends a request, not a proxy or a page of another host. */
export const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress ?? '') && !isForwarded(headers) && LOCAL_HOST.test(headers.host ?? '')

/**
 * Rejects requests that came through a proxy or name another host: accounts with a known password are for this machine
 * only. Without the check of the host, a page whose name resolves to 127.0.0.1 (DNS rebinding) could use them.
 */
export function restrictToLocalRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    if (isForwarded(headers)) {
      throw new ForbiddenError('A server with demo accounts takes no requests through a proxy.')
    }
    if (!LOCAL_HOST.test(headers.host ?? '')) {
      throw new ApiError(421, 'A server with demo accounts is reached as localhost, 127.0.0.1 or [::1] only.')
    }
  })
}

/** The most peers that one process warns of, because any client can send the header. */
const MAX_WARNINGS = 20

/**
 * Logs once for each peer that forwards requests without being a trusted proxy: then its own address counts as that of
 * every client behind it, in the limits of sign-ins and in the log.
 */
export function warnAboutUntrustedProxies(app: FastifyInstance, trustedProxies: readonly string[]): void {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const warned = new Set<string>()
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-forwarded-for'] === undefined) return
    const peer = request.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '')
    if (peer === undefined || isTrusted(peer, 0)) return
    if (warned.has(peer) || warned.size >= MAX_WARNINGS) return
    warned.add(peer)
    request.log.warn(
      { peer },
      `X-Forwarded-For from ${peer} is ignored, because it is not a trusted proxy; if it is your proxy, set TRUST_PROXY=${peer}`,
    )
  })
}

/** Parses an address without port and zone; an IPv4 address in IPv6 notation becomes IPv4. Null for any other text. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Some proxies name the client with its port: `203.0.113.7:4711`, `[2001:db8::7]:4711`.
  const host = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const plain = host.replace(/%.*$/, '')
  // The library alone also reads `127.1` and `0x7f000001`.
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}
