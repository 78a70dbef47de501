import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailableError } from './errors.ts'

/** Returns whether the server accepts no writes. */
export const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`

/**
 * The class of a pool's connections to the server of several that accepts writes. Each connection starts with the server of
 * the last one; a server that cannot be reached or is a standby fails the connection, and the next one tries the
 * next server.
 */
export function createHostClient(urls: readonly string[]): typeof Client {
  let current = 0
  return class HostClient extends Client {
    readonly #index: number

    constructor(config: ClientConfig) {
      super({ ...config, connectionString: urls[current] })
      this.#index = current
    }

    override connect(): Promise<Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const connected = this.#connectToWritable()
      if (callback === undefined) return connected
      connected.then(() => (callback as (error: Error | null) => void)(null), callback)
    }

    async #connectToWritable(): Promise<Client> {
      try {
        await super.connect()
        const { rows } = await this.query<{ isReadOnly: boolean }>(IS_READ_ONLY)
        if (rows[0]?.isReadOnly === false) return this
        throw new DatabaseUnavailableError('the database server is read-only, or a standby')
      } catch (error) {
        if (current === this.#index) current = (current + 1) % urls.length
        this.end().catch(() => undefined)
        throw error
      }
    }
  }
}
