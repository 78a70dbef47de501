import { Client, type ClientConfig } from 'pg'
import { DatabaseUnavailableError } from './errors.ts'

/** A DATABASE_URL that cannot be used. The message does not repeat the URL, which may contain a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

const FORM =
  'must be an address such as postgres://user:password@host:5432/database; leave it out for the file in DATA_DIR'
const SEVERAL = 'must name several hosts before the database, such as postgres://a:5432,b:5432/portal'
const SESSIONS = 'can have target_session_attrs=read-write only: the portal writes with every connection'

/**
 * The URLs of the servers that a DATABASE_URL names, one for each host, in its order: `postgres://a:5432,b:5432/portal` has
 * two. They lack `target_session_attrs`: in any case only servers that accept writes are used. Throws DatabaseUrlError.
 */
export function listDatabaseUrls(url: string): readonly [string, ...string[]] {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?]*)\??(.*)$/s.exec(url) ?? []
  const settings = query.split('&').filter((setting) => setting !== '')
  const isSession = (setting: string) => setting.startsWith('target_session_attrs=')
  if (settings.some((setting) => /^host=.*(?:,|%2c)/i.test(setting))) throw new DatabaseUrlError(SEVERAL)
  if (settings.some((setting) => isSession(setting) && !/=(?:read-write|primary)$/.test(setting))) {
    throw new DatabaseUrlError(SESSIONS)
  }
  const kept = settings.filter((setting) => !isSession(setting)).join('&')
  const names = hosts.split(',')
  const [first = '', ...others] = names.map(
    (host) => `${scheme}${user}${host}${path}${kept === '' ? '' : `?${kept}`}`,
  )
  const isMissing = scheme === '' || (names.length > 1 && names.includes(''))
  if (isMissing || ![first, ...others].every((one) => URL.canParse(one))) throw new DatabaseUrlError(FORM)
  return [first, ...others]
}

/** Describes a DATABASE_URL without its user and password: `a:5432 or b:5432, database portal`. */
export function describeDatabaseUrl(url: string): string {
  const urls = listDatabaseUrls(url).map((one) => new URL(one))
  const hosts = urls.map(({ hostname, port }) => `${hostname || 'localhost'}:${port || '5432'}`)
  const name = decodeURIComponent(urls[0]?.pathname.slice(1) ?? '')
  return `${hosts.join(' or ')}, database ${name || '(none named)'}`
}

const IS_READ_ONLY = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`

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
