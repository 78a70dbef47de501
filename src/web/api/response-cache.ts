/** Answers kept for a while: asked for once, however many want them. What failed is not kept. */
export type ResponseCache = {
  /** The answer under this name, if it is known and still holds. */
  readonly held: (name: string) => { readonly answer: unknown } | null
  /** The same, asked for when it is not known. */
  readonly get: (name: string, ask: () => Promise<unknown>) => Promise<unknown>
}

/** `lifetime` in ms; `now` in ms from any fixed moment. */
export const createResponseCache = (lifetime: number, now = () => performance.now()): ResponseCache => {
  const known = new Map<string, { readonly answer: unknown; readonly until: number }>()
  const asked = new Map<string, Promise<unknown>>()
  const held = (name: string) => {
    const entry = known.get(name)
    return entry !== undefined && now() < entry.until ? entry : null
  }
  const keep = (name: string, answer: unknown) => {
    known.set(name, { answer, until: now() + lifetime })
    return answer
  }
  return {
    held,
    get(name, ask) {
      const entry = held(name)
      if (entry !== null) return Promise.resolve(entry.answer)
      const running = asked.get(name)
      if (running !== undefined) return running
      const next = ask()
        .then((answer) => keep(name, answer))
        .finally(() => asked.delete(name))
      asked.set(name, next)
      return next
    },
  }
}
