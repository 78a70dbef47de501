import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Context, Provider } from 'oidc-provider'

/** What the provider says about a person beside the subject. */
export interface Person {
  readonly sub: string
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly groups?: readonly string[]
}

export const CLIENT = { client_id: 'portal', client_secret: 'a secret of the portal, long enough' } as const

/** Listens on a free port of this machine; what is served may be exchanged. */
export async function listen() {
  let serve: RequestListener = () => undefined
  const server = createServer((request, response) => serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url, close, use: (listener: RequestListener) => (serve = listener) }
}

/** The provider's question before it signs out, without the fonts of its own page. */
const askToSignOut = (context: Context, form: string): void => {
  context.body = `<!doctype html><title>Sign out</title>${form}
    <button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
}

/** A real OpenID Connect provider, which signs a chosen person in without a question. */
export async function startOidcProvider(portals: readonly string[] = ['http://portal.example']) {
  const server = await listen()
  let person: Person = { sub: 'nobody' }
  let allowed = portals

  const createKey = () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
  }
  let key = createKey()
  const restart = () => {
    const uris = allowed.map((url) => `${url}/login`)
    const provider = new Provider(server.url, {
      clients: [{ ...CLIENT, redirect_uris: uris, post_logout_redirect_uris: uris }],
      jwks: { keys: [key] },
      cookies: { keys: ['a key of the test'] },
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'groups'],
        email: ['email', 'email_verified'],
      },
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut },
      },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      interactions: { url: () => '/interaction' },
      findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => ({ ...person }) }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const { provider: owner, client, session, params } = oidc
        const grant = new owner.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope(params.scope)
        await grant.save()
        return grant
      },
    })
    const callback = provider.callback()
    server.use((request, response) => {
      if (request.url !== '/interaction') return void callback(request, response)
      return void provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    })
  }
  restart()
  return {
    url: server.url,
    /** Who signs in from now on. */
    setPerson: (next: Person) => {
      person = next
    },
    allow: (...urls: readonly string[]) => {
      allowed = urls
      restart()
    },
    rotateKeys: () => {
      key = createKey()
      restart()
    },
    close: server.close,
  }
}

/** Follows the redirections of a provider as a browser does, up to a page of the portal; returns that page's address. */
export async function followRedirections(start: string, portal = 'http://portal.example'): Promise<URL> {
  const cookies = new Map<string, string>()
  for (let url = new URL(start), count = 0; count < 10; count += 1) {
    if (url.href.startsWith(portal)) return url
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
    url = new URL(next, url)
  }
  throw new Error('the provider redirects without an end')
}
