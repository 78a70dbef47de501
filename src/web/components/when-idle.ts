const LATEST = 2000

/** Runs something when the page rests, at the latest after two seconds; gives the way to call it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: LATEST })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, LATEST)
  return () => clearTimeout(timer)
}
