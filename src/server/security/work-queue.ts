export class QueueFull extends Error {
  constructor() {
    super('too many tasks are waiting')
    this.name = 'QueueFull'
  }
}

export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `width` tasks at once, keeps at most `length` waiting and throws `QueueFull` beyond that. */
export function createWorkQueue(width: number, length: number): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < width) running += 1
    else if (waiting.length < length) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw new QueueFull()
    try {
      return await work()
    } finally {
      // The place is handed on without being given up, so that no newcomer slips in between.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
