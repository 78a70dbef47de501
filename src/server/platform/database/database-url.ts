/** A DATABASE_URL that cannot be used. The message does not repeat the URL, which may contain a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

const FORM =
  'must be an address such as postgres://user:password@host:5432/database; leave it out for the file in DATA_DIR'
const ENCODING =
  'must have / ? # and @ in user and password as %2F %3F %23 and %40, such as postgres://user:a%2Fb@host:5432/database'
const ONE_HOST = 'must name one host; of a primary with standbys, that of a proxy which leads to the primary'

/**
 * Parses a DATABASE_URL, and returns it with verified TLS unless it says otherwise or the server is on this machine. Throws
 * DatabaseUrlError.
 */
export function parseDatabaseUrl(url: string): string {
  const [, server = '', host = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*))([^?]*)\??(.*)$/s.exec(url) ?? []
  if (server === '') throw new DatabaseUrlError(FORM)
  if (/[@#]/.test(path) || /[@#]/.test(query)) throw new DatabaseUrlError(ENCODING)
  if (`${host}${new URLSearchParams(query).get('host') ?? ''}`.includes(','))
    throw new DatabaseUrlError(ONE_HOST)
  if (!URL.canParse(url) || decode(path) === null) throw new DatabaseUrlError(FORM)
  const settings = [query, isTlsByDefault(host, query) ? 'sslmode=verify-full' : ''].filter(Boolean)
  return `${server}${path}${settings.length === 0 ? '' : `?${settings.join('&')}`}`
}

/** Returns true if the host is another machine and no parameter says whether to encrypt. */
function isTlsByDefault(host: string, query: string): boolean {
  const settings = new URLSearchParams(query)
  if (settings.has('sslmode') || settings.has('ssl')) return false
  const name = settings.get('host') ?? (decode(host) ?? host).replace(/:\d*$/, '')
  return !/^(?:|\/.*|localhost|127(?:\.\d+){3}|\[?::1\]?)$/i.test(name)
}

/** Returns true if a DATABASE_URL contains a password. */
export const hasPassword = (url: string): boolean =>
  /^\w+:\/\/[^/?#]*:[^/?#]*@/.test(url) || /[?&]password=/.test(url)

/** Adds a password, such as one from a file, to a DATABASE_URL without one. */
export const addPassword = (url: string, password: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`

/** Decodes %XX; null if the text has a % that is none. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Describes a DATABASE_URL without its user and password: `a:5432, database portal`. */
export function describeDatabaseUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}, database ${decode(pathname.slice(1)) || '(none named)'}`
}
