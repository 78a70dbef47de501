import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { formatUrl, type ApiClient, type ApiResponse } from './api-client.ts'

const RecordedCall = z.strictObject({
  status: z.int(),
  type: z.string(),
  fileName: z.string().optional(),
  /** The JSON of the response, shortened to a few records. */
  body: z.unknown().optional(),
  /** The size of a file in bytes. Its content is not recorded. */
  size: z.int().optional(),
})
export type RecordedCall = z.infer<typeof RecordedCall>

/** Responses of an API to the calls of one report, for tests. */
const Recording = z.strictObject({
  report: z.string(),
  from: z.string(),
  today: z.iso.date(),
  /** The selection of each screen, by the key of its plan. */
  screens: z.record(z.string(), z.record(z.string(), z.string())),
  /** By path and query. */
  calls: z.record(z.string(), RecordedCall),
})
export type Recording = z.infer<typeof Recording>

export const recordingPath = (folder: string, report: string) => join(folder, `${report}.json`)

/** Reads the recording of a report; null if it is missing. */
export function readRecording(folder: string, report: string): Recording | null {
  const path = recordingPath(folder, report)
  return existsSync(path) ? Recording.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

/** Reads the recording of a report. Throws an error that names the command to record one. */
export function requireRecording(folder: string, report: string): Recording {
  const recording = readRecording(folder, report)
  if (recording !== null) return recording
  throw new Error(`no response is recorded for ${report}; record one by: npm run reports -- record ${report}`)
}

/** Creates an API that responds to the recorded calls and rejects any other. */
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
