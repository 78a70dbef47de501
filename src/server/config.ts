import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { addPassword, DatabaseUrlError, hasPassword, listDatabaseUrls } from './database/database-url.ts'
import { getErrorReason } from './database/errors.ts'
import { isLoopback, isProxyRange } from './http/client-network.ts'

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

const folder = (otherwise: string) =>
  z
    .string()
    .optional()
    .transform((text) => (text === undefined || text.trim() === '' ? otherwise : text))

const passwordFile = folder('').transform((file, context) => {
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

const Variables = z.object({
  PORT: number('a port', 0, 65_535, 8080),
  HOST: folder('127.0.0.1'),
  DATA_DIR: folder('.data'),
  MIN_FREE_MB: number('a number of megabytes', 0, 1_000_000, 64),
  DATABASE_URL: z
    .string()
    .optional()
    .transform((text) => text?.trim())
    // The value may contain a password, so that no message repeats it.
    .superRefine((text, context) => {
      const message = text === undefined ? null : findUrlError(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    }),
  DATABASE_PASSWORD_FILE: passwordFile,
  DATABASE_CONNECTIONS: number('a number of connections', 1, 1_000, 10),
  DATABASE_WAIT_SECONDS: number('a number of seconds', 0, 3_600, 30),
  REPORTS_DIR: folder(''),
  DATASETS_DIR: folder(''),
  PORTAL_DIR: folder(''),
  NODE_ENV: z
    .enum(['production', 'development', 'test', ''], { error: 'must be production, development or test' })
    .default('')
    .transform((mode) => mode === 'production'),
  SESSION_HOURS: number('a number of hours', 1, 8_760, 8),
  SESSION_IDLE_MINUTES: number('a number of minutes', 1, 525_600, 60),
  AUDIT_DAYS: number('a number of days', 1, 36_500, 400),
  DRAIN_SECONDS: number('a number of seconds', 0, 600, 0),
  ALLOWED_ORIGINS: list.refine(
    (origins) => origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins such as https://portal.example.com, separated by commas',
  ),
  TRUST_PROXY: list.transform((proxies, context) => {
    const wrong = proxies.filter((proxy) => !isProxyRange(proxy))
    if (wrong.length === 0) return proxies
    const allowed = 'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal'
    context.addIssue(`must be ${allowed}, separated by commas, not '${wrong.join("', '")}'`)
    return z.NEVER
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

/** The environment variables; the password of the file is part of the URL. */
const Environment = Variables.transform(({ DATABASE_PASSWORD_FILE: password, ...settings }, context) => {
  if (password === undefined) return settings
  const { DATABASE_URL: url } = settings
  if (url !== undefined && !hasPassword(url)) return { ...settings, DATABASE_URL: addPassword(url, password) }
  const message = 'must be set without a password beside DATABASE_PASSWORD_FILE'
  context.addIssue({ code: 'custom', path: ['DATABASE_URL'], message })
  return z.NEVER
})

export type ServerSettings = ReturnType<typeof parseSettings>

/**
 * Parses the environment variables. Default paths are in the product's folder, `root`, except the data folder, which is
 * in the working directory. Throws one error with every invalid value and what is expected.
 */
export function parseSettings(environment: Readonly<Record<string, string | undefined>>, root: string) {
  const result = Environment.safeParse(environment)
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    throw new Error(`the settings are not valid:\n  ${lines.join('\n  ')}`)
  }
  const { data } = result
  return {
    port: data.PORT,
    host: data.HOST,
    beyondLoopback: !isLoopback(data.HOST),
    dataDir: data.DATA_DIR,
    /** With less free on the data folder's disk nothing is stored any more. */
    minFreeMb: data.MIN_FREE_MB,
    /** The PostgreSQL database; undefined if the database is a file in the data folder. */
    databaseUrl: data.DATABASE_URL,
    /** How many connections this process opens to it at most. */
    databaseConnections: data.DATABASE_CONNECTIONS,
    /** How long a start waits for it. */
    databaseWaitSeconds: data.DATABASE_WAIT_SECONDS,
    reportsDir: data.REPORTS_DIR || join(root, 'reports'),
    datasetsDir: data.DATASETS_DIR || join(root, 'datasets'),
    portalDir: data.PORTAL_DIR || join(root, 'dist', 'portal'),
    production: data.NODE_ENV,
    sessionHours: data.SESSION_HOURS,
    sessionIdleMinutes: data.SESSION_IDLE_MINUTES,
    /** For how many days the history is stored. */
    auditDays: data.AUDIT_DAYS,
    /** How long requests are still accepted after SIGTERM, while `/readyz` already reports `unready`. */
    drainSeconds: data.DRAIN_SECONDS,
    allowedOrigins: data.ALLOWED_ORIGINS,
    trustedProxies: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
  } as const
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
