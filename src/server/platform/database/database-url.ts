import { existsSync } from 'node:fs'

/** Says why a DATABASE_URL cannot be used. The message does not repeat the URL, which may contain a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

const FORM =
  'must be an address such as postgres://user:password@host:5432/database; leave it out for the file in DATA_DIR'
const ENCODING =
  'must have / ? # and @ in user and password as %2F %3F %23 and %40, such as postgres://user:a%2Fb@host:5432/database'
const ONE_HOST = 'must name one host; of a primary with standbys, that of a proxy which leads to the primary'

/** The parameters after the `?` that the driver or this program knows, with their values; empty for any value. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  application_name: [],
  client_encoding: [],
  fallback_application_name: [],
  host: [],
  idle_in_transaction_session_timeout: [],
  lock_timeout: [],
  options: [],
  password: [],
  port: [],
  prepared: ['on', 'off'],
  query_timeout: [],
  ssl: ['true', 'false', '1', '0'],
  sslcert: [],
  sslkey: [],
  sslmode: ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'],
  sslnegotiation: ['postgres', 'direct'],
  sslrootcert: [],
  statement_timeout: [],
  uselibpqcompat: ['true', 'false'],
  user: [],
}
const FILES = ['sslcert', 'sslkey', 'sslrootcert']

/**
 * Parses a DATABASE_URL, and returns it with verified TLS unless it says otherwise or the server is on this machine. Throws
 * DatabaseUrlError.
 */
export function parseDatabaseUrl(url: string): string {
  const [, server = '', host = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*))([^?]*)\??(.*)$/s.exec(url) ?? []
  if (server === '') throw new DatabaseUrlError(FORM)
  if (/[@#]/.test(path) || /[@#]/.test(query)) throw new DatabaseUrlError(ENCODING)
  checkParameters(query)
  if (`${host}${new URLSearchParams(query).get('host') ?? ''}`.includes(','))
    throw new DatabaseUrlError(ONE_HOST)
  if (!URL.canParse(url) || decodeUrl(path) === null) throw new DatabaseUrlError(FORM)
  const settings = [query, isTlsByDefault(host, query) ? 'sslmode=verify-full' : ''].filter(Boolean)
  return `${server}${path}${settings.length === 0 ? '' : `?${settings.join('&')}`}`
}

/** Returns true if the host is another machine and no parameter says whether to encrypt. */
function isTlsByDefault(host: string, query: string): boolean {
  const settings = new URLSearchParams(query)
  if (settings.has('sslmode') || settings.has('ssl')) return false
  const name = settings.get('host') ?? (decodeUrl(host) ?? host).replace(/:\d*$/, '')
  return !/^(?:|\/.*|localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(name)
}

/** Returns true if a DATABASE_URL contains a password. */
export const hasPassword = (url: string): boolean =>
  /^\w+:\/\/[^/?#]*:[^/?#]*@/.test(url) || /[?&]password=/.test(url)

/** Adds a password, such as one from a file, to a DATABASE_URL without one. */
export const addPassword = (url: string, password: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`

/** Throws DatabaseUrlError for a parameter that is unknown or has a wrong value, which would have no effect. */
function checkParameters(query: string): void {
  for (const [name, value] of new URLSearchParams(query)) {
    const values = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (values === undefined) {
      const which = value !== '' && /^\w{1,40}$/.test(name) ? ` ${name}` : ''
      throw new DatabaseUrlError(
        `has an unknown parameter${which} after the ?; known are ${Object.keys(parameters).join(', ')}`,
      )
    }
    if (values.length > 0 && !values.includes(value))
      throw new DatabaseUrlError(`must have one of ${values.join(', ')} as ${name} after the ?`)
    if (FILES.includes(name) && !existsSync(value))
      throw new DatabaseUrlError(`must have the path of a file that is there as ${name} after the ?`)
  }
}

/** Decodes %XX; null if the text has a % that is none. */
export function decodeUrl(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Describes a DATABASE_URL without its user and password: `a:5432, database portal`. */
export function describeDatabaseUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}, database ${decodeUrl(pathname.slice(1)) || '(none named)'}`
}
