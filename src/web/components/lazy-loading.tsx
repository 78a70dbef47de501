import { type ComponentType, use } from 'react'

type Code<P> = { readonly default: ComponentType<P> }

/**
 * A component whose code loads when it is first rendered, or earlier by `preload`. If the code is loaded, it renders
 * at once, whereas React's `lazy` shows its fallback first and keeps it for a third of a second.
 */
export function lazyWithPreload<P extends object>(load: () => Promise<Code<P>>) {
  let loaded: Code<P> | null = null
  let loading: Promise<Code<P>> | null = null
  let hasFailed = false

  const start = async (): Promise<Code<P>> => {
    try {
      hasFailed = false
      loaded = await load()
      return loaded
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  /** Loads the code once; a failed load is repeated. */
  const preload = (): Promise<Code<P>> => {
    if (loading === null || hasFailed) loading = start()
    return loading
  }
  const Component = (props: P) => {
    const { default: Loaded } = loaded ?? use(loading ?? preload())
    return <Loaded {...props} />
  }
  return { Component, preload }
}

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
