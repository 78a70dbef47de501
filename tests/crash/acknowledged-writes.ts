import type { Database } from '../../src/server/platform/database/handle.ts'
import type { Answer } from './api-client.ts'

export type WriteState = 'kept' | 'lost' | 'torn'

/**
 * The writes of one record through the API, and the values that the database may contain: the last acknowledged one,
 * or one that was sent later and never answered.
 */
export class AcknowledgedWrites {
  readonly name: string
  readonly #read: (database: Database) => Promise<string>
  #history: string[]
  /** What was sent since the last acknowledgement and never answered. */
  readonly #unanswered = new Set<string>()
  #acknowledged = 0

  constructor(name: string, atFirst: string, read: (database: Database) => Promise<string>) {
    this.name = name
    this.#history = [atFirst]
    this.#read = read
  }

  /** How many writes were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Writes a value and counts it if the response acknowledges it. Rejects without a response. */
  async write(value: string, send: () => Promise<Answer>): Promise<Answer> {
    this.#unanswered.add(value)
    const answer = await send()
    // A 5xx response does not say whether the write was stored.
    if (answer.status < 300) {
      this.#history.push(value)
      this.#unanswered.clear()
      this.#acknowledged += 1
    } else if (answer.status < 500) {
      throw new Error(`${this.name}: ${answer.status} ${String(answer.body['message'])}`)
    }
    return answer
  }

  /** Compares with the database and continues from its value. */
  async verify(database: Database): Promise<WriteState> {
    const stored = await this.#read(database)
    const last = this.#history.at(-1)
    const state =
      stored === last || this.#unanswered.has(stored)
        ? 'kept'
        : this.#history.includes(stored)
          ? 'lost'
          : 'torn'
    if (stored !== last) this.#history.push(stored)
    this.#unanswered.clear()
    return state
  }

  /** Describes the last acknowledged and the stored value. */
  async describe(database: Database): Promise<string> {
    return `${this.name}: acknowledged ${this.#history.at(-2) ?? ''}, found ${await this.#read(database)}`
  }
}
