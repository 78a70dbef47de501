export interface JoinLimits {
  /** The most reads at once. */
  readonly atOnce: number
  /** After this time, in milliseconds, a read that has not ended delays no other one: its connection may be dead. */
  readonly slowMs: number
}

/**
 * Joins concurrent calls of a read: calls wait for one read together, which starts after each of them, so that its
 * result is as new as that of a read of their own. A read that fails rejects its own calls only.
 */
export function joinReads<T>(read: () => Promise<T>, { atOnce, slowMs }: JoinLimits): () => Promise<T> {
  let next: { readonly result: Promise<T>; readonly start: () => Promise<T> } | undefined
  let running = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled || next === undefined || running >= atOnce) return
    isScheduled = true
    // The calls of this turn of the event loop join.
    setImmediate(() => {
      isScheduled = false
      const started = next?.start()
      next = undefined
      running += 1
      let isCounted = true
      const end = () => {
        clearTimeout(timer)
        if (isCounted) running -= 1
        isCounted = false
        schedule()
      }
      const timer = setTimeout(end, slowMs)
      started?.then(end, end)
    })
  }

  return () => {
    next ??= createDeferred(read)
    schedule()
    return next.result
  }
}

/** The result of a read that starts later. */
function createDeferred<T>(read: () => Promise<T>) {
  let settle: (result: Promise<T>) => void = () => undefined
  const result = new Promise<T>((resolve) => {
    settle = resolve
  })
  const start = () => {
    const started = read()
    settle(started)
    return started
  }
  return { result, start }
}
