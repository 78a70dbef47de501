import { parse } from 'content-disposition'
import type { RequestUrl } from '../../report/template.ts'

/** The response to one call, of any status. */
export interface ApiResponse {
  readonly status: number
  readonly contentType: string
  /** The name in Content-Disposition, or null. */
  readonly fileName: string | null
  readonly bytes: Uint8Array
}

/** An API that definitions are verified against. */
export interface ApiClient {
  /** A description for the output. */
  readonly title: string
  /** The date for file names, `YYYY-MM-DD`. */
  readonly today: string
  /** Throws if the API does not respond. */
  readonly request: (call: RequestUrl) => Promise<ApiResponse>
  readonly close: () => Promise<void>
}

/** Formats a call as a path and query. */
export function formatUrl({ path, query }: RequestUrl): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The JSON of a response; undefined if the body is not JSON. */
export function parseJson({ bytes }: ApiResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The file name of a Content-Disposition header (RFC 6266), as it is sent; null if it contains none. */
export function parseFileName(header: string | null): string | null {
  return header === null ? null : (parse(header).parameters['filename'] ?? null)
}
