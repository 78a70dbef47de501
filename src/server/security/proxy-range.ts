import { isIP } from 'node:net'

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
