import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { CLIENT, type Person } from '../support/oidc-provider.ts'
import { findPort, findProgram, waitForAnswer } from './programs.ts'

/** The tables of the Debian package, with its first account. */
const TABLES = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const ADMINISTRATOR = { username: 'admin', password: 'password' }
const PASSWORD = 'a password of the provider'
const SCOPES = ['openid', 'profile', 'email']

/** Glewlwyd of the Debian package; null where it is not installed. */
export const glewlwyd = existsSync(TABLES) ? findProgram('glewlwyd') : null

/** A running Glewlwyd with the portal as its client. */
export interface Glewlwyd {
  readonly issuer: string
  /** Creates or changes a person; returns the cookie of a signed-in browser. */
  readonly signIn: (username: string, person: Omit<Person, 'sub'>) => Promise<string>
  /** Requests an authorization as the browser with a cookie; returns the query of the redirection. */
  readonly authorize: (url: string, cookie: string) => Promise<string>
  readonly rotateKeys: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts Glewlwyd with its files in a folder. */
export async function startGlewlwyd(program: string, folder: string, page: string): Promise<Glewlwyd> {
  const port = await findPort()
  const url = `http://127.0.0.1:${port}`
  createTables(join(folder, 'tables'))
  const file = join(folder, 'glewlwyd.conf')
  writeFileSync(file, formatSettings(url, port, join(folder, 'tables')))
  const child = spawn(program, [`--config-file=${file}`], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  await waitForAnswer(child, `${url}/api/`)

  const call = async (cookie: string, method: string, path: string, body?: unknown): Promise<Response> => {
    const headers = { cookie, 'content-type': 'application/json' }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const response = await fetch(`${url}/api${path}`, sent)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const openBrowser = async (credentials: typeof ADMINISTRATOR): Promise<string> => {
    const response = await call('', 'POST', '/auth/', credentials)
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }

  const administrator = await openBrowser(ADMINISTRATOR)
  const manage = (method: string, path: string, body?: unknown) => call(administrator, method, path, body)
  for (const name of ['profile', 'email']) {
    await manage('POST', '/scope/', { name, display_name: name, password_required: false })
  }
  const plugin = () => ({
    name: 'oidc',
    module: 'oidc',
    display_name: 'oidc',
    parameters: describePlugin(url),
  })
  await manage('POST', '/mod/plugin/', { ...plugin(), enabled: true })
  const { client_id, client_secret } = CLIENT
  const client = { client_id, client_secret, confidential: true, enabled: true, scope: [] }
  const ways = { authorization_type: ['code'], token_endpoint_auth_method: ['client_secret_post'] }
  await manage('POST', '/client/', { ...client, ...ways, redirect_uri: [page] })
  const known = new Set<string>()

  return {
    issuer: `${url}/api/oidc`,
    signIn: async (username, person) => {
      const user = { username, password: PASSWORD, enabled: true, scope: [...SCOPES, 'g_profile'], ...person }
      await (known.has(username) ? manage('PUT', `/user/${username}`, user) : manage('POST', '/user/', user))
      known.add(username)
      const cookie = await openBrowser({ username, password: PASSWORD })
      await call(cookie, 'PUT', `/auth/grant/${client_id}`, { scope: SCOPES.join(' ') })
      return cookie
    },
    authorize: async (address, cookie) => {
      // What its sign-in page adds when the person continues.
      const response = await fetch(`${address}&g_continue`, { redirect: 'manual', headers: { cookie } })
      const target = response.headers.get('location') ?? ''
      if (!target.startsWith(page)) throw new Error(`${response.status} ${target} ${await response.text()}`)
      return new URL(target).search
    },
    rotateKeys: async () => {
      await manage('PUT', '/mod/plugin/oidc', plugin())
      await manage('PUT', '/mod/plugin/oidc/reset')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Creates its tables; people have groups, which the provider does not know by itself. */
function createTables(file: string): void {
  const tables = new DatabaseSync(file)
  tables.exec(readFileSync(TABLES, 'utf8'))
  const format = `json_set(gumi_parameters, '$."data-format".groups', json('{"multiple":true,"read":true,"write":true}'))`
  tables.exec(`update g_user_module_instance set gumi_parameters = ${format}`)
  tables.close()
}

const formatSettings = (url: string, port: number, tables: string): string =>
  [
    `port=${port}`,
    'bind_address="127.0.0.1"',
    `external_url="${url}"`,
    'login_url="login.html"',
    'api_prefix="api"',
    'log_mode="console"',
    'log_level="NONE"',
    'session_key="session"',
    'admin_scope="g_admin"',
    'profile_scope="g_profile"',
    'hash_algorithm="SHA512"',
    ...['user', 'client', 'user_auth_scheme', 'plugin'].map(
      (kind) => `${kind}_module_path="/usr/lib/glewlwyd/${kind === 'user_auth_scheme' ? 'scheme' : kind}"`,
    ),
    `database = { type = "sqlite3"; path = "${tables}"; };`,
  ].join('\n')

/** Its OpenID Connect with a new key. */
function describePlugin(url: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256' }
  const claim = (name: string, property: string) => ({
    name,
    'user-property': property,
    type: 'string',
    mandatory: true,
    scope: [],
  })
  return {
    iss: `${url}/api/oidc`,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'jwks-show': true,
    'code-duration': 600,
    'access-token-duration': 600,
    'refresh-token-duration': 600,
    'auth-type-code-enabled': true,
    'auth-type-implicit-enabled': false,
    'pkce-allowed': true,
    'pkce-required': true,
    'session-management-allowed': true,
    'session-cookie-name': 'oidc',
    'session-cookie-expiration': 600,
    'oauth-as-iss-id': true,
    'email-claim': 'mandatory',
    claims: [claim('groups', 'groups'), claim('preferred_username', 'username')],
  }
}
