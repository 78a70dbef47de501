import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { formatUrl, type ApiClient, type ApiResponse } from './api-client.ts'

const RecordedCall = z.strictObject({
  status: z.int(),
  type: z.string(),
  fileName: z.string().optional(),
  /** The JSON that was answered, shortened to a few records. */
  body: z.unknown().optional(),
  /** The bytes of a file, of which only the number is kept. */
  size: z.int().optional(),
})
export type RecordedCall = z.infer<typeof RecordedCall>

/** Answers of an API to the calls of one report, kept for tests and previews. */
const Recording = z.strictObject({
  report: z.string(),
  from: z.string(),
  today: z.iso.date(),
  /** What was chosen on each screen, by the key of its plan. */
  screens: z.record(z.string(), z.record(z.string(), z.string())),
  /** By address. */
  calls: z.record(z.string(), RecordedCall),
})
export type Recording = z.infer<typeof Recording>

export const recordingPath = (folder: string, report: string) => join(folder, `${report}.json`)

/** The recording of a report; null where there is none. */
export function readRecording(folder: string, report: string): Recording | null {
  const path = recordingPath(folder, report)
  return existsSync(path) ? Recording.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** The recording of a report; without one a definition is not proved, and the error says how to make one. */
export function requireRecording(folder: string, report: string): Recording {
  const recording = readRecording(folder, report)
  if (recording !== null) return recording
  throw new Error(`no answer is recorded for ${report}; record one by: npm run reports -- record ${report}`)
}

/** A recording as an API: it answers the calls that were recorded, and no other. */
export function recordedApi(recording: Recording): ApiClient {
  return {
    title: `what was recorded from ${recording.from}`,
    today: recording.today,
    request: (call) => {
      const address = formatUrl(call)
      const found = Object.hasOwn(recording.calls, address) ? recording.calls[address] : undefined
      return found === undefined
        ? Promise.reject(new Error('not among the recorded calls'))
        : Promise.resolve(replay(found))
    },
    close: () => Promise.resolve(),
  }
}

function replay({ status, type, fileName, body, size }: RecordedCall): ApiResponse {
  const bytes =
    size === undefined
      ? new TextEncoder().encode(JSON.stringify(body))
      : Uint8Array.from({ length: size }, (_, index) => [0x50, 0x4b, 0x03, 0x04][index] ?? 0)
  return { status, contentType: type, fileName: fileName ?? null, bytes }
}
