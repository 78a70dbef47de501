export class QueueFullError extends Error {
  constructor() {
    super('too many tasks are waiting')
    this.name = 'QueueFull'
  }
}

/**
 * Whose work it is. `network` is the widest part of the address that one client may have to itself, or null if the
 * address does not tell clients apart.
 */
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

/** How many tasks without a source may wait although the queue is full. */
const RESERVE = 4

/**
 * Runs at most `width` tasks at once and keeps at most `length` waiting, of which each source has its share; throws
 * `QueueFull` beyond that. Networks take turns, and so do the accounts within a network: whatever one source sends, a
 * task of another one is delayed by one of its tasks at most. Where the queue or the share of an account is full, a
 * task of a network with fewer tasks takes the place of one of the network with the most, for which `QueueFull` is
 * thrown. Tasks without a source never leave, and have `RESERVE` places of their own where the queue is full.
 */
export function createWorkQueue(width: number, length: number, shares = SHARES): WorkQueue {
  const waiting = new Rotation<Waiting>()
  let running = 0
  const admit = (source: WorkSource | undefined): boolean => {
    const tasks = waiting.items()
    const named = tasks.filter((task) => task.source !== UNNAMED)
    const isFull = tasks.length >= length
    if (source === undefined) return !isFull || tasks.length - named.length < RESERVE
    const replaced = placeFor(source, named, shares, isFull)
    if (replaced === undefined || replaced === 'free') return replaced === 'free'
    waiting.remove(replaced)
    replaced.refuse(new QueueFullError())
    return true
  }
  return async (work, source) => {
    if (running < width) running += 1
    else if (admit(source)) {
      await new Promise<void>((start, refuse) => waiting.add({ source: source ?? UNNAMED, start, refuse }))
    } else throw new QueueFullError()
    try {
      return await work()
    } finally {
      // The place is passed on without being given up, so that no later task comes before a waiting one.
      const next = waiting.take()
      if (next === undefined) running -= 1
      else next.start()
    }
  }
}

interface Sourced {
  readonly source: WorkSource
}

interface Waiting extends Sourced {
  readonly start: () => void
  readonly refuse: (reason: QueueFullError) => void
}

const UNNAMED: WorkSource = { account: '', network: '' }

/** Whether a place is free for one more task, or else which task has to leave for it; undefined if none has to. */
function placeFor<T extends Sourced>(
  { account, network }: WorkSource,
  tasks: readonly T[],
  { perSource, perAccount, perNetwork }: WaitingShares,
  isFull: boolean,
): T | 'free' | undefined {
  const ofAccount = tasks.filter(({ source }) => source.account === account)
  const isOfNetwork = ({ source }: Sourced) => source.network === network
  if (ofAccount.filter(isOfNetwork).length >= perSource) return undefined
  if (network !== null && tasks.filter(isOfNetwork).length >= perNetwork) return undefined
  const isAccountFull = ofAccount.length >= perAccount
  if (!isAccountFull && !isFull) return 'free'
  const rivals = isAccountFull ? ofAccount : tasks
  const most = largestGroup(rivals, ({ source }) => source.network)
  // Only from a network that still has as many as the other one afterwards, so that a single task never has to leave.
  if (most.length <= rivals.filter(isOfNetwork).length + 1) return undefined
  return largestGroup(most, ({ source }) => source.account).at(-1)
}

function largestGroup<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  const groups = new Map<unknown, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), [])
}

/** Items by network and account. Both are taken in turn: one that was served comes after all others. */
class Rotation<T extends Sourced> {
  readonly #networks = new Map<string | null, Map<string, T[]>>()

  items(): T[] {
    return [...this.#networks.values()].flatMap((accounts) => [...accounts.values()].flat())
  }

  add(item: T): void {
    const { account, network } = item.source
    const accounts = this.#networks.get(network) ?? new Map<string, T[]>()
    accounts.set(account, [...(accounts.get(account) ?? []), item])
    this.#networks.set(network, accounts)
  }

  remove(item: T): void {
    const { account, network } = item.source
    const accounts = this.#networks.get(network)
    const others = accounts?.get(account)?.filter((other) => other !== item) ?? []
    if (others.length > 0) accounts?.set(account, others)
    else accounts?.delete(account)
    if (accounts?.size === 0) this.#networks.delete(network)
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
