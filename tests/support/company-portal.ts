import type { AppOptions } from '../../src/server/app.ts'
import type { OidcSettings } from '../../src/server/identity/company-sign-in/oidc-settings.ts'
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

/** The settings of a company sign-in. */
export const companySettings = (issuer: string): OidcSettings => ({
  issuer,
  clientId: CLIENT.client_id,
  clientSecret: CLIENT.client_secret,
  roleClaim: 'groups',
  roles: [
    ['administrators', 'administrator'],
    ['analysts', 'analyst'],
  ],
  scopes: 'openid profile email',
  passwordAccounts: [],
})

export async function createCompanyPortal(
  issuer: string,
  oidc: Partial<OidcSettings> = {},
  options: Partial<AppOptions> = {},
): Promise<CompanyPortal> {
  const testApp = await createTestApp({ oidc: { ...companySettings(issuer), ...oidc }, ...options })
  const browser = createBrowser(testApp)
  return {
    ...testApp,
    ...browser,
    signIn: async () => {
      const { url, cookie } = await browser.begin()
      const back = await followRedirections(url)
      return browser.finish(cookie, back.search)
    },
  }
}

/** The steps of a browser at an app. */
export function createBrowser(testApp: Pick<TestApp, 'send'>): Pick<CompanyPortal, 'begin' | 'finish'> {
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
  return { begin, finish }
}
