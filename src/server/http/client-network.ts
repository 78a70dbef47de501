import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * Returns the network of an address that counts as one client: an IPv4 address itself, also if it is written as IPv6,
 * and the first 64 bits of an IPv6 address, which one client has to itself. All texts that are not an address are one
 * network, `unknown` (S4).
 */
export function getClientNetwork(address: string): string {
  return getNetwork(address, 64)
}

/**
 * Returns the site of a client: the first 56 bits of IPv6, which a provider often assigns to one household (256
 * networks of 64 bits), otherwise the same as `getClientNetwork`.
 */
export function getClientSite(address: string): string {
  return getNetwork(address, 56)
}

function getNetwork(address: string, bits: 56 | 64): string {
  const parsed = parseAddress(address)
  if (parsed === null) return 'unknown'
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const { parts } = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
  const network = parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/${bits}`
}

/** Whether an address or a host name is that of this machine. */
export function isLoopback(address: string): boolean {
  return address.toLowerCase() === 'localhost' || parseAddress(address)?.range() === 'loopback'
}

/** Parses an address without port and zone; an IPv4 address in IPv6 notation becomes IPv4. Null for any other text. */
function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // Some proxies name the client with its port: `203.0.113.7:4711`, `[2001:db8::7]:4711`.
  const host = /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
  const plain = host.replace(/%.*$/, '')
  // The library alone also reads `127.1` and `0x7f000001`.
  return isIP(plain) === 0 ? null : ipaddr.process(plain)
}

/**
 * Whether the framework accepts a text as trusted proxies: an address, a range such as `10.0.0.0/8`, or `loopback`,
 * `linklocal`, `uniquelocal`. A range of all addresses is not accepted: then any client could choose its address (S4).
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
