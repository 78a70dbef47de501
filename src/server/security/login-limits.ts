import { isIP } from 'node:net'
import type { LoginCounter } from '../repositories/login-counters.ts'

export const LOGIN_WINDOW_MINUTES = 15

/** The counters that a failed login of an account from an address adds to, with their limits (R38). */
export function loginCounters(userKey: string, address: string): readonly LoginCounter[] {
  const counters = [
    { key: `account ${userKey} from ${address}`, limit: 5 },
    { key: `account ${userKey}`, limit: 50 },
  ]
  return isLoopback(address) ? counters : [...counters, { key: `address ${address}`, limit: 100 }]
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '')
  return plain === '::1' || plain === 'localhost' || (isIP(plain) === 4 && plain.startsWith('127.'))
}
