interface SharedRead<T> {
  readonly result: Promise<T>
  readonly controller: AbortController
  waiting: number
}

/** Runs one read for all callers with the same key, and aborts the read when the last of them leaves. */
export function createSharedReads<T>() {
  const running = new Map<string, SharedRead<T>>()

  const start = (key: string, read: (signal: AbortSignal) => Promise<T>): SharedRead<T> => {
    const controller = new AbortController()
    const shared = { result: read(controller.signal), controller, waiting: 0 }
    running.set(key, shared)
    const remove = () => void (running.get(key) === shared && running.delete(key))
    shared.result.then(remove, remove)
    controller.signal.addEventListener('abort', remove)
    return shared
  }

  /** Rejects when the signal of the caller is aborted. Callers without a signal never leave. */
  return (key: string, read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted()
    const shared = running.get(key) ?? start(key, read)
    shared.waiting += 1
    if (signal === undefined) return shared.result
    return new Promise((resolve, reject) => {
      const leave = () => {
        shared.waiting -= 1
        if (shared.waiting === 0) shared.controller.abort()
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave)
      const stay = () => signal.removeEventListener('abort', leave)
      shared.result.finally(stay).then(resolve, reject)
    })
  }
}
