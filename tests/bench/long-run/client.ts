import { Pool } from 'undici'
import { createHeaders } from '../../crash/api-client.ts'

/** A request with the statuses that are right for it. */
export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly expected: readonly number[]
}

export interface Response {
  readonly status: number
  readonly etag: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

const MAX_ERRORS = 50
const NONE: Response = { status: 0, etag: undefined, body: {} }

/** Sends requests over kept connections, and counts responses by status, and unexpected ones. */
export class LoadClient {
  readonly statuses = new Map<number, number>()
  readonly errors: string[] = []
  /** Requests without a response while the server was restarting. */
  unanswered = 0
  /** 503 responses with the time of the next try, as of a busy database. */
  unavailable = 0
  /** Whether the server may be away: then a missing response is no error. */
  isRestarting = false
  readonly #origin: string
  readonly #connections: number
  #pool: Pool

  constructor(origin: string, connections: number) {
    this.#origin = origin
    this.#connections = connections
    this.#pool = this.#open()
  }

  /** The number of responses. */
  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Closes all connections; the next request opens new ones. */
  async disconnect(): Promise<void> {
    const pool = this.#pool
    this.#pool = this.#open()
    await pool.destroy()
  }

  /** Adds an error, unless there are very many. */
  report(error: string): void {
    if (this.errors.length < MAX_ERRORS) this.errors.push(error)
  }

  /** Sends a request; the body of a response that is not JSON is empty. */
  async send({ method = 'GET', path, token, body, headers, expected }: Request): Promise<Response> {
    const started = this.isRestarting
    try {
      const response = await this.#pool.request({
        method,
        path,
        headers: { ...createHeaders(token, body), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { statusCode: status } = response
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
      const isJson = String(response.headers['content-type']).startsWith('application/json')
      const bytes = Buffer.from(await response.body.arrayBuffer())
      const isUnavailable = status === 503 && response.headers['retry-after'] !== undefined
      if (isUnavailable) this.unavailable += 1
      else if (!expected.includes(status)) {
        this.report(`${method} ${path}: ${status} ${bytes.toString('utf8', 0, 200)}`)
      }
      const etag = response.headers['etag']
      return {
        status,
        etag: typeof etag === 'string' ? etag : undefined,
        body: isJson && bytes.length > 0 ? (JSON.parse(bytes.toString()) as Response['body']) : {},
      }
    } catch (error) {
      if (started || this.isRestarting) this.unanswered += 1
      else this.report(`${method} ${path}: ${String(error)}`)
      return NONE
    }
  }

  #open(): Pool {
    return new Pool(this.#origin, { connections: this.#connections, pipelining: 1 })
  }
}
