import { QueueFull } from '../security/work-queue.ts'

export interface FairQueueLimits {
  /** How many tasks run at once. */
  readonly width: number
  /** How many tasks of one user wait at most, and of all users together. */
  readonly waitingOfUser: number
  readonly waiting: number
}

export type FairQueue = <T>(user: number, work: () => Promise<T>) => Promise<T>

/**
 * Runs tasks with the users taking turns, so that the many tasks of one delay another's by one task at most per
 * thread. Throws `QueueFull` for a task beyond the limits.
 */
export function createFairQueue({ width, waitingOfUser, waiting }: FairQueueLimits): FairQueue {
  let running = 0
  let total = 0
  /** The user whose turn is next comes first. */
  const users = new Map<number, (() => void)[]>()

  const wait = (user: number) => {
    const tasks = users.get(user) ?? []
    if (total >= waiting || tasks.length >= waitingOfUser) throw new QueueFull()
    total += 1
    users.set(user, tasks)
    return new Promise<void>((resolve) => tasks.push(resolve))
  }
  const next = (): (() => void) | undefined => {
    for (const [user, tasks] of users) {
      const task = tasks.shift()
      users.delete(user)
      if (tasks.length > 0) users.set(user, tasks)
      total -= 1
      return task
    }
    return undefined
  }

  return async (user, work) => {
    if (running < width) running += 1
    else await wait(user)
    try {
      return await work()
    } finally {
      // The place is handed on without being given up, so that no newcomer slips in between.
      const start = next()
      if (start === undefined) running -= 1
      else start()
    }
  }
}
