/** A DATABASE_URL that cannot be used. The message does not repeat the URL, which may contain a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

const FORM =
  'must be an address such as postgres://user:password@host:5432/database; leave it out for the file in DATA_DIR'
const ENCODING =
  'must have / ? # and @ in user and password as %2F %3F %23 and %40, such as postgres://user:a%2Fb@host:5432/database'
const SEVERAL = 'must name several hosts before the database, such as postgres://a:5432,b:5432/portal'
const SESSIONS = 'can have target_session_attrs=read-write only: the portal writes with every connection'

/** The driver does not encrypt with any other value. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/**
 * The URLs of the servers that a DATABASE_URL names, one for each host, in its order: `postgres://a:5432,b:5432/portal` has
 * two. They lack `target_session_attrs`: in any case only servers that accept writes are used. Throws DatabaseUrlError.
 */
export function listDatabaseUrls(url: string): readonly [string, ...string[]] {
  const [, scheme = '', user = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?]*)\??(.*)$/s.exec(url) ?? []
  if (scheme === '') throw new DatabaseUrlError(FORM)
  if (/[@#]/.test(path) || /[@#]/.test(query)) throw new DatabaseUrlError(ENCODING)
  checkParameters(query)
  const kept = query
    .split('&')
    .filter((setting) => setting !== '' && !setting.startsWith('target_session_attrs='))
  const names = hosts.split(',')
  const [first = '', ...others] = names.map((host) => {
    const settings = isTlsByDefault(host, query) ? [...kept, 'sslmode=verify-full'] : kept
    return `${scheme}${user}${host}${path}${settings.length === 0 ? '' : `?${settings.join('&')}`}`
  })
  const isMissing = names.length > 1 && names.includes('')
  const isWrong = ![first, ...others].every((one) => URL.canParse(one)) || decode(path) === null
  if (isMissing || isWrong) throw new DatabaseUrlError(FORM)
  return [first, ...others]
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

/** Throws DatabaseUrlError for a parameter whose value would connect to another server, or without encryption. */
function checkParameters(query: string): void {
  const settings = new URLSearchParams(query)
  if (settings.get('host')?.includes(',')) throw new DatabaseUrlError(SEVERAL)
  const wanted = settings.get('target_session_attrs') ?? 'primary'
  if (wanted !== 'read-write' && wanted !== 'primary') throw new DatabaseUrlError(SESSIONS)
  if (TLS_MODES.includes(settings.get('sslmode') ?? 'prefer')) return
  throw new DatabaseUrlError(`must have one of ${TLS_MODES.join(', ')} as sslmode after the ?`)
}

/** Decodes %XX; null if the text has a % that is none. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Describes a DATABASE_URL without its user and password: `a:5432 or b:5432, database portal`. */
export function describeDatabaseUrl(url: string): string {
  const urls = listDatabaseUrls(url).map((one) => new URL(one))
  const hosts = urls.map(({ hostname, port }) => `${hostname || 'localhost'}:${port || '5432'}`)
  const name = decode(urls[0]?.pathname.slice(1) ?? '')
  return `${hosts.join(' or ')}, database ${name || '(none named)'}`
}
