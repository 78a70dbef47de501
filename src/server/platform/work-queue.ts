import { ApiError } from './http/responses.ts'

/** The queue accepts no more tasks now. */
export class QueueFullError extends ApiError {
  constructor() {
    super(503, 'The server is busy. Please try again.', 1)
  }
}

/**
 * Runs work when its turn comes. `source` names the client that asks. Work whose signal is aborted before its turn leaves
 * the queue.
 */
export type WorkQueue = <T>(work: () => Promise<T>, source?: string, signal?: AbortSignal) => Promise<T>

/** How many tasks run at once, and how many may wait: of all sources and of one. */
export interface QueueLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly share: number
}

interface Waiting {
  readonly source: string | undefined
  readonly start: () => void
  readonly refuse: (reason: QueueFullError) => void
}

/**
 * Creates a queue in which sources take turns. Beyond the limits a task fails with `QueueFullError`. If the queue is full, a
 * task of a source with fewer tasks replaces the newest task of the source with the most. Tasks without a source always
 * wait.
 */
export function createWorkQueue({ atOnce, waiting: length, share }: QueueLimits): WorkQueue {
  let waiting: readonly Waiting[] = []
  let running = 0
  const takeNext = (): Waiting | undefined => {
    const [next, ...others] = waiting
    const isSame = ({ source }: Waiting) => source === next?.source
    waiting = [...others.filter((task) => !isSame(task)), ...others.filter(isSame)]
    return next
  }
  const refuse = (task: Waiting) => {
    waiting = waiting.filter((other) => other !== task)
    task.refuse(new QueueFullError())
  }
  const admit = (source: string | undefined): boolean => {
    if (source === undefined) return true
    const counts = new Map<string, number>()
    for (const task of waiting)
      if (task.source !== undefined) counts.set(task.source, (counts.get(task.source) ?? 0) + 1)
    const own = counts.get(source) ?? 0
    if (own >= share || waiting.length < length) return own < share
    const most = Math.max(...counts.values())
    // The other source must keep as many tasks as this one then has.
    const replaced = waiting.findLast((task) => counts.get(task.source ?? '') === most)
    if (replaced === undefined || most <= own + 1) return false
    refuse(replaced)
    return true
  }
  return async (work, source, signal) => {
    if (running < atOnce) running += 1
    else if (admit(source)) {
      await new Promise<void>((start, reject) => {
        const task = { source, start, refuse: reject }
        waiting = [...waiting, task]
        signal?.addEventListener('abort', () => refuse(task))
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
