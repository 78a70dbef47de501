import * as client from 'openid-client'
import { z } from 'zod'
import { getErrorReason } from '../../platform/database/errors.ts'
import type { OidcSettings } from './oidc-settings.ts'
import type { SignInAttempt } from './sign-in-attempt.ts'

/** Contains what the provider says about a person. The subject identifies the person; names and address may change. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Names of an account, the best one first. */
  readonly names: readonly string[]
  readonly email: string
  readonly groups: readonly string[]
  /** Whether there are more groups than the provider sends. */
  readonly isInTooMany: boolean
}

export type CompanySignIn = ReturnType<typeof createProvider>

/** By how much the clock of the provider may differ, in seconds. */
const CLOCK_TOLERANCE = 60
/** How long a request to the provider may take, in seconds. */
const TIMEOUT = 5
/** For how long its description is used for what needs none of its keys, in milliseconds. */
const DESCRIPTION_MS = 3_600_000

const Text = z.string().trim().min(1).optional().catch(undefined)
const Claims = z.object({
  preferred_username: Text,
  email: Text,
  name: Text,
  email_verified: z.unknown().optional(),
  _claim_names: z.record(z.string(), z.unknown()).catch({}),
  hasgroups: z.unknown().optional(),
})
const Groups = z.union([z.string().transform((group) => [group]), z.array(z.string())]).catch([])

/**
 * Creates the client of an OpenID Connect provider, which is first asked when somebody signs in. It asks persons again who
 * signed in there more than `reauthenticateMinutes` ago; 0 leaves that to the provider.
 */
export function createProvider(settings: OidcSettings, reauthenticateMinutes = 0) {
  const maxAge = reauthenticateMinutes * 60
  const { issuer, clientId, clientSecret } = settings
  const isInsecure = new URL(issuer).protocol === 'http:'
  const execute = [client.enableNonRepudiationChecks, ...(isInsecure ? [client.allowInsecureRequests] : [])]
  const metadata = { [client.clockTolerance]: CLOCK_TOLERANCE }
  // A provider that lists no methods takes the secret in the header.
  const authenticate: client.ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isInHeader = methods.includes('client_secret_basic')
    const send = isInHeader ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret)
    send(server, ...request)
  }
  // A new configuration has no keys of earlier ones, so that they may rotate.
  const connect = () =>
    client.discovery(new URL(issuer), clientId, metadata, authenticate, { execute, timeout: TIMEOUT })
  let described: { readonly config: Promise<client.Configuration>; readonly until: number } | undefined
  // Anyone may begin sign-ins, which must not flood the provider; and no sign-out waits for a slow one.
  const describe = () => {
    if (described !== undefined && Date.now() < described.until) return described.config
    const config = connect()
    described = { config, until: Date.now() + DESCRIPTION_MS }
    config.catch(() => (described = undefined))
    return config
  }

  return {
    settings,
    /** Returns the address of the provider's page for an attempt. Throws what `explainFailure` explains. */
    begin: async ({ state, nonce, verifier, redirectUri }: SignInAttempt): Promise<string> => {
      const url = client.buildAuthorizationUrl(await describe(), {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(maxAge > 0 && { max_age: String(maxAge) }),
      })
      return url.href
    },
    /** Exchanges the provider's answer, the query of the redirection, for the person. Throws as `begin`. */
    complete: async (attempt: SignInAttempt, answer: string): Promise<Identity> => {
      const config = await connect()
      const url = new URL(attempt.redirectUri)
      url.search = answer
      const tokens = await client.authorizationCodeGrant(config, url, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
        ...(maxAge > 0 && { maxAge }),
      })
      const token = tokens.claims()
      if (token === undefined) throw new Error('no ID token')
      const isComplete =
        token[settings.roleClaim] !== undefined || config.serverMetadata().userinfo_endpoint === undefined
      const claims = isComplete
        ? token
        : { ...(await client.fetchUserInfo(config, tokens.access_token, token.sub)), ...token }
      const { preferred_username, name, ...sent } = Claims.parse(claims)
      // Anyone could have typed an address that the provider has not verified.
      const email = sent.email_verified === true ? sent.email : undefined
      return {
        issuer: token.iss,
        subject: token.sub,
        names: [preferred_username, email, name, token.sub].filter((text) => text !== undefined),
        email: email ?? '',
        groups: Groups.parse(claims[settings.roleClaim]),
        isInTooMany: sent.hasgroups === true || Object.hasOwn(sent._claim_names, settings.roleClaim),
      }
    },
    /** The address that ends the provider's own session; undefined if it has none or cannot be asked. */
    findEndSessionUrl: async (): Promise<string | undefined> => {
      const config = await describe().catch(() => undefined)
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined
      return client.buildEndSessionUrl(config).href
    },
  }
}

const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'interaction_required', 'login_required'])

/** Explains why the provider signed nobody in; the reason is for the log and contains no secret. */
export function explainFailure(error: unknown) {
  if (error instanceof client.AuthorizationResponseError) {
    const kind = CANCELLED.has(error.error) ? 'cancelled' : 'rejected'
    return { kind, reason: `the provider answered ${JSON.stringify(error.error)}` } as const
  }
  const kind = isUnavailable(error) ? 'unavailable' : 'rejected'
  // Its message does not say what the provider answered, such as `invalid_client`.
  if (error instanceof client.ResponseBodyError)
    return { kind, reason: `${error.status} ${error.error}` } as const
  const code = error instanceof client.ClientError ? ` (${error.code})` : ''
  return { kind, reason: `${getErrorReason(error)}${code}` } as const
}

/** Says whether the provider was not reached, did not answer in time or answered with a failure of its own. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof Response || error instanceof client.ResponseBodyError) return error.status >= 500
  if (!(error instanceof Error)) return false
  const { name, cause } = error
  if (name === 'TimeoutError' || (error instanceof TypeError && cause !== undefined)) return true
  return isUnavailable(cause)
}
