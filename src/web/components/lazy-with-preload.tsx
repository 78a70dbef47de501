import { type ComponentType, use } from 'react'

type Code<P> = { readonly default: ComponentType<P> }

/**
 * A component whose code comes when it is drawn, or before that by `bring`. Drawn with its code at hand it is there
 * at once, where React's `lazy` first shows the fallback and then keeps it for a third of a second.
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
  /** Loads the code once; what failed is tried again. */
  const bring = (): Promise<Code<P>> => {
    if (loading === null || hasFailed) loading = start()
    return loading
  }
  const Component = (props: P) => {
    const { default: Loaded } = loaded ?? use(loading ?? bring())
    return <Loaded {...props} />
  }
  return { Component, bring }
}
