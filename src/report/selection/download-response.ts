import type { ReportPlan } from '../model/report-plan.ts'
import { renderTemplate } from '../model/template.ts'

export interface DownloadResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Below this size in bytes, a file is searched for words of an error. */
const SMALL = 1024
const ERROR_WORDS = /error|Error|Exception/
const BACKEND_TEXT = 200

/** The result of a download: a file to save, with an optional warning for the log, or a message for the banner. */
export type DownloadOutcome =
  | { readonly kind: 'file'; readonly warning: string | null }
  | { readonly kind: 'failed'; readonly message: string }

/** Decides whether a response is a workbook or an error. */
export function classifyDownload(plan: ReportPlan, response: DownloadResponse): DownloadOutcome {
  const { bytes } = response
  if (response.ok && bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { kind: 'file', warning: sizeWarning(bytes) }
  const text = new TextDecoder().decode(bytes)
  const json = parseJson(text)
  if (!response.ok) {
    const status = `Download failed: ${response.status} ${response.statusText}`.trimEnd()
    const body = json === undefined && text.trim() !== '' ? ` - ${text.trim().slice(0, BACKEND_TEXT)}` : ''
    return failed(plan, findMessage(json) ?? `${status}${body}`)
  }
  const isJson = json !== undefined || response.contentType.includes('json')
  const readsJson = isJson && plan.download?.errorFormat === 'json'
  if (!readsJson && bytes.length < SMALL && ERROR_WORDS.test(text)) {
    return { kind: 'failed', message: `Backend error: ${text.slice(0, BACKEND_TEXT)}` }
  }
  if (isJson) return failed(plan, findMessage(json) ?? 'Unexpected JSON received during download')
  return { kind: 'file', warning: sizeWarning(bytes) }
}

/** Returns the message of a failed download; `reason` is null if there was no response. */
export function getDownloadFailure(plan: ReportPlan, reason: string | null): string {
  const values = new Map([['reason', reason === null || reason.trim() === '' ? 'Unknown error' : reason]])
  return renderTemplate(plan.download?.failureMessage ?? 'Error downloading report', values)
}

const failed = (plan: ReportPlan, reason: string): DownloadOutcome => ({
  kind: 'failed',
  message: getDownloadFailure(plan, reason),
})

const sizeWarning = (bytes: Uint8Array): string | null =>
  bytes.length < SMALL ? `The downloaded file has only ${bytes.length} bytes.` : null

function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findMessage(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null
  const { message, error } = json as { message?: unknown; error?: unknown }
  const text = [message, error].find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? text : null
}
