import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isLoopback } from '../http/client-network.ts'
import { getErrorReason } from '../database/errors.ts'

const word = z
  .string()
  .optional()
  .transform((value) => value?.trim() ?? '')

/** Plain HTTP is for a provider on this machine, such as that of a test. */
const isIssuer = (url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, search, hash } = new URL(url)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSecure && search === '' && hash === ''
}

const WAYS = ['client_secret_basic', 'client_secret_post'] as const

const fields = z.object({
  oidcIssuer: word.refine((url) => url === '' || isIssuer(url), 'must be the https URL of the provider'),
  oidcClientId: word,
  oidcClientSecret: word,
  oidcClientSecretFile: word,
  /** How the portal sends its secret: many providers do not decode one of other characters in the header. */
  oidcClientAuthentication: word
    .transform((way) => way || 'client_secret_basic')
    .pipe(z.enum(WAYS, { error: `must be ${WAYS.join(' or ')}` })),
  oidcRoleClaim: word.transform((claim) => claim || 'groups'),
  /** A JSON file of the role of each group. */
  oidcRolesFile: word,
  oidcScopes: word.transform((scopes) => scopes || 'openid profile email'),
  /** The text of the button. */
  oidcLabel: word
    .transform((label) => label || 'Company sign-in')
    .refine((label) => /^[^\p{C}]{1,60}$/u.test(label), 'must be one line of at most 60 characters'),
  /** The accounts that may still use a password; empty for all. */
  oidcOnly: word.transform((names) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
})

/** The settings of the company sign-in, complete; without an issuer there is none. */
export const oidcSettings = fields.transform((values, context) => ({
  oidc: completeOidcSettings(values, (setting, message) =>
    context.addIssue({ code: 'custom', path: [setting], message }),
  ),
}))

type Values = z.output<typeof fields>

/** The settings of the provider, complete. */
export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientAuthentication: (typeof WAYS)[number]
  readonly roleClaim: string
  /** The names of the roles by group; the first group of the file that a person is in counts. */
  readonly roles: readonly (readonly [group: string, role: string])[]
  readonly scopes: string
  readonly label: string
  readonly passwordAccounts: readonly string[]
}

const Roles = z
  .record(z.string().min(1), z.string().trim().min(1))
  .refine((roles) => Object.keys(roles).length > 0, 'must name a group')

/**
 * Completes the settings of the company sign-in; undefined without an issuer. `report` gets the settings that do not fit,
 * with the reason.
 */
function completeOidcSettings(
  values: Values,
  report: (setting: keyof Values, message: string) => void,
): OidcSettings | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecretFile: file } = values
  if (issuer === '') return undefined
  if (clientId === '') report('oidcClientId', 'must be set beside OIDC_ISSUER')
  if ((values.oidcClientSecret === '') === (file === ''))
    report('oidcClientSecret', 'or OIDC_CLIENT_SECRET_FILE must be set beside OIDC_ISSUER, and not both')
  const read = (setting: 'oidcClientSecretFile' | 'oidcRolesFile', what: string) => {
    try {
      const text = readFileSync(values[setting], 'utf8').trim()
      if (text === '') throw new Error('it is empty')
      return text
    } catch (error) {
      report(setting, `must be the path of ${what}: ${getErrorReason(error)}`)
      return ''
    }
  }
  const clientSecret =
    file === '' ? values.oidcClientSecret : read('oidcClientSecretFile', 'a file with the secret')
  const text = read('oidcRolesFile', 'a JSON file of the role of each group')
  return {
    issuer,
    clientId,
    clientSecret,
    clientAuthentication: values.oidcClientAuthentication,
    roleClaim: values.oidcRoleClaim,
    roles: text === '' ? [] : parseRoles(text, (message) => report('oidcRolesFile', message)),
    scopes: values.oidcScopes,
    label: values.oidcLabel,
    passwordAccounts: values.oidcOnly,
  }
}

function parseRoles(text: string, report: (message: string) => void): OidcSettings['roles'] {
  const form = 'must contain a role for each group, such as {"traffic-analysts": "analyst"}'
  try {
    const roles = Roles.safeParse(JSON.parse(text))
    if (roles.success) return Object.entries(roles.data)
    const [issue] = roles.error.issues
    report(`${form}; ${[...(issue?.path ?? []), issue?.message].join(': ')}`)
  } catch (error) {
    report(`${form}; ${getErrorReason(error)}`)
  }
  return []
}
