import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type ApiClient,
  connectToApi,
  formatUrl,
  parseJson,
  sendOnce,
} from '../../src/cli/reports/api-client.ts'
import { verifyScreen } from '../../src/cli/reports/verify/screen.ts'
import { compileDefinitions, compileReportFiles } from '../../src/definition/compile.ts'
import { readCalendars, readFolder } from '../../src/loading/read-folder.ts'
import type { Selection } from '../../src/report/model/report-plan.ts'
import { definitionFolders } from './definition-folders.ts'

const RecordedCall = z.strictObject({
  status: z.int(),
  type: z.string(),
  fileName: z.string().optional(),
  /** The JSON of the response, shortened to a few records. */
  body: z.unknown().optional(),
  /** The size of a file in bytes. Its content is not recorded. */
  size: z.int().optional(),
})
type RecordedCall = z.infer<typeof RecordedCall>

/** Responses of the embedded API to the calls of one report. */
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

const getPath = (report: string) => `tests/reports/recorded/${report}.json`

/** Reads the recording of a report. Throws an error that names the command to record one. */
export function readRecording(report: string): Recording {
  const path = getPath(report)
  if (!existsSync(path)) throw new Error(`nothing is recorded for ${report}; record it by: npm run goldens`)
  return Recording.parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** Creates an API that responds to the recorded calls and rejects any other. */
export const createRecordedApi = ({ from, today, calls }: Recording): ApiClient => ({
  title: `what was recorded from ${from}`,
  today,
  request: (call) => {
    const found = calls[formatUrl(call)]
    if (found === undefined) return Promise.reject(new Error('not among the recorded calls'))
    const { status, type, fileName = null, body, size } = found
    const bytes =
      size === undefined
        ? new TextEncoder().encode(JSON.stringify(body))
        : Uint8Array.from({ length: size }, (_, index) => [0x50, 0x4b, 0x03, 0x04][index] ?? 0)
    return Promise.resolve({ status, contentType: type, fileName, bytes })
  },
  explainEmpty: () => 'nothing is recorded',
  close: () => Promise.resolve(),
})

/** Records the calls of each report without a recording to the embedded API; `npm run goldens` does. */
export async function recordMissing(): Promise<void> {
  for (const { reports: folder, datasets } of definitionFolders) {
    const [reportFiles, datasetFiles] = [readFolder(folder), readFolder(datasets)]
    const calendarFiles = readCalendars(datasets)
    const known = compileDefinitions({ reportFiles, datasetFiles, calendarFiles }).datasets
    const { reports, plans } = compileReportFiles(reportFiles, undefined, known)
    const missing = reports.filter(({ id }) => !existsSync(getPath(id)))
    if (missing.length === 0) continue
    const api = await connectToApi({ 'datasets-dir': datasets }, folder)
    for (const { id } of missing) {
      const calls: Record<string, RecordedCall> = {}
      const recorder = sendOnce({
        ...api,
        request: async (call) => {
          const response = await api.request(call)
          const { status, contentType: type, fileName, bytes } = response
          const body = parseJson(response)
          const content = body === undefined ? { size: bytes.length } : { body: shorten(body) }
          calls[formatUrl(call)] = { status, type, ...(fileName !== null && { fileName }), ...content }
          return response
        },
      })
      const screens: Record<string, Selection> = {}
      for (const screen of plans.filter(({ plan }) => plan.reportId === id)) {
        screens[screen.plan.key] = (await verifyScreen(screen, recorder)).selection
      }
      const recording = { report: id, from: api.title, today: api.today, screens, calls }
      writeFileSync(getPath(id), `${JSON.stringify(recording, null, 1)}\n`)
    }
    await api.close()
  }
}

/** Shortens lists of records to the first ones; those of numbers and texts are options and names. */
const shorten = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_, value: unknown) =>
    Array.isArray(value) && typeof value[0] === 'object' ? value.slice(0, 31) : value,
  )
