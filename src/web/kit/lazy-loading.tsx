import { type ComponentType, use } from 'react'
import type { ListedReport, Report } from '../../report/model/report-plan.ts'

type Code<P> = { readonly default: ComponentType<P> }

/**
 * Marks a promise when it is fulfilled, as React does with those that it has waited for: `use` then returns its value at
 * once, and never suspends.
 */
function markWhenFulfilled<T>(promise: Promise<T>): Promise<T> {
  const mark = (value: T) => Object.assign(promise, { status: 'fulfilled', value })
  promise.then(mark, () => undefined)
  return promise
}

const plans = new Map<string, Promise<Report | null>>()

/** Loads the plans of a report once; null if they cannot be loaded. */
export const loadPlans = ({ id, load }: ListedReport): Promise<Report | null> => {
  const loaded = plans.get(id) ?? markWhenFulfilled(load().catch(() => null))
  plans.set(id, loaded)
  return loaded
}

/** Makes the next `loadPlans` load again. */
export const forgetPlans = ({ id }: ListedReport): void => {
  plans.delete(id)
}

/**
 * Returns a component whose code loads when it is first rendered, or earlier by `preload`. If the code is loaded, it
 * renders at once, whereas React's `lazy` shows its fallback first and keeps it for a third of a second.
 */
export function lazyWithPreload<P extends object>(load: () => Promise<Code<P>>) {
  let loading: Promise<Code<P>> | null = null
  let hasFailed = false

  /** Loads the code once; a failed load is repeated. */
  const preload = (): Promise<Code<P>> => {
    if (loading === null || hasFailed) {
      hasFailed = false
      loading = markWhenFulfilled(load())
      loading.catch(() => (hasFailed = true))
    }
    return loading
  }
  const Component = (props: P) => {
    const { default: Loaded } = use(loading ?? preload())
    return <Loaded {...props} />
  }
  return { Component, preload }
}

const TIMEOUT_MS = 2000
/** Safari does not report an idle page: by then it has shown what the user waits for. */
const PAUSE_MS = 200

/** Runs `work` when the page is idle, at the latest after two seconds; returns a function that cancels it. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, PAUSE_MS)
  return () => clearTimeout(timer)
}
