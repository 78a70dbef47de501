import { existsSync } from 'node:fs'

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

/** A parameter after the `?`. */
interface Parameter {
  readonly accepts: (value: string) => boolean
  /** What is wrong with a value that is not accepted. */
  readonly explain: (name: string) => string
}

const must = (form: string, accepts: Parameter['accepts']): Parameter => ({
  accepts,
  explain: (name) => `must have ${form} as ${name} after the ?`,
})
const number = must('a number', (value) => /^\d+$/.test(value))
const text = must('a text', (value) => value !== '')
const file = must('the path of a file that is there', (value) => existsSync(value))
const oneOf = (...values: readonly string[]) =>
  must(`one of ${values.join(', ')}`, (value) => values.includes(value))

/** The parameters that the driver or this program knows. */
const parameters: Readonly<Record<string, Parameter>> = {
  application_name: text,
  client_encoding: text,
  fallback_application_name: text,
  host: { accepts: (value) => value !== '' && !value.includes(','), explain: () => SEVERAL },
  idle_in_transaction_session_timeout: number,
  lock_timeout: number,
  options: text,
  password: text,
  port: number,
  prepared: oneOf('on', 'off'),
  query_timeout: number,
  ssl: oneOf('true', 'false', '1', '0'),
  sslcert: file,
  sslkey: file,
  sslmode: oneOf('disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'),
  sslnegotiation: oneOf('postgres', 'direct'),
  sslrootcert: file,
  statement_timeout: number,
  target_session_attrs: {
    accepts: (value) => value === 'read-write' || value === 'primary',
    explain: () => SESSIONS,
  },
  uselibpqcompat: oneOf('true', 'false'),
  user: text,
}

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

/** Throws DatabaseUrlError for a parameter that is unknown or has a wrong value, which would have no effect. */
function checkParameters(query: string): void {
  for (const [name, value] of new URLSearchParams(query)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (parameter === undefined) {
      const which = value !== '' && /^\w{1,40}$/.test(name) ? ` ${name}` : ''
      throw new DatabaseUrlError(
        `has an unknown parameter${which} after the ?; known are ${Object.keys(parameters).join(', ')}`,
      )
    }
    if (!parameter.accepts(value)) throw new DatabaseUrlError(parameter.explain(name))
  }
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
