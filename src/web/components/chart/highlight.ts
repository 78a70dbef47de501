/** Which series a chart highlights, by id: set by its toggle, read by the chart. */
export interface Highlight {
  readonly get: () => string | null
  readonly set: (id: string | null) => void
  /** Calls `onChange` after each change; returns a function that ends it. */
  readonly subscribe: (onChange: () => void) => () => void
}

/** A store outside of React's state, so that neither toggles nor chart render again. */
export function createHighlight(): Highlight {
  const listeners = new Set<() => void>()
  let current: string | null = null
  return {
    get: () => current,
    set: (id) => {
      if (id === current) return
      current = id
      for (const listener of listeners) listener()
    },
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
