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

/** The name in a Content-Disposition header: the exact one before the plain one (RFC 6266). */
export function parseFileName(header: string | null): string | null {
  if (header === null) return null
  const exact = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1]
  if (exact !== undefined) return decoded(exact.trim())
  return (
    /filename\s*=\s*"([^"]*)"/i.exec(header)?.[1] ?? /filename\s*=\s*([^;\s]+)/i.exec(header)?.[1] ?? null
  )
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
