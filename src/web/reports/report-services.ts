import { fromPromise } from 'xstate'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError, type ApiErrorKind } from '../api/response.ts'
import type { Client } from '../api/client.ts'
import { ResponseError, parseResponse } from '../../report/response.ts'
import { resolveLabels } from '../../report/labels.ts'
import { buildTable } from '../../report/table.ts'
import type { ImageInput, LoadedReport, LoadInput } from '../machines/report-context.ts'
import { IMAGE_FAILED, LoadFailure } from '../machines/report-messages.ts'
import type { ScreenLogger } from '../contexts/portal-contexts.ts'
import { formatToday } from '../../report/calendar.ts'
import type { ReportPlan } from '../../report/plan.ts'
import type { OptionsBySelector } from '../../report/selection.ts'
import type { OptionsLoader } from './load-options.ts'

const getNonEmptyText = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

/** Loads the code that saves files, which a table does not need. */
export const loadFiles = () => import('./report-downloads.ts')

/** Loads code on demand; throws with `failure` if it cannot be loaded. */
const loadCode = async <T>(load: () => Promise<T>, failure: string): Promise<T> => {
  try {
    return await load()
  } catch (cause) {
    throw new Error(failure, { cause })
  }
}

const UNREACHABLE = new Set<ApiErrorKind>(['network', 'aborted', 'invalid-response'])

/** A failed request as the machine knows it: rejected with the server's message, or without a usable response. */
const toLoadFailure = (error: unknown): LoadFailure => {
  if (!(error instanceof ApiError)) return new LoadFailure('unreachable', null)
  if (error.kind === 'unauthenticated') return new LoadFailure('rejected', error.message)
  return new LoadFailure(
    UNREACHABLE.has(error.kind) ? 'unreachable' : 'rejected',
    error.serverMessage ?? null,
  )
}

/** The actors of the report machine: requests, files, images. */
export const createReportServices = (api: Client, logger: ScreenLogger, loadOptions: OptionsLoader) => ({
  loadOptions: fromPromise<OptionsBySelector, ReportPlan>(({ input }) => loadOptions(input)),

  load: fromPromise<LoadedReport, LoadInput>(async ({ input: { plan, selection, options }, signal }) => {
    const { path, query } = resolveLabels(plan, selection, today(), options).dataCall
    try {
      const body = await api.get(path, { query, signal, schema: ReportEnvelope })
      const table = buildTable(plan, selection, parseResponse(plan, body))
      for (const warning of table.warnings) logger.warn(`${path}: ${warning}`)
      return { selection, table, message: getNonEmptyText(body.message) }
    } catch (error) {
      if (error instanceof ResponseError) logger.error(`${path}: invalid response: ${error.message}`)
      throw toLoadFailure(error)
    }
  }),

  download: fromPromise<void, LoadInput>(async ({ input, signal }) => {
    const { saveWorkbook } = await loadCode(loadFiles, 'Error downloading report')
    await saveWorkbook(input, signal, api, logger)
  }),

  saveImage: fromPromise<void, ImageInput>(async ({ input }) => {
    const { saveChartImage } = await loadCode(loadFiles, IMAGE_FAILED)
    await saveChartImage(input)
  }),
})

/** Today in the user's time zone, as `YYYY-MM-DD`. */
export const today = (): string => formatToday(new Date(), 'local')
