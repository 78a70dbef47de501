import type { LoginCounter } from '../repositories/login-counters.ts'
import { clientNetwork, isLoopback } from './client-network.ts'

/** The counters that a failed login of an account from an address adds to, with their limits (R38). */
export function loginCounters(userKey: string, address: string): readonly LoginCounter[] {
  const network = clientNetwork(address)
  const counters = [
    counter(5, 'account', userKey, network),
    counter(50, 'account', userKey),
    counter(100, 'address', network),
  ]
  return isLoopback(address) ? counters.slice(0, 2) : counters
}

// Written as JSON, so that no user id can be spelled like the key of another counter.
const counter = (limit: number, ...key: readonly string[]): LoginCounter => ({
  key: JSON.stringify(key),
  limit,
})
