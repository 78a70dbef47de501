import { DEMO_PASSWORD } from '../../src/server/data/demo/demo-accounts.ts'

/** An answer as a test reads it. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

export type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** The headers of a request with a token, a JSON body, both or neither. */
const createHeaders = (token: string | undefined, body: unknown): Readonly<Record<string, string>> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
})

/** Calls a server over HTTP; rejects where it does not answer. */
export function createClient(url: () => string, token?: string): Call {
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(url() + path, {
      method,
      headers: { ...createHeaders(token, body), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
  }
}

/** Opens a session and gives its token; throws where it is refused. */
export async function signIn(url: string, username: string, password = DEMO_PASSWORD): Promise<string> {
  const { status, body } = await createClient(() => url)('POST', '/auth/login', { username, password })
  if (status !== 200) throw new Error(`login of ${username} answered ${status}: ${String(body['message'])}`)
  return String(body['accessToken'])
}

/** Changes the password that an administrator has given a user. */
export async function choosePassword(
  url: string,
  username: string,
  password: string,
  newPassword: string,
): Promise<void> {
  const call = createClient(() => url, await signIn(url, username, password))
  const { status, body } = await call('PUT', '/v1/account/password', { newPassword })
  if (status !== 200)
    throw new Error(`the change of a password answered ${status}: ${String(body['message'])}`)
  await call('POST', '/auth/logout', {})
}

/** The one record of an answer. */
export function readRecord({ status, body }: Answer): Readonly<Record<string, unknown>> {
  if (status >= 400) throw new Error(`the call answered ${status}: ${String(body['message'])}`)
  return body['records'] as Readonly<Record<string, unknown>>
}
