import * as client from 'openid-client'
import { z } from 'zod'
import { getErrorReason } from '../database/errors.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clientAuthentication: 'client_secret_basic' | 'client_secret_post'
  readonly roleClaim: string
  /** The names of the roles by group; the first group of the file that a person is in counts. */
  readonly roles: readonly (readonly [group: string, role: string])[]
  readonly scopes: string
  readonly label: string
  readonly passwordAccounts: readonly string[]
}

/** What the provider says about a person. The subject identifies the person; names and address may change. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** Names of an account, the best one first. */
  readonly names: readonly string[]
  readonly email: string
  readonly groups: readonly string[]
}

/** A sign-in that was begun, to be compared with the answer of the provider. */
export const SignInAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
})
export type SignInAttempt = z.infer<typeof SignInAttempt>

/** Why the provider signed nobody in; the reason is for the log and contains no secret. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly kind: 'cancelled' | 'unavailable' | 'rejected'

  constructor(kind: ProviderError['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

export interface CompanySignIn {
  readonly settings: OidcSettings
  readonly provider: ReturnType<typeof createProvider>
}

/** By how much the clock of the provider may differ, in seconds. */
const CLOCK_TOLERANCE = 60
/** How long a request to the provider may take, in seconds. */
const TIMEOUT = 5
/** For how long its description is used for what needs none of its keys, in milliseconds. */
const DESCRIPTION_MS = 3_600_000

const Text = z.string().trim().min(1).optional().catch(undefined)
const Claims = z
  .object({ preferred_username: Text, email: Text, name: Text, email_verified: z.unknown().optional() })
  // Anyone could have typed an address that the provider has not verified.
  .transform(({ email, ...claims }) => ({
    ...claims,
    email: claims.email_verified === false ? undefined : email,
  }))
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
  const isPosted = settings.clientAuthentication === 'client_secret_post'
  const authenticate = isPosted
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret)
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
    /** Begins a sign-in; returns the address of the provider's page. Throws `ProviderError`. */
    begin: (redirectUri: string) =>
      translateErrors(async () => {
        const config = await describe()
        const attempt: SignInAttempt = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
          redirectUri,
        }
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          state: attempt.state,
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
          code_challenge_method: 'S256',
          ...(maxAge > 0 && { max_age: String(maxAge) }),
        })
        return { attempt, url: url.href }
      }),
    /** Exchanges the provider's answer, the query of the redirection, for the person. Throws `ProviderError`. */
    complete: ({ state, nonce, verifier, redirectUri }: SignInAttempt, answer: string) =>
      translateErrors(async (): Promise<Identity> => {
        const config = await connect()
        const url = new URL(redirectUri)
        url.search = answer
        const tokens = await client.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(maxAge > 0 && { maxAge }),
        })
        const token = tokens.claims()
        if (token === undefined) throw new ProviderError('rejected', 'no ID token')
        const isComplete =
          token[settings.roleClaim] !== undefined || config.serverMetadata().userinfo_endpoint === undefined
        const claims = isComplete
          ? token
          : { ...(await client.fetchUserInfo(config, tokens.access_token, token.sub)), ...token }
        const { preferred_username, email, name } = Claims.parse(claims)
        return {
          issuer: token.iss,
          subject: token.sub,
          names: [preferred_username, email, name, token.sub].filter((text) => text !== undefined),
          email: email ?? '',
          groups: Groups.parse(claims[settings.roleClaim]),
        }
      }),
    /** The address that ends the provider's own session; undefined if it has none or cannot be asked. */
    findEndSessionUrl: async (): Promise<string | undefined> => {
      const config = await describe().catch(() => undefined)
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined
      return client.buildEndSessionUrl(config).href
    },
  }
}

const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'interaction_required', 'login_required'])

/** Turns the errors of the library and of the network into `ProviderError`. */
async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    if (error instanceof client.AuthorizationResponseError) {
      const kind = CANCELLED.has(error.error) ? 'cancelled' : 'rejected'
      throw new ProviderError(kind, `the provider answered ${JSON.stringify(error.error)}`)
    }
    if (error instanceof client.ResponseBodyError) {
      throw new ProviderError(
        error.status >= 500 ? 'unavailable' : 'rejected',
        `${error.status} ${error.error}`,
      )
    }
    throw new ProviderError(isUnavailable(error) ? 'unavailable' : 'rejected', describeError(error))
  }
}

/** Whether the provider was not reached, did not answer in time or answered with a failure of its own. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause } = error
  if (error.name === 'TimeoutError' || (error instanceof TypeError && cause !== undefined)) return true
  if (cause instanceof Response) return cause.status >= 500
  return cause !== undefined && isUnavailable(cause)
}

function describeError(error: unknown): string {
  const code = error instanceof client.ClientError ? ` (${error.code})` : ''
  return `${getErrorReason(error)}${code}`
}
