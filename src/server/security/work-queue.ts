export class QueueFull extends Error {
  constructor() {
    super('too many tasks are waiting')
    this.name = 'QueueFull'
  }
}

/** Whose work it is. `network` is null if the address of the client does not tell clients apart. */
export interface WorkSource {
  readonly account: string
  readonly network: string | null
}

export type WorkQueue = <T>(work: () => Promise<T>, source?: WorkSource) => Promise<T>

/** How many tasks may wait: of one account and network together, and of each of them on its own. */
export interface WaitingShares {
  readonly perSource: number
  readonly perAccount: number
  readonly perNetwork: number
}

/** A quarter of the usual queue for one account or network, so that neither of them can fill it. */
const SHARES: WaitingShares = { perSource: 2, perAccount: 8, perNetwork: 8 }

/**
 * Runs at most `width` tasks at once, keeps at most `length` waiting, and of these each source has its share; throws
 * `QueueFull` beyond that. Networks take turns, and so do the accounts within a network: whatever one source sends, a
 * task of another one is delayed by one of its tasks at most. Work without a source is limited by `length` alone.
 */
export function createWorkQueue(width: number, length: number, shares = SHARES): WorkQueue {
  const waiting = new Rotation<() => void>()
  let running = 0
  return async (work, source) => {
    if (running < width) running += 1
    else if (waiting.size < length && hasShare(waiting, source, shares)) {
      await new Promise<void>((resolve) => waiting.add(source ?? UNNAMED, resolve))
    } else throw new QueueFull()
    try {
      return await work()
    } finally {
      // The place is passed on without being given up, so that no later task comes before a waiting one.
      const next = waiting.take()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

const UNNAMED: WorkSource = { account: '', network: null }

function hasShare(
  waiting: Rotation<unknown>,
  source: WorkSource | undefined,
  { perSource, perAccount, perNetwork }: WaitingShares,
): boolean {
  if (source === undefined) return true
  const { account, network } = source
  const sources = waiting.sources()
  const count = (isOf: (other: WorkSource) => boolean) => sources.filter(isOf).length
  return (
    count((other) => other.account === account && other.network === network) < perSource &&
    count((other) => other.account === account) < perAccount &&
    (network === null || count((other) => other.network === network) < perNetwork)
  )
}

/** Items by network and account. Both are taken in turn: one that was served comes after all others. */
class Rotation<T> {
  readonly #networks = new Map<string | null, Map<string, T[]>>()

  get size(): number {
    return this.sources().length
  }

  /** The source of every item. */
  sources(): WorkSource[] {
    return [...this.#networks].flatMap(([network, accounts]) =>
      [...accounts].flatMap(([account, items]) => items.map(() => ({ account, network }))),
    )
  }

  add({ account, network }: WorkSource, item: T): void {
    const accounts = this.#networks.get(network) ?? new Map<string, T[]>()
    accounts.set(account, [...(accounts.get(account) ?? []), item])
    this.#networks.set(network, accounts)
  }

  take(): T | undefined {
    for (const [network, accounts] of this.#networks) {
      for (const [account, [item, ...others]] of accounts) {
        // Maps keep the order of insertion: what is deleted and set again is the last one.
        accounts.delete(account)
        if (others.length > 0) accounts.set(account, others)
        this.#networks.delete(network)
        if (accounts.size > 0) this.#networks.set(network, accounts)
        return item
      }
    }
    return undefined
  }
}
