import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { CLIENT, listen } from './oidc-provider.ts'
import { afterUse } from './folder.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a provider answers instead of the truth. */
export interface Forgery {
  readonly header?: Fields
  readonly claims?: Fields
  /** Signs with a key that the provider does not publish. */
  readonly isForeignKey?: boolean
  readonly isUnsigned?: boolean
  /** Says in the description how the secret may be sent. */
  readonly methods?: readonly string[]
  /** Answers a request for this path with this status, or never. */
  readonly fails?: { readonly path: string; readonly status: number | 'never' }
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const createKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A provider that says what a test wants. Its codes may be used again, as those of a careless provider. */
export async function startForgingProvider() {
  const server = await listen()
  afterUse(server.close)
  const [own, foreign] = [createKeys(), createKeys()]
  const kid = randomUUID()
  let forgery: Forgery = {}
  let nonce = ''
  const waiting = new Set<ServerResponse>()
  let requests: string[] = []
  let isSecretInHeader = false

  const createToken = (): string => {
    const now = Math.floor(Date.now() / 1000)
    const header = { alg: forgery.isUnsigned === true ? 'none' : 'RS256', kid, ...forgery.header }
    const claims = {
      iss: server.url,
      aud: CLIENT.client_id,
      sub: 'forged',
      nonce,
      iat: now,
      exp: now + 300,
      preferred_username: 'mallory',
      groups: ['analysts'],
      ...forgery.claims,
    }
    const content = `${encode(header)}.${encode(claims)}`
    const key: KeyObject = (forgery.isForeignKey === true ? foreign : own).privateKey
    const signature =
      forgery.isUnsigned === true ? '' : sign('sha256', Buffer.from(content), key).toString('base64url')
    return `${content}.${signature}`
  }
  const answers: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: server.url,
      authorization_endpoint: `${server.url}/authorize`,
      token_endpoint: `${server.url}/token`,
      jwks_uri: `${server.url}/keys`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256', 'none'],
      token_endpoint_auth_methods_supported: forgery.methods,
    }),
    '/keys': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }],
    }),
    '/token': () => ({ access_token: 'an access token', token_type: 'Bearer', id_token: createToken() }),
  }
  server.use((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    if (path === '/token') isSecretInHeader = request.headers.authorization !== undefined
    const status = forgery.fails?.path === path ? forgery.fails.status : 200
    if (status === 'never') return void waiting.add(response)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(status === 200 ? answers[path]?.() : { error: 'server_error' }))
  })
  return {
    url: server.url,
    /** The path of the description of the provider. */
    description: '/.well-known/openid-configuration',
    forge: (next: Forgery) => {
      forgery = next
      requests = []
    },
    /** Lists the paths that were requested since the last forgery. */
    getRequests: (): readonly string[] => requests,
    /** Returns true if the last exchange of a code had the secret in the header. */
    hadSecretInHeader: (): boolean => isSecretInHeader,
    /** Answers an authorization request; returns the query of the redirection. */
    authorize: (url: string, fields: Readonly<Record<string, string>> = {}): string => {
      const sent = new URL(url).searchParams
      nonce = sent.get('nonce') ?? ''
      const query = { code: 'a code', state: sent.get('state') ?? '', iss: server.url, ...fields }
      return new URLSearchParams(query).toString()
    },
  }
}
