import { ApiError, parseBody, readBody, type ResponseSchema } from './read-response.ts'

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type RequestOptions<T = unknown> = {
  readonly query?: Query
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  readonly schema?: ResponseSchema<T>
  /** Sent without a token; a 401 does not end the session. */
  readonly anonymous?: boolean
  /** Milliseconds until the request is aborted. */
  readonly timeLimit?: number
  /** Sends this request instead of `fetch`, such as one that reports its progress. */
  readonly fetch?: typeof fetch
}

/** Contains the data of a response and its ETag, to be sent as If-Match. */
export type ApiResponse<T> = { readonly data: T; readonly status: number; readonly etag: string | null }

/** Contains a downloaded file with any status: the definition of the report specifies which ones are errors. */
export type Download = {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly contentType: string
  readonly contentDisposition: string | null
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type Send = <T = unknown>(
  method: Method,
  path: string,
  options?: RequestOptions<T>,
) => Promise<ApiResponse<T>>

type DataMethod = <T = unknown>(path: string, options?: RequestOptions<T>) => Promise<T>

export type Client = {
  /** Sends a request; returns data, status and ETag. Throws only ApiError. */
  readonly send: Send
  readonly get: DataMethod
  readonly post: DataMethod
  readonly put: DataMethod
  readonly del: DataMethod
  /** Throws ApiError for a missing token, a missing response and 401; every other status is in the result. */
  readonly download: (path: string, options?: RequestOptions) => Promise<Download>
  /** Throws with the reason why an answer does not fit its report, which readers of the report are not shown. */
  readonly rejectAnswer?: (reason: string) => never
}

export type ClientOptions = {
  readonly baseUrl: string
  /** The token in the storage at this moment. */
  readonly token: () => string | null
  /** Called when the session has ended: the server rejected this token, or none is stored (null). */
  readonly onUnauthorized: (token: string | null, reason: string) => void
  /** Called for every failure, with method, path and reason. */
  readonly onFailure?: (text: string, error: ApiError) => void
  /** Called for every request that used the session, with the time at which it was sent. */
  readonly onUse?: (at: number) => void
  readonly fetch?: typeof fetch
}

/** Creates the HTTP client: bearer token, JSON, time limit, typed errors. It shows nothing and never navigates. */
export const createClient = (options: ClientOptions): Client => {
  const perform = async <R>(
    method: Method,
    path: string,
    sent: RequestOptions,
    accept: string,
    read: (response: Response) => Promise<R>,
  ): Promise<R> => {
    const isAnonymous = sent.anonymous === true
    const token = isAnonymous ? null : options.token()
    try {
      if (token === null && !isAnonymous) {
        throw new ApiError({ kind: 'unauthenticated', message: 'No authentication token found' })
      }
      const headers = new Headers({ accept, ...sent.headers })
      if (token !== null) headers.set('authorization', `Bearer ${token}`)
      const isFile = sent.body instanceof Blob
      if (sent.body !== undefined)
        headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json')
      const limit = AbortSignal.timeout(sent.timeLimit ?? TIME_LIMIT)
      const sentAt = Date.now()
      const response = await (sent.fetch ?? options.fetch ?? fetch)(
        buildUrl(options.baseUrl, path, sent.query),
        {
          method,
          headers,
          cache: 'no-store',
          signal: sent.signal === undefined ? limit : AbortSignal.any([sent.signal, limit]),
          ...(sent.body !== undefined && { body: isFile ? sent.body : JSON.stringify(sent.body) }),
        },
      )
      if (token !== null && response.status !== 401) options.onUse?.(sentAt)
      return await read(response)
    } catch (error) {
      const failure = toApiError(error, sent.signal)
      if (failure.kind !== 'aborted') {
        const cause = error instanceof Error ? error.message : failure.message
        options.onFailure?.(`${method} ${path}: ${cause}`, failure)
      }
      // Called last: the end of the session may unmount the caller.
      if (endsSession(failure) && !isAnonymous) options.onUnauthorized(token, failure.message)
      throw failure
    }
  }

  const send: Send = <T>(method: Method, path: string, sent: RequestOptions<T> = {}) =>
    perform(method, path, sent, 'application/json', async (response) => {
      const body = await readBody(response)
      const data = sent.schema === undefined ? (body as T) : parseBody(sent.schema, body)
      return { data, status: response.status, etag: response.headers.get('etag') }
    })

  const download = (path: string, sent: RequestOptions = {}): Promise<Download> =>
    perform('GET', path, sent, '*/*', async (response) => {
      if (response.status === 401) await readBody(response)
      return {
        ok: response.ok,
        status: response.status,
        statusText: response.statusText,
        contentType: response.headers.get('content-type') ?? '',
        contentDisposition: response.headers.get('content-disposition'),
        bytes: new Uint8Array(await response.arrayBuffer()),
      }
    })

  return { ...createDataMethods(send), download }
}

/** Returns the methods of a client whose requests are sent by `send`. */
export const createDataMethods = (send: Send): Omit<Client, 'download'> => {
  const create =
    (method: Method): DataMethod =>
    async (path, options = {}) =>
      (await send(method, path, options)).data
  return { send, get: create('GET'), post: create('POST'), put: create('PUT'), del: create('DELETE') }
}

const UNSAFE_PATH = /(^|\/)(\.|%2e){1,2}(\/|$)|\\|\p{Cc}/iu

/** Builds the URL of a request: base, path and query. Throws for a path that would leave the base. */
export const buildUrl = (baseUrl: string, path: string, query: Query = {}): string => {
  if (UNSAFE_PATH.test(path) || path.startsWith('//') || /[?#]/.test(path)) {
    throw new Error(`invalid request path: ${path}`)
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.append(name, String(value))
  }
  const url = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`
  return search.size === 0 ? url : `${url}?${search.toString()}`
}

const TIME_LIMIT = 30_000

const toApiError = (error: unknown, caller: AbortSignal | undefined): ApiError => {
  if (error instanceof ApiError) return error
  const kind = caller?.aborted === true ? 'aborted' : 'network'
  // Every browser has its own words for these.
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  const message = isLate ? 'The server did not answer in time.' : 'The server could not be reached.'
  return new ApiError({ kind, message, cause: error })
}

const endsSession = ({ kind }: ApiError): boolean => kind === 'unauthorized' || kind === 'unauthenticated'
