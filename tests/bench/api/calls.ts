import { z } from 'zod'
import type { Call } from './load.ts'

const PASSWORD = 'demo-Portal-2025'
const Login = z.object({ accessToken: z.string() })

const REPORTS = [
  '/v1/monthly-reports/2025/MNO_TO_ROUTELINK',
  '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK',
  '/v1/monthly-reports/2024/11/ROUTELINK_TO_MNO',
  '/v1/local-exchange-traffic/2025/3',
]
const LISTS = [
  '/v1/role-master?page=0&size=10',
  '/v1/system-users?page=0&size=25&search=a',
  '/v1/monthly-reports/years',
]
const DOWNLOADS = ['/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK']

/** The calls of a working day, as the browser of a signed-in user sends them. */
export interface Calls {
  readonly reports: readonly Call[]
  readonly mix: readonly Call[]
  readonly wrongSignIns: readonly Call[]
}

/**
 * Signs in and returns the calls to measure, which contain sign-ins to the given accounts. Throws if the response to one
 * of them has an unexpected status.
 */
export async function listCalls(origin: string, signInAccounts: readonly string[]): Promise<Calls> {
  const signIn = (username: string, password: string) => ({
    method: 'POST' as const,
    path: '/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const right = signIn('administrator', PASSWORD)
  const { accessToken } = Login.parse(await (await fetch(`${origin}${right.path}`, right)).json())
  const headers = { authorization: `Bearer ${accessToken}` }
  const get =
    (name: string, weight: number) =>
    (path: string): Call => ({
      name,
      method: 'GET',
      path,
      headers,
      weight,
      status: 200,
    })
  const reports = REPORTS.map(get('report', 24))
  const others = [
    ...reports,
    get('permissions', 48)('/auth/permissions'),
    { ...get('token', 24)('/auth/validate-token'), method: 'POST' as const },
    ...LISTS.map(get('list', 12)),
    ...DOWNLOADS.map(get('download', 2)),
  ]
  const mix = signInAccounts.flatMap((account) => [
    ...others,
    { name: 'sign-in', weight: 1, status: 200, ...signIn(account, PASSWORD) },
  ])
  for (const call of [...others, ...mix.filter(({ name }) => name === 'sign-in')]) await check(origin, call)
  // Unknown names, a different one each time: a repeated one would be refused without hashing.
  const wrongSignIns = Array.from({ length: 5_000 }, (_, index) => ({
    name: 'wrong sign-in',
    weight: 1,
    status: 401,
    ...signIn(`unknown-${index}`, 'wrong'),
  }))
  return { reports, mix, wrongSignIns }
}

async function check(origin: string, { method, path, headers, body, status }: Call): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  if (response.status !== status) {
    throw new Error(`${method} ${path}: status ${response.status}, expected ${status}`)
  }
}
