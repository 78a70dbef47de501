const TIMEOUT_MS = 2000

/** Runs `work` when the page is idle, at the latest after two seconds; returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, TIMEOUT_MS)
  return () => clearTimeout(timer)
}
