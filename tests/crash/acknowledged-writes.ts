import type { Database } from '../../src/server/database/handle.ts'
import type { Answer } from './api-client.ts'

export type Finding = 'kept' | 'lost' | 'torn'

/**
 * One thing that is written through the API again and again, and what the database must hold of it: what was
 * acknowledged last, or else something that was sent after that and never answered.
 */
export class Register {
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

  /** Writes a value; counts it as acknowledged where the answer says so. Rejects where none comes. */
  async write(value: string, send: () => Promise<Answer>): Promise<Answer> {
    this.#unanswered.add(value)
    const answer = await send()
    // A failure of the server leaves open whether it came before or after the deed.
    if (answer.status < 300) {
      this.#history.push(value)
      this.#unanswered.clear()
      this.#acknowledged += 1
    } else if (answer.status < 500) {
      throw new Error(`${this.name}: ${answer.status} ${String(answer.body['message'])}`)
    }
    return answer
  }

  /** Compares with the database and goes on from what it holds. */
  async verify(database: Database): Promise<Finding> {
    const stored = await this.#read(database)
    const last = this.#history.at(-1)
    const finding =
      stored === last || this.#unanswered.has(stored)
        ? 'kept'
        : this.#history.includes(stored)
          ? 'lost'
          : 'torn'
    if (stored !== last) this.#history.push(stored)
    this.#unanswered.clear()
    return finding
  }

  /** What was acknowledged last and what the database holds, for a message. */
  async describe(database: Database): Promise<string> {
    return `${this.name}: acknowledged ${this.#history.at(-2) ?? ''}, found ${await this.#read(database)}`
  }
}
