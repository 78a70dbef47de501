import { fromPromise } from 'xstate'
import { ReportEnvelope } from '../../../schemas/api/client-envelope.ts'
import { ApiError } from '../api/errors.ts'
import type { Client } from '../api/client.ts'
import { ResponseError, parseResponse } from '../../report/response.ts'
import { resolveLabels } from '../../report/labels.ts'
import { buildTable } from '../../report/table.ts'
import {
  type LoadedReport,
  type ImageInput,
  LoadFailure,
  type LoadInput,
} from '../machines/report-machine.ts'
import type { ScreenLogger } from '../contexts/logger-context.ts'
import { formatToday } from '../../report/calendar.ts'

const textOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

/** The code that saves files, which no table needs. */
export const loadFiles = () => import('./report-downloads.ts')

/** Code on demand; where it does not come, that is the failure told. */
const bring = async <T>(load: () => Promise<T>, failure: string): Promise<T> => {
  try {
    return await load()
  } catch (cause) {
    throw new Error(failure, { cause })
  }
}

const NO_ANSWER = new Set(['no-answer', 'aborted', 'invalid'])

/** A failed call as the machine knows it: what the server said, or that no usable answer came. */
const asLoadFailure = (error: unknown): LoadFailure => {
  if (!(error instanceof ApiError)) return new LoadFailure('noAnswer', null)
  if (error.kind === 'no-token') return new LoadFailure('refused', error.message)
  return new LoadFailure(NO_ANSWER.has(error.kind) ? 'noAnswer' : 'refused', error.serverMessage ?? null)
}

/** The effects of the report machine: calls, files, images. */
export const createReportServices = (api: Client, logger: ScreenLogger) => ({
  load: fromPromise<LoadedReport, LoadInput>(async ({ input: { plan, selection, options }, signal }) => {
    const { path, query } = resolveLabels(plan, selection, today(), options).dataCall
    try {
      const body = await api.get(path, { query, signal, schema: ReportEnvelope })
      const table = buildTable(plan, selection, parseResponse(plan, body))
      for (const note of table.warnings) logger.warn(`${path}: ${note}`)
      return { selection, table, message: textOrNull(body.message) }
    } catch (error) {
      if (error instanceof ResponseError) logger.error(`${path}: the answer does not fit: ${error.message}`)
      throw asLoadFailure(error)
    }
  }),

  download: fromPromise<void, LoadInput>(async ({ input, signal }) => {
    const { saveWorkbook } = await bring(loadFiles, 'Error downloading report')
    await saveWorkbook(input, signal, api, logger)
  }),

  saveImage: fromPromise<void, ImageInput>(async ({ input }) => {
    const { saveChartImage } = await bring(loadFiles, 'Chart download failed')
    await saveChartImage(input)
  }),
})

/** Today where the user is, as `YYYY-MM-DD`. */
export const today = (): string => formatToday(new Date(), 'local')
