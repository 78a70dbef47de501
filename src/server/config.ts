import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { addPassword, hasPassword, parseDatabaseUrl } from './platform/database/database-url.ts'
import { getErrorReason } from './platform/database/errors.ts'
import type { OidcSettings } from './identity/company-sign-in/oidc-settings.ts'
import { isLoopback, isProxyRange } from './platform/http/client-network.ts'
import { parseSmtpUrl } from './platform/smtp-url.ts'
import { parseSourceUrls, type SourceUrls } from './data/sources/source-urls.ts'

const number = (what: string, min: number, max: number, otherwise: number) =>
  text('').transform((digits, context) => {
    if (digits === '') return otherwise
    const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
    if (value >= min && value <= max) return value
    context.addIssue(`must be ${what} from ${min} to ${max}, not '${digits}'`)
    return z.NEVER
  })

const text = (otherwise: string) =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || otherwise)

const list = text('').transform((items) =>
  items
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)

function attempt<T>(context: z.RefinementCtx, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    context.addIssue(getErrorReason(error))
    return z.NEVER
  }
}

/** Returns a text that a function parses, whose error says what it must be; undefined if it is empty. */
const parsed = <T>(parse: (value: string) => T) =>
  text('').transform((value, context) => (value === '' ? undefined : attempt(context, () => parse(value))))

/** Returns the content of a file, without the end of its line. */
const file = (what: string) =>
  parsed((path) => {
    try {
      const content = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      if (content === '') throw new Error('it is empty')
      return content
    } catch (error) {
      throw new Error(`must be the path of ${what}: ${getErrorReason(error)}`, { cause: error })
    }
  })

const oneOf = <const T extends string>(allowed: readonly T[], otherwise: T) => {
  const error = `must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1) ?? ''}`
  return text(otherwise).pipe(z.enum(allowed, { error }))
}

const secret = text('').refine(
  (value) => value === '' || value.length >= 24,
  'must have at least 24 characters',
)

/** An address, or a name without quotes and commas before one. */
const SENDER = /^(?:[^\p{Cc}"<>,;:@\\]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

/** Creates the schema, in the order of its errors. Default paths are in `root`. */
const createSettings = (root: string) =>
  z.object({
    port: number('a port', 0, 65_535, 8080),
    host: text('127.0.0.1'),
    dataDir: text('.data'),
    /** With less free on the data folder's disk nothing is stored any more. */
    minFreeMb: number('a number of megabytes', 0, 1_000_000, 64),
    /** How many connections this process opens to the database server at most. */
    databaseConnections: number('a number of connections', 1, 1_000, 10),
    databaseWaitSeconds: number('a number of seconds', 0, 3_600, 30),
    reportsDir: text(join(root, 'reports')),
    datasetsDir: text(join(root, 'datasets')),
    portalDir: text(join(root, 'dist', 'portal')),
    production: oneOf(['production', 'development', 'test'], 'development').transform(
      (mode) => mode === 'production',
    ),
    auditDays: number('a number of days', 1, 36_500, 400),
    allowedOrigins: list.refine(
      (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be origins such as https://portal.example.com, separated by commas',
    ),
    trustedProxies: list.transform((proxies, context) => {
      const wrong = proxies.filter((proxy) => !isProxyRange(proxy))
      if (wrong.length === 0) return proxies
      const allowed = 'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal'
      context.addIssue(`must be ${allowed}, separated by commas, not '${wrong.join("', '")}'`)
      return z.NEVER
    }),
    /** Whether people with a password may use a second factor; a role can require it. */
    secondFactor: text('off')
      .pipe(z.enum(['off', 'optional'], { error: 'must be off or optional; a switch in Roles requires it' }))
      .transform((choice) => choice === 'optional'),
    publicUrl: text('').transform((url, context) => {
      const isValid = url === '' || (/^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url))
      if (isValid) return url.replace(/\/+$/, '')
      context.addIssue(`must be an address such as https://portal.example.com, not '${url}'`)
      return z.NEVER
    }),
    /** The domains of mail addresses without an account. */
    mailDomains: list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
    /** Opens the metrics to other machines; empty if they are for this one only. */
    metricsToken: secret,
    logLevel: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  })

/** The settings of which some need others. */
const partSettings = z.object({
  sessionHours: number('a number of hours', 1, 8_760, 8),
  sessionIdleMinutes: number('a number of minutes', 1, 525_600, 60),
  /** How old a sign-in may be for changes by administrators; 0 for any age. */
  reauthenticateMinutes: number('a number of minutes', 0, 525_600, 0),
  /** The PostgreSQL database; undefined if the database is a file in the data folder. */
  databaseUrl: z
    .string()
    .optional()
    .transform((url, context) => {
      if (url !== undefined) attempt(context, () => parseDatabaseUrl(url.trim()))
      return url?.trim()
    }),
  databasePasswordFile: file('a file with the password'),
  smtpUrl: parsed(parseSmtpUrl),
  smtpPasswordFile: file('a file with the password'),
  mailFrom: text('').refine(
    (from) => from === '' || SENDER.test(from),
    'must be an address such as portal@example.com, or Portal <portal@example.com>',
  ),
  alertWebhookUrl: text('').refine(
    (url) => url === '' || (URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)),
    'must be an address such as https://hooks.example.com/alerts',
  ),
  alertWebhookSecret: secret,
  alertWebhookAllowPrivate: oneOf(['true', 'false'], 'false'),
})

/** Those of the company sign-in, which is off without an issuer. */
const oidcSettings = z.object({
  issuer: text('').refine((url) => url === '' || isIssuer(url), 'must be the https URL of the provider'),
  clientId: text(''),
  clientSecretFile: file('a file with the secret'),
  roleClaim: text('groups'),
  /** The first group of the file that a person is in counts. */
  roles: file('a JSON file of the role of each group').transform((roles, context) =>
    roles === undefined ? [] : attempt(context, () => parseRoles(roles)),
  ),
  scopes: text('openid profile email'),
  /** The accounts that may still use a password; empty for all. */
  passwordAccounts: list,
})

/** Says whether a text is the address of a provider: plain HTTP is for one on this machine. */
function isIssuer(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, search, hash } = new URL(url)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSecure && search === '' && hash === ''
}

const Roles = z
  .record(z.string().min(1), z.string().trim().min(1))
  .refine((roles) => Object.keys(roles).length > 0, 'must name a group')

function parseRoles(content: string): readonly (readonly [group: string, role: string])[] {
  try {
    return Object.entries(Roles.parse(JSON.parse(content)))
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : []
    const reason = issue === undefined ? getErrorReason(cause) : [...issue.path, issue.message].join(': ')
    const example = '{"traffic-analysts": "analyst"}'
    throw new Error(`must contain a role for each group, such as ${example}; ${reason}`, { cause })
  }
}

const VARIABLES = new Map([
  ['production', 'NODE_ENV'],
  ['trustedProxies', 'TRUST_PROXY'],
  ['roles', 'ROLES_FILE'],
  ['passwordAccounts', 'ONLY'],
])

/** Returns the environment variable of a setting: `DATA_DIR` for `dataDir`. */
const getVariable = (setting: string): string =>
  VARIABLES.get(setting) ?? setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

export type ServerSettings = ReturnType<typeof parseSettings>

type Values = z.output<typeof partSettings>
type Refuse = (setting: string, message: string) => void

function composeOidc(values: z.output<typeof oidcSettings>, refuse: Refuse): OidcSettings | undefined {
  const { clientSecretFile, ...oidc } = values
  if (oidc.issuer === '') return undefined
  if (oidc.clientId === '') refuse('oidcClientId', 'must be set beside OIDC_ISSUER')
  if (clientSecretFile === undefined) refuse('oidcClientSecretFile', 'must be set beside OIDC_ISSUER')
  if (oidc.roles.length === 0)
    refuse('oidcRolesFile', 'must be the path of a JSON file of the role of each group')
  return { ...oidc, clientSecret: clientSecretFile?.trim() ?? '' }
}

function composeMail(values: Values, refuse: Refuse) {
  const { smtpUrl: server, smtpPasswordFile: password, mailFrom: from } = values
  if (server === undefined) return undefined
  if (from === '') refuse('mailFrom', 'must be set beside SMTP_URL')
  if (password !== undefined && server.password !== '')
    refuse('smtpUrl', 'must be set without a password beside SMTP_PASSWORD_FILE')
  return { server: { ...server, password: password ?? server.password }, from }
}

function composeWebhook(values: Values, refuse: Refuse) {
  const { alertWebhookUrl: url, alertWebhookSecret: secret } = values
  const allowsPrivate = values.alertWebhookAllowPrivate === 'true'
  if (url === '') return undefined
  if (secret === '') refuse('alertWebhookSecret', 'must be set beside ALERT_WEBHOOK_URL')
  if (!allowsPrivate && !url.startsWith('https:'))
    refuse('alertWebhookUrl', 'must begin with https, unless ALERT_WEBHOOK_ALLOW_PRIVATE is true')
  return { url, secret, allowsPrivate }
}

/** How many statements run at once in each source, and after which time one is cancelled there. */
const SOURCE_LIMITS = { queries: 4, timeoutMs: 30_000 }

/** Composes what several variables set together. */
function compose(values: Values, urls: SourceUrls, refuse: Refuse) {
  const { databaseUrl: url, databasePasswordFile: password } = values
  const { sessionHours: hours, sessionIdleMinutes: idleMinutes, reauthenticateMinutes } = values
  const isComplete = url !== undefined && !hasPassword(url)
  if (password !== undefined && !isComplete)
    refuse('databaseUrl', 'must be set without a password beside DATABASE_PASSWORD_FILE')
  return {
    /** The PostgreSQL database; undefined if the database is a file in the data folder. */
    databaseUrl: password !== undefined && isComplete ? addPassword(url, password) : url,
    sessions: { hours, idleMinutes, reauthenticateMinutes },
    mail: composeMail(values, refuse),
    alertWebhook: composeWebhook(values, refuse),
    sources: { ...SOURCE_LIMITS, urls },
  }
}

/** Parses the environment variables. Throws one error with every invalid value and what is expected. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>, root: string) {
  const lines: string[] = []
  const refuse = (setting: string, message: string) => lines.push(`${getVariable(setting)} ${message}`)
  const parse = <T extends z.ZodObject>(schema: T, prefix = '') => {
    const name = (setting: string) => prefix + getVariable(setting)
    const values = Object.keys(schema.shape).map((setting) => [setting, environment[name(setting)]])
    const { data, error } = schema.safeParse(Object.fromEntries(values))
    for (const { path, message } of error?.issues ?? []) lines.push(`${name(path.join('.'))} ${message}`)
    return data
  }
  const settings = parse(createSettings(root))
  const parts = parse(partSettings)
  const company = parse(oidcSettings, 'OIDC_')
  const urls = parseSourceUrls(environment, (variable, message) => lines.push(`${variable} ${message}`))
  const composed = parts && compose(parts, urls, refuse)
  const oidc = company && composeOidc(company, refuse)
  if (settings === undefined || composed === undefined || lines.length > 0)
    throw new Error(`the settings are not valid:\n  ${lines.join('\n  ')}`)
  const beside = (name: string) => join(dirname(settings.reportsDir), name)
  return {
    ...settings,
    ...composed,
    oidc,
    dashboardsDir: beside('dashboards'),
    schedulesDir: beside('schedules'),
  }
}
