import type { LoginCounter } from './login-counters.ts'
import { getClientNetwork, getClientSite, isLoopback } from '../http/client-network.ts'

/** What limits the sign-ins to an account from an address. */
export interface LoginLimits {
  /** The client's network; null for loopback, where a proxy that is not trusted may stand for everyone. */
  readonly network: string | null
  /** The site that the network belongs to; null for loopback. */
  readonly site: string | null
  /** Failures of the account from this network: a success clears it. */
  readonly ownFailures: LoginCounter
  /** Failures of the account from everywhere. */
  readonly accountFailures: LoginCounter
  /** Failures from this network with whatever account. */
  readonly networkFailures: LoginCounter | null
  /** Failures of the account and of whatever account from the site, if it is wider than the network. */
  readonly siteFailures: readonly LoginCounter[]
  /** Successes of the account from this network. */
  readonly successes: LoginCounter | null
}

/**
 * Names the counters of a sign-in. On loopback a network has no counters of its own: the limit of successes would
 * stop automation on the server's own machine, and behind a proxy that is not trusted one network stands for everyone.
 * There the shares of the hashing queue and the number of sessions per account still hold.
 */
export function loginLimits(userKey: string, address: string): LoginLimits {
  const client = getClientNetwork(address)
  const network = isLoopback(address) ? null : client
  const site = network === null ? null : getClientSite(address)
  return {
    network,
    site,
    ownFailures: counter(5, 'account', userKey, client),
    accountFailures: counter(50, 'account', userKey),
    networkFailures: network === null ? null : counter(100, 'address', network),
    siteFailures:
      site === null || site === network
        ? []
        : [counter(10, 'account', userKey, site), counter(200, 'address', site)],
    successes: network === null ? null : counter(30, 'success', userKey, network),
  }
}

/** How the keys of all counters of one account begin, those of its failures and of its successes. */
export function accountCounterPrefixes(userKey: string): readonly string[] {
  return ['account', 'success'].map((kind) => JSON.stringify([kind, userKey]).slice(0, -1))
}

// Written as JSON, so that no user id can be spelled like the key of another counter.
const counter = (limit: number, ...key: readonly string[]): LoginCounter => ({
  key: JSON.stringify(key),
  limit,
})
