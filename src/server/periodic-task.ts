/**
 * Repeats work, which must handle its own errors, every `everyMs` milliseconds. A run that takes longer delays the
 * next one: there is never more than one at a time. It does not keep the process alive.
 */
export function createPeriodicTask(work: () => Promise<void>, everyMs: number) {
  let running: Promise<void> | undefined
  /** Runs the work now, or waits for a run that has not ended. */
  const run = () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void run(), everyMs).unref()
  return {
    run,
    /** Ends the repetition and waits for a run that has not ended. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
