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

/** Runs work when its turn comes. Work whose signal is aborted before leaves the queue. */
export type WorkQueue = <T>(work: () => Promise<T>, source?: WorkSource, signal?: AbortSignal) => Promise<T>

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
  /** Each network and each of its accounts stands where its first task does. */
  let waiting: readonly Waiting[] = []
  let running = 0
  const takeNext = (): Waiting | undefined => {
    const [next, ...others] = waiting
    const getTurn = ({ source: { account, network } }: Waiting) => {
      if (network !== next?.source.network) return 0
      return account === next.source.account ? 2 : 1
    }
    // Those of the same network come after all others, those of the same account last.
    waiting = others.toSorted((one, other) => getTurn(one) - getTurn(other))
    return next
  }
  const admit = (source: WorkSource | undefined): boolean => {
    const named = waiting.filter((task) => task.source !== UNNAMED)
    const isFull = waiting.length >= length
    if (source === undefined) return !isFull || waiting.length - named.length < RESERVE
    const replaced = findReplaced(source, named, shares, isFull)
    if (replaced === undefined || replaced === 'free') return replaced === 'free'
    waiting = waiting.filter((task) => task !== replaced)
    replaced.refuse(new QueueFullError())
    return true
  }
  return async (work, source, signal) => {
    if (running < width) running += 1
    else if (admit(source)) {
      await new Promise<void>((start, refuse) => {
        const task = { source: source ?? UNNAMED, start, refuse }
        waiting = [...waiting, task]
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((other) => other !== task)
          refuse(new QueueFullError())
        })
      })
    } else throw new QueueFullError()
    try {
      return await work()
    } finally {
      // The next task starts without `running` going down, so that no later task overtakes a waiting one.
      const next = takeNext()
      if (next === undefined) running -= 1
      else next.start()
    }
  }
}

interface Waiting {
  readonly source: WorkSource
  readonly start: () => void
  readonly refuse: (reason: QueueFullError) => void
}

const UNNAMED: WorkSource = { account: '', network: '' }

/** The task that one more task replaces, or `free` if none has to be; undefined if the task is rejected. */
function findReplaced(
  { account, network }: WorkSource,
  tasks: readonly Waiting[],
  { perSource, perAccount, perNetwork }: WaitingShares,
  isFull: boolean,
): Waiting | 'free' | undefined {
  const sameAccount = tasks.filter(({ source }) => source.account === account)
  const isSameNetwork = ({ source }: Waiting) => source.network === network
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
