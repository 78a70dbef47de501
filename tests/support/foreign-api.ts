import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another API than the product's own: small, real, reached over HTTP, with the session calls of spec 7.5. */
export interface SmallApi {
  readonly url: string
  /** Every call so far, as `GET /quality/regions`. */
  readonly calls: readonly string[]
  readonly close: () => Promise<void>
}

export const TOKEN = 'small-api-token'
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sites: Readonly<Record<string, readonly object[]>> = {
  voice: [
    { site: 'Ikeja 2', rf_drops: 120.5, core_drops: 30, attempts: 40_200 },
    { site: 'Abuja <Hub>', rf_drops: 80, core_drops: 12.25, attempts: 31_000 },
    { site: 'Kano 1', rf_drops: '61.75', core_drops: 9, attempts: 18_450 },
  ],
  data: [{ site: 'Ikeja 2', rf_drops: 44, core_drops: 8, attempts: 99_000 }],
  messages: [{ site: 'Ikeja 2', sent: 5000, lost: 12 }],
}

const regions = [
  { code: 'SW', name: 'South West' },
  { code: 'NC', name: 'North Central' },
]

const good = (records: object) => ({ success: true, message: '', ...records })

function answer(path: string, query: URLSearchParams): object | null {
  if (path === '/auth/login') {
    return { accessToken: TOKEN, sessionId: 's1', role: 'ROLE_USER', message: '' }
  }
  if (path === '/auth/validate-token') return { valid: true, username: 'ada', role: 'ROLE_USER' }
  if (path === '/auth/logout') return good({})
  if (path === '/auth/permissions') {
    return { Assignedrecords: [13, 71].map((id) => ({ AssignedGrpRightId: id })) }
  }
  if (path === '/quality/regions') return good({ payload: { regions } })
  const [, service, region] = /^\/quality\/(\w+)\/(\w+)$/.exec(path) ?? []
  const list = sites[service ?? '']
  if (list === undefined || query.get('year') === null) return null
  return good({ payload: { sites: region === 'SW' ? list : [] } })
}

/** Starts the API on a free port. `rename` gives one field another name, as a careless release would. */
export async function startSmallApi(rename: readonly [string, string] | null = null): Promise<SmallApi> {
  const calls: string[] = []
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type')
    response.setHeader('access-control-expose-headers', 'content-disposition')
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    calls.push(`${request.method} ${url.pathname}${url.search}`)
    const isSignedIn = request.headers.authorization === `Bearer ${TOKEN}`
    if (!isSignedIn && url.pathname !== '/auth/login')
      return send(response, 401, { success: false, message: 'Who?' })
    const book = /^\/quality\/(\w+)\/(\w+)\/book$/.exec(url.pathname)
    if (book !== null) {
      const name = `quality_${book[1] ?? ''}_${(book[2] ?? '').toLowerCase()}_${url.searchParams.get('year') ?? ''}.xlsx`
      response.setHeader('content-disposition', `attachment; filename="${name}"`)
      response
        .writeHead(200, { 'content-type': WORKBOOK })
        .end(Buffer.from(`PK\u0003\u0004${'0'.repeat(2000)}`))
      return
    }
    const body = answer(url.pathname, url.searchParams)
    if (body === null) return send(response, 404, { success: false, message: 'Nothing here' })
    const text = JSON.stringify(body)
    send(
      response,
      200,
      JSON.parse(rename === null ? text : text.replaceAll(`"${rename[0]}"`, `"${rename[1]}"`)),
    )
  }
  const server = createServer(handle)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
