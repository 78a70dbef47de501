import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { addPassword, DatabaseUrlError, hasPassword, listDatabaseUrls } from './database/database-url.ts'
import { getErrorReason } from './database/errors.ts'
import { isProxyRange } from './http/client-network.ts'
import { parseSmtpUrl } from './mail/smtp-url.ts'
import { oidcSettings } from './oidc/settings.ts'
import { parseSourceUrls } from './sources/settings.ts'

const number = (what: string, min: number, max: number, otherwise: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text.trim() === '') return otherwise
      const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN
      if (value >= min && value <= max) return value
      context.addIssue(`must be ${what} from ${min} to ${max}, not '${text}'`)
      return z.NEVER
    })

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

const text = (otherwise: string) =>
  z
    .string()
    .optional()
    .transform((value) => (value === undefined || value.trim() === '' ? otherwise : value))

const passwordFile = text('').transform((file, context) => {
  if (file === '') return undefined
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (password !== '') return password
    context.addIssue('must be the path of a file with the password; the file is empty')
  } catch (error) {
    context.addIssue(`must be the path of a file with the password: ${getErrorReason(error)}`)
  }
  return z.NEVER
})

/** An address, or a name without quotes and commas before one. */
const SENDER = /^(?:[^\p{Cc}"<>,;:@\\]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u

/** The settings, in the order of their errors. Default paths are in `root`, the data folder in the working directory. */
const createSettings = (root: string) =>
  z.object({
    port: number('a port', 0, 65_535, 8080),
    host: text('127.0.0.1'),
    dataDir: text('.data'),
    /** With less free on the data folder's disk nothing is stored any more. */
    minFreeMb: number('a number of megabytes', 0, 1_000_000, 64),
    /** The PostgreSQL database; undefined if the database is a file in the data folder. */
    databaseUrl: z
      .string()
      .optional()
      .transform((url) => url?.trim())
      // The value may contain a password, so that no message repeats it.
      .superRefine((url, context) => {
        const message = url === undefined ? null : findUrlError(url)
        if (message !== null) context.addIssue({ code: 'custom', message })
      }),
    databasePasswordFile: passwordFile,
    /** How many connections this process opens to the database server at most. */
    databaseConnections: number('a number of connections', 1, 1_000, 10),
    /** How long a start waits for it. */
    databaseWaitSeconds: number('a number of seconds', 0, 3_600, 30),
    /** The mail server; without one no mail is sent. */
    smtpUrl: text('').transform((url, context) => {
      if (url === '') return undefined
      try {
        return parseSmtpUrl(url.trim())
      } catch (error) {
        context.addIssue(getErrorReason(error))
        return z.NEVER
      }
    }),
    smtpPasswordFile: passwordFile,
    mailFrom: text('').refine(
      (from) => from === '' || SENDER.test(from),
      'must be an address such as portal@example.com, or Portal <portal@example.com>',
    ),
    /** Where alerts are sent. */
    alertWebhookUrl: text('').refine(
      (url) => url === '' || (URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)),
      'must be an address such as https://hooks.example.com/alerts',
    ),
    alertWebhookSecret: text('').refine(
      (secret) => secret === '' || secret.length >= 24,
      'must have at least 24 characters',
    ),
    alertWebhookAllowPrivate: z
      .enum(['true', 'false', ''], { error: 'must be true or false' })
      .default('')
      .transform((value) => value === 'true'),
    /** How many statements run at once in each other database with rows of datasets. */
    sourceQueries: number('a number of queries', 1, 100, 4),
    /** After this time a statement is cancelled there. */
    sourceTimeoutSeconds: number('a number of seconds', 1, 600, 30),
    reportsDir: text(join(root, 'reports')),
    datasetsDir: text(join(root, 'datasets')),
    /** By default beside the reports that they show. */
    dashboardsDir: text(''),
    schedulesDir: text(''),
    portalDir: text(join(root, 'dist', 'portal')),
    production: z
      .enum(['production', 'development', 'test', ''], { error: 'must be production, development or test' })
      .default('')
      .transform((mode) => mode === 'production'),
    sessionHours: number('a number of hours', 1, 8_760, 8),
    sessionIdleMinutes: number('a number of minutes', 1, 525_600, 60),
    /** How old a sign-in may be for changes by administrators; 0 for any age. */
    reauthenticateMinutes: number('a number of minutes', 0, 525_600, 0),
    /** For how many days the history is stored. */
    auditDays: number('a number of days', 1, 36_500, 400),
    /** How long requests are still accepted after SIGTERM, while `/readyz` already reports `unready`. */
    drainSeconds: number('a number of seconds', 0, 600, 0),
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
    /** The roles that must use a second factor; undefined if nobody may. */
    secondFactor: list.transform(([first = 'off', ...others]) => {
      if (others.length > 0) return { roles: [first, ...others] }
      return first === 'off' ? undefined : { roles: first === 'optional' ? [] : [first] }
    }),
    /** The address of the portal in mails. */
    publicUrl: text('').transform((url, context) => {
      const isValid = url === '' || (/^https?:\/\/[^\s?#]+$/.test(url) && URL.canParse(url))
      if (isValid) return url.replace(/\/+$/, '')
      context.addIssue(`must be an address such as https://portal.example.com, not '${url}'`)
      return z.NEVER
    }),
    /** The domains of mail addresses without an account. */
    mailDomains: list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
    logLevel: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be fatal, error, warn, info, debug, trace or silent',
      })
      .default('info'),
  })

const VARIABLES = new Map([
  ['production', 'NODE_ENV'],
  ['trustedProxies', 'TRUST_PROXY'],
])

/** The environment variable of a setting: `DATA_DIR` for `dataDir`. */
const getVariable = (setting: string): string =>
  VARIABLES.get(setting) ?? setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

export type ServerSettings = ReturnType<typeof parseSettings>

function refuse(context: z.RefinementCtx, setting: string, message: string): never {
  context.addIssue({ code: 'custom', path: [setting], message })
  return z.NEVER
}

/** Parses the environment variables. Throws one error with every invalid value and what is expected. */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>, root: string) {
  const settings = createSettings(root)
  const values = [...Object.keys(settings.shape), ...Object.keys(oidcSettings.in.shape)].map((name) => [
    name,
    environment[getVariable(name)],
  ])
  // The password of the file becomes a part of the URL.
  const result = settings
    .and(oidcSettings)
    .transform(({ databasePasswordFile: password, ...others }, context) => {
      if (password === undefined) return others
      const { databaseUrl: url } = others
      if (url !== undefined && !hasPassword(url))
        return { ...others, databaseUrl: addPassword(url, password) }
      return refuse(context, 'databaseUrl', 'must be set without a password beside DATABASE_PASSWORD_FILE')
    })
    .transform(({ smtpUrl, smtpPasswordFile: password, mailFrom: from, ...others }, context) => {
      if (smtpUrl === undefined) return { ...others, mail: undefined }
      if (from === '') return refuse(context, 'mailFrom', 'must be set beside SMTP_URL')
      if (password === undefined) return { ...others, mail: { server: smtpUrl, from } }
      if (smtpUrl.password === '') return { ...others, mail: { server: { ...smtpUrl, password }, from } }
      return refuse(context, 'smtpUrl', 'must be set without a password beside SMTP_PASSWORD_FILE')
    })
    .transform(({ alertWebhookUrl: url, alertWebhookSecret: secret, ...rest }, context) => {
      const { alertWebhookAllowPrivate: allowsPrivate, ...others } = rest
      if (url === '') return { ...others, alertWebhook: undefined }
      if (secret === '') return refuse(context, 'alertWebhookSecret', 'must be set beside ALERT_WEBHOOK_URL')
      if (allowsPrivate || url.startsWith('https:'))
        return { ...others, alertWebhook: { url, secret, allowsPrivate } }
      const rule = 'must begin with https, unless ALERT_WEBHOOK_ALLOW_PRIVATE is true'
      return refuse(context, 'alertWebhookUrl', rule)
    })
    .safeParse(Object.fromEntries(values))
  const lines = (result.error?.issues ?? []).map(
    ({ path, message }) => `${getVariable(path.join('.'))} ${message}`,
  )
  const urls = parseSourceUrls(environment, (variable, message) => lines.push(`${variable} ${message}`))
  if (result.success && lines.length === 0) {
    const { dashboardsDir, schedulesDir, reportsDir, sourceQueries, sourceTimeoutSeconds, ...others } =
      result.data
    const beside = (name: string) => join(dirname(reportsDir), name)
    return {
      ...others,
      reportsDir,
      dashboardsDir: dashboardsDir || beside('dashboards'),
      schedulesDir: schedulesDir || beside('schedules'),
      sources: { urls, queries: sourceQueries, timeoutMs: sourceTimeoutSeconds * 1000 },
    }
  }
  throw new Error(`the settings are not valid:\n  ${lines.join('\n  ')}`)
}

/** What is wrong with a DATABASE_URL; null if nothing is. */
function findUrlError(url: string): string | null {
  try {
    listDatabaseUrls(url)
    return null
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message
    throw error
  }
}
