import type { LoginCounter } from './login-counters.ts'
import { getClientNetwork, getClientSite, isLoopback } from '../http/client-network.ts'

/** The counters that limit the sign-ins to an account from an address. */
export interface LoginLimits {
  /** The client's network; null for loopback, which may be an untrusted proxy for all clients. */
  readonly network: string | null
  /** The site that the network belongs to; null for loopback. */
  readonly site: string | null
  /** Failures of the account from this network: a success clears it. */
  readonly ownFailures: LoginCounter
  /** Failures of the account from everywhere. */
  readonly accountFailures: LoginCounter
  /** Failures from this network with any account. */
  readonly networkFailures: LoginCounter | null
  /** Failures of this account and of any account from the site, if it is wider than the network. */
  readonly siteFailures: readonly LoginCounter[]
  /** Successes of the account from this network. */
  readonly successes: LoginCounter | null
}

/**
 * Builds the counters of a sign-in. Loopback has no counters of a network: the limit of successes would stop automation
 * on the server's own machine, and behind an untrusted proxy all clients have one network. The shares of the hashing
 * queue and the number of sessions per account still apply there.
 */
export function buildLoginLimits(userKey: string, address: string): LoginLimits {
  const client = getClientNetwork(address)
  const network = isLoopback(address) ? null : client
  const site = network === null ? null : getClientSite(address)
  return {
    network,
    site,
    ownFailures: buildCounter(5, 'account', userKey, client),
    accountFailures: buildCounter(50, 'account', userKey),
    networkFailures: network === null ? null : buildCounter(100, 'address', network),
    siteFailures:
      site === null || site === network
        ? []
        : [buildCounter(10, 'account', userKey, site), buildCounter(200, 'address', site)],
    successes: network === null ? null : buildCounter(30, 'success', userKey, network),
  }
}

/** The prefixes of the keys of all counters of one account: of its failures and of its successes. */
export function buildCounterPrefixes(userKey: string): readonly string[] {
  return ['account', 'success'].map((kind) => JSON.stringify([kind, userKey]).slice(0, -1))
}

// As JSON, so that no user id can look like the key of another counter.
const buildCounter = (limit: number, ...key: readonly string[]): LoginCounter => ({
  key: JSON.stringify(key),
  limit,
})
