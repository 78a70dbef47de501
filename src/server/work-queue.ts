import { ApiError } from './http/responses.ts'

/** The queue accepts no more tasks now. */
export class QueueFullError extends ApiError {
  constructor() {
    super(503, 'The server is busy. Please try again.', 1)
  }
}

/**
 * The origin of a task. `network` is the widest part of the address that one client may have to itself, or null if the
 * address does not distinguish clients.
 */
export interface WorkSource {
  readonly account: string
  readonly network: string | null
}

export type WorkQueue = <T>(work: () => Promise<T>, source?: WorkSource) => Promise<T>

/** How many tasks may wait: of one account in one network, of one account, and of one network. */
export interface WaitingShares {
  readonly perSource: number
  readonly perAccount: number
  readonly perNetwork: number
}

/** A quarter of the usual queue for one account or network, so that neither of them can fill it. */
const SHARES: WaitingShares = { perSource: 2, perAccount: 8, perNetwork: 8 }

/** How many tasks without a source may wait when the queue is full. */
const RESERVE = 4

/**
 * Runs at most `width` tasks at once and queues at most `length`, of which each source has its share; throws
 * `QueueFullError` beyond that. Networks alternate, and so do the accounts within a network: one source delays the next
 * task of another one by one task at most. If the queue or the share of an account is full, a task of a network with
 * fewer tasks replaces one of the network with the most, which fails with `QueueFullError`. Tasks without a source are
 * never replaced, and `RESERVE` more of them are queued if the queue is full.
 */
export function createWorkQueue(width: number, length: number, shares = SHARES): WorkQueue {
  const waiting = new Rotation<Waiting>()
  let running = 0
  const admit = (source: WorkSource | undefined): boolean => {
    const tasks = waiting.items()
    const named = tasks.filter((task) => task.source !== UNNAMED)
    const isFull = tasks.length >= length
    if (source === undefined) return !isFull || tasks.length - named.length < RESERVE
    const replaced = findReplaced(source, named, shares, isFull)
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
      // The next task starts without `running` going down, so that no later task overtakes a waiting one.
      const next = waiting.shift()
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

/** The task that one more task replaces, or `free` if none has to be; undefined if the task is rejected. */
function findReplaced<T extends Sourced>(
  { account, network }: WorkSource,
  tasks: readonly T[],
  { perSource, perAccount, perNetwork }: WaitingShares,
  isFull: boolean,
): T | 'free' | undefined {
  const sameAccount = tasks.filter(({ source }) => source.account === account)
  const isSameNetwork = ({ source }: Sourced) => source.network === network
  if (sameAccount.filter(isSameNetwork).length >= perSource) return undefined
  if (network !== null && tasks.filter(isSameNetwork).length >= perNetwork) return undefined
  const isAccountFull = sameAccount.length >= perAccount
  if (!isAccountFull && !isFull) return 'free'
  const rivals = isAccountFull ? sameAccount : tasks
  const most = findLargestGroup(rivals, ({ source }) => source.network)
  // The network must still have as many tasks as the other one afterwards, so that a single task is never replaced.
  if (most.length <= rivals.filter(isSameNetwork).length + 1) return undefined
  return findLargestGroup(most, ({ source }) => source.account).at(-1)
}

function findLargestGroup<T>(items: readonly T[], getKey: (item: T) => unknown): readonly T[] {
  const groups = new Map<unknown, T[]>()
  for (const item of items) groups.set(getKey(item), [...(groups.get(getKey(item)) ?? []), item])
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), [])
}

/** Items by network and account. Both alternate: one that was served comes after all others. */
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

  shift(): T | undefined {
    for (const [network, accounts] of this.#networks) {
      for (const [account, [item, ...others]] of accounts) {
        // Maps keep the order of insertion: a key that is deleted and set again is the last one.
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
