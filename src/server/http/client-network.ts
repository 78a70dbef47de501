import { isIP } from 'node:net'

/**
 * What counts as one client of an address: an IPv4 address itself, also where it is written as IPv6, and of IPv6 the
 * first 64 bits, which one client has all to itself. What is no address is `unknown`, all of it together (S4).
 */
export function getClientNetwork(address: string): string {
  return networkOf(address, 64)
}

/**
 * The site of a client: of IPv6 the first 56 bits, which a provider often gives to one household (256 networks of 64
 * bits), otherwise the same as `clientNetwork`.
 */
export function getClientSite(address: string): string {
  return networkOf(address, 56)
}

/** `bits` is how much of an IPv6 address counts: 49 to 64. */
function networkOf(address: string, bits: number): string {
  const plain = withoutPort(address).toLowerCase().replace(/%.*$/, '')
  if (isIP(plain) === 4) return plain
  if (isIP(plain) !== 6) return 'unknown'
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = groups
  const mask = 0xffff & ~(2 ** (64 - bits) - 1)
  const network = [first, second, third, fourth & mask].map((group) => group.toString(16))
  return `${network.join(':')}::/${bits}`
}

/** Whether an address, or the name of a host, is this machine's own. */
export function isLoopback(address: string): boolean {
  if (address.toLowerCase() === 'localhost') return true
  const plain = withoutPort(address)
  if (isIP(plain) === 6 && groupsOf(plain).join(':') === '0:0:0:0:0:0:0:1') return true
  return getClientNetwork(plain).startsWith('127.')
}

/** Some proxies name the client with its port: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(address: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^([\d.]+):\d+$/, '$1')
}

/** The eight numbers of an IPv6 address, whatever its spelling. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const before = numbers(head)
  const after = numbers(tail ?? '')
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const NAMED = new Set(['loopback', 'linklocal', 'uniquelocal'])
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

/**
 * Whether a text names proxies as the framework takes them: an address, a range such as `10.0.0.0/8`, or `loopback`,
 * `linklocal`, `uniquelocal`. A range of everybody is none: then any client could name itself as it likes (S4).
 */
export function isProxyRange(text: string): boolean {
  if (NAMED.has(text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const most = BITS[isIP(address)]
  if (most === undefined || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most)
}
