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

/** What a parameter must be. */
interface Parameter {
  readonly pattern: RegExp
  readonly form: string
}

const number: Parameter = { pattern: /^\d+$/, form: 'a number' }
const text: Parameter = { pattern: /./s, form: 'a text' }
const file: Parameter = { pattern: /./s, form: 'the path of a file that is there' }
const oneOf = (...values: readonly string[]): Parameter => ({
  pattern: new RegExp(`^(?:${values.join('|')})$`),
  form: `one of ${values.join(', ')}`,
})

/** The parameters that the driver or this program knows. */
const parameters: Readonly<Record<string, Parameter>> = {
  application_name: text,
  client_encoding: text,
  fallback_application_name: text,
  host: text,
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
  target_session_attrs: text,
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
  const settings = query.split('&').filter((setting) => setting !== '')
  const isSession = (setting: string) => setting.startsWith('target_session_attrs=')
  if (settings.some((setting) => /^host=.*(?:,|%2c)/i.test(setting))) throw new DatabaseUrlError(SEVERAL)
  if (settings.some((setting) => isSession(setting) && !/=(?:read-write|primary)$/.test(setting))) {
    throw new DatabaseUrlError(SESSIONS)
  }
  checkParameters(query)
  const kept = settings.filter((setting) => !isSession(setting)).join('&')
  const names = hosts.split(',')
  const [first = '', ...others] = names.map(
    (host) => `${scheme}${user}${host}${path}${kept === '' ? '' : `?${kept}`}`,
  )
  const isMissing = names.length > 1 && names.includes('')
  const isWrong = ![first, ...others].every((one) => URL.canParse(one)) || decode(path) === null
  if (isMissing || isWrong) throw new DatabaseUrlError(FORM)
  return [first, ...others]
}

/** Throws DatabaseUrlError for a parameter that is unknown or has a wrong value, which would have no effect. */
function checkParameters(query: string): void {
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(parameters, name)) {
      const which = value !== '' && /^\w{1,40}$/.test(name) ? ` ${name}` : ''
      throw new DatabaseUrlError(
        `has an unknown parameter${which} after the ?; known are ${Object.keys(parameters).join(', ')}`,
      )
    }
    const parameter = parameters[name]
    const isMissingFile = parameter === file && !existsSync(value)
    if (parameter === undefined || isMissingFile || !parameter.pattern.test(value)) {
      throw new DatabaseUrlError(`must have ${parameter?.form} as ${name} after the ?`)
    }
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
