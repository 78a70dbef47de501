import { ApiError } from './http/responses.ts'

/** Says that the queue accepts no more tasks now. */
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

/** Limits how many tasks run at once, and how many may wait: of all sources and of one. */
export interface QueueLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly share: number
}

interface Waiting {
  readonly source: string | undefined
  readonly start: () => void
}

/**
 * Creates a queue in which sources take turns. Beyond the limits a task fails with `QueueFullError`. Tasks without a source
 * always wait.
 */
export function createWorkQueue({ atOnce, waiting: length, share }: QueueLimits): WorkQueue {
  let waiting: readonly Waiting[] = []
  let running = 0
  const takeNext = (): Waiting | undefined => {
    const [next, ...later] = waiting
    const isSame = ({ source }: Waiting) => source === next?.source
    waiting = [...later.filter((task) => !isSame(task)), ...later.filter(isSame)]
    return next
  }
  const isFull = (source: string) =>
    waiting.length >= length || waiting.filter((task) => task.source === source).length >= share
  return async (work, source, signal) => {
    if (running < atOnce) running += 1
    else if (source !== undefined && isFull(source)) throw new QueueFullError()
    else {
      await new Promise<void>((start, reject) => {
        const task = { source, start }
        waiting = [...waiting, task]
        signal?.addEventListener('abort', () => {
          waiting = waiting.filter((queued) => queued !== task)
          reject(new QueueFullError())
        })
      })
    }
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
