import type { AppOptions } from '../../src/server/app.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { CLIENT, followRedirections } from './oidc-provider.ts'

type Body = Readonly<Record<string, unknown>>

/** An app with a company sign-in, and the steps of a browser. */
export interface CompanyPortal extends TestApp {
  /** Begins a sign-in; returns the provider's address and the cookie. */
  readonly begin: () => Promise<{ status: number; body: Body; url: string; cookie: string }>
  /** Sends the provider's answer with a cookie. */
  readonly finish: (
    cookie: string,
    answer: string,
    remoteAddress?: string,
  ) => Promise<{ status: number; body: Body }>
  /** Signs in at a real provider. */
  readonly signIn: () => Promise<{ status: number; body: Body }>
}

const ORIGIN = 'http://portal.example'

export async function createCompanyPortal(
  issuer: string,
  oidc: Partial<AppOptions['oidc']> = {},
  options: Partial<AppOptions> = {},
): Promise<CompanyPortal> {
  const testApp = await createTestApp({
    oidc: {
      issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      roleClaim: 'groups',
      roles: [
        ['administrators', 'administrator'],
        ['analysts', 'analyst'],
      ],
      scopes: 'openid profile email',
      label: 'Sign in with Example',
      passwordAccounts: [],
      ...oidc,
    },
    ...options,
  })
  const post = (url: string, payload: object, cookie = '', remoteAddress = '127.0.0.1') =>
    testApp.send({ method: 'POST', url, payload, remoteAddress, headers: { origin: ORIGIN, cookie } })
  const begin = async () => {
    const { status, body, headers } = await post('/auth/oidc/start', { page: '/login' })
    return {
      status,
      body,
      url: String(body['url']),
      cookie: String(headers['set-cookie']).split(';')[0] ?? '',
    }
  }
  const finish = (cookie: string, answer: string, remoteAddress?: string) =>
    post('/auth/oidc/session', { answer }, cookie, remoteAddress)
  return {
    ...testApp,
    begin,
    finish,
    signIn: async () => {
      const { url, cookie } = await begin()
      const back = await followRedirections(url)
      return finish(cookie, back.search)
    },
  }
}
