import fc from 'fast-check'
import { hostileHeader, hostileJson, hostileName, hostileText } from './hostile-values.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** A call that would succeed: where the hostile ones begin. */
export interface GoodCall {
  readonly method: (typeof METHODS)[number]
  readonly url: string
  readonly body: unknown
}

const spellings: Readonly<Record<string, (path: string) => string>> = {
  'a slash before': (path) => `/${path}`,
  'a slash after': (path) => `${path}/`,
  'upper case': (path) => path.toUpperCase(),
  'a dot': (path) => path.replace('/', '/./'),
  'two dots': (path) => `/x/..${path}`,
  'encoded dots': (path) => `/x/%2e%2e${path}`,
  'an encoded letter': (path) =>
    path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  'a semicolon': (path) => `${path};x=1`,
  NUL: (path) => `${path}%00`,
  'encoded slashes': (path) => `${path}%2f..%2f`,
  'a broken escape': (path) => `${path}%zz`,
  backslashes: (path) => path.replaceAll('/', '\\'),
  'a long end': (path) => `${path}/${'x'.repeat(5000)}`,
}

const pathChange = fc.oneof(
  fc.record({
    kind: fc.constant('segment' as const),
    at: fc.nat(),
    text: hostileText,
    encoded: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('spelling' as const), name: fc.constantFrom(...Object.keys(spellings)) }),
)

const bodyChange = fc.oneof(
  fc.record({ kind: fc.constant('whole' as const), json: hostileJson }),
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('value' as const), at: fc.nat(), json: hostileJson }),
  },
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('add' as const), name: hostileName, json: hostileJson }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat() }),
)

/** What is done to a good call to make it hostile, and by whom it is sent. */
export const hostility = fc.record({
  call: fc.nat(),
  actor: fc.nat(),
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  ),
  path: fc.option(pathChange, { freq: 1 }),
  query: fc.array(fc.record({ name: fc.option(hostileName), at: fc.nat(), text: hostileText }), {
    maxLength: 2,
  }),
  headers: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(hostileHeader, { minLength: 1, maxLength: 2 }) },
  ),
  body: fc.option(bodyChange, { freq: 2 }),
})
export type Hostility = typeof hostility extends fc.Arbitrary<infer T> ? T : never

export interface HostileRequest {
  readonly method: (typeof METHODS)[number]
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string
}

/** The request that comes of a good call. */
export function hostileRequest(good: GoodCall, change: Hostility, token: string | null): HostileRequest {
  const [path = '', query = ''] = good.url.split('?')
  const parameters = changedQuery(query, change.query)
  const body = change.body === null ? goodBody(good.body) : changedBody(good.body, change.body)
  const headers: Record<string, string> = {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  for (const [name, value] of change.headers) {
    Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true })
  }
  return {
    method: change.method ?? good.method,
    url: `${changedPath(path, change.path)}${parameters === '' ? '' : `?${parameters}`}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  }
}

function changedPath(path: string, change: Hostility['path']): string {
  if (change === null) return path
  if (change.kind === 'spelling') return spellings[change.name]?.(path) ?? path
  const segments = path.split('/')
  const at = 1 + (change.at % segments.length)
  const text = Buffer.from(change.text).toString()
  return segments
    .with(Math.min(at, segments.length - 1), change.encoded ? encodeURIComponent(text) : text)
    .join('/')
}

function changedQuery(query: string, changes: Hostility['query']): string {
  const pairs = query === '' ? [] : query.split('&')
  for (const { name, at, text } of changes) {
    const value = encodeURIComponent(Buffer.from(text).toString())
    if (name !== null) pairs.push(`${name}=${value}`)
    else if (pairs.length > 0) {
      const index = at % pairs.length
      pairs[index] = `${(pairs[index] ?? '').split('=')[0] ?? ''}=${value}`
    }
  }
  return pairs.join('&')
}

const goodBody = (body: unknown) => (body === undefined ? undefined : JSON.stringify(body))

function changedBody(body: unknown, change: NonNullable<Hostility['body']>): string {
  const text = JSON.stringify(body ?? {})
  if (change.kind === 'whole') return change.json
  if (change.kind === 'cut') return text.slice(0, change.at % (text.length + 1))
  if (change.kind === 'add') return text.replace('{', `{${JSON.stringify(change.name)}:${change.json},`)
  let left = change.at % Math.max(1, countOf(body))
  const MARK = '\u0001mark'
  const marked = JSON.stringify(body ?? {}, (key, value: unknown) => {
    if (key === '' || left-- !== 0) return value
    return change.kind === 'drop' ? undefined : MARK
  })
  return marked.replace(JSON.stringify(MARK), () => (change.kind === 'drop' ? '' : change.json))
}

/** How many values stand in a body, at any depth. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((count, inner) => count + 1 + countOf(inner), 0)
}
