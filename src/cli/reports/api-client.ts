import { parse } from 'content-disposition'
import type { RequestUrl } from '../../report/template.ts'

/** What an API answered to one call, whatever its status. */
export interface ApiResponse {
  readonly status: number
  readonly contentType: string
  /** The name that Content-Disposition gives, or null. */
  readonly fileName: string | null
  readonly bytes: Uint8Array
}

/** An API that definitions are held against. */
export interface ApiClient {
  /** What it is, for whoever reads what came out. */
  readonly title: string
  /** The date by which file names are made, `YYYY-MM-DD`. */
  readonly today: string
  /** Throws where no answer comes at all. */
  readonly request: (call: RequestUrl) => Promise<ApiResponse>
  readonly close: () => Promise<void>
}

/** A call as it is written in an address. */
export function formatUrl({ path, query }: RequestUrl): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}

/** The JSON of an answer, or undefined where it is none. */
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
