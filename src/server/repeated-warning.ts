import type { FastifyBaseLogger } from 'fastify'

/**
 * A warning that strangers can cause as often as they like. The first of a kind is logged with its details; those
 * that follow within `everyMs` are counted, and one line reports the count.
 */
export class RepeatedWarning {
  readonly #log: FastifyBaseLogger
  readonly #event: string
  readonly #everyMs: number
  readonly #counts = new Map<string, number>()

  constructor(log: FastifyBaseLogger, event: string, everyMs: number) {
    this.#log = log
    this.#event = event
    this.#everyMs = everyMs
  }

  /** @param kind one of a few words; kinds are counted apart */
  warn(kind: string, details: object): void {
    const count = this.#counts.get(kind)
    if (count !== undefined) {
      this.#counts.set(kind, count + 1)
      return
    }
    this.#log.warn({ event: this.#event, kind, ...details }, this.#event)
    this.#counts.set(kind, 0)
    setTimeout(() => this.report(kind), this.#everyMs).unref()
  }

  /** Logs how many more of a kind, or of every kind, there were since its first. */
  report(kind?: string): void {
    for (const one of kind === undefined ? this.#counts.keys() : [kind]) {
      const count = this.#counts.get(one) ?? 0
      this.#counts.delete(one)
      if (count > 0) this.#log.warn({ event: this.#event, kind: one, count }, `${this.#event}, ${count} more`)
    }
  }
}
