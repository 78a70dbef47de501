import type { ReportPlan } from './plan.ts'
import { renderTemplate } from './template.ts'

/** A finished download call, whatever its status. `json` is the parsed body where it is JSON. */
export interface DownloadResponse {
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Below this a file is looked at for words of an error. */
const SMALL = 1024
const ERROR_WORDS = /error|Error|Exception/
const BACKEND_TEXT = 200

/** What a download comes to: a file to save, perhaps with a warning for the log, or a message for the banner. */
export type DownloadOutcome =
  | { readonly kind: 'file'; readonly warning: string | null }
  | { readonly kind: 'failed'; readonly message: string }

/** Decides whether what came is a workbook or a hidden error. */
export function classifyDownload(plan: ReportPlan, answer: DownloadResponse): DownloadOutcome {
  const { bytes } = answer
  if (answer.ok && bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { kind: 'file', warning: sizeWarning(bytes) }
  const text = new TextDecoder().decode(bytes)
  const json = parseJson(text)
  if (!answer.ok) {
    const status = `Download failed: ${answer.status} ${answer.statusText}`.trimEnd()
    const body = json === undefined && text.trim() !== '' ? ` - ${text.trim().slice(0, BACKEND_TEXT)}` : ''
    return failed(plan, messageOf(json) ?? `${status}${body}`)
  }
  const isJson = json !== undefined || answer.contentType.includes('json')
  const readsJson = isJson && plan.download?.errorFormat === 'json'
  if (!readsJson && bytes.length < SMALL && ERROR_WORDS.test(text)) {
    return { kind: 'failed', message: `Backend error: ${text.slice(0, BACKEND_TEXT)}` }
  }
  if (isJson) return failed(plan, messageOf(json) ?? 'Unexpected JSON received during download')
  return { kind: 'file', warning: sizeWarning(bytes) }
}

/** The message of a download that brought no answer, or whose answer says why. */
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

function messageOf(json: unknown): string | null {
  if (typeof json !== 'object' || json === null) return null
  const { message, error } = json as { message?: unknown; error?: unknown }
  const text = [message, error].find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? text : null
}
