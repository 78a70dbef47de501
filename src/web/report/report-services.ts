import { logger } from '../api/logger.ts'
import { fromPromise } from 'xstate'
import { ReportEnvelope } from '../../../schemas/api/lenient.ts'
import { formatToday } from '../../time/calendar.ts'
import { resolveLabels } from '../../report/selection/titles-and-file-names.ts'
import type { ChosenCompare, Report, ReportPlan, Selection } from '../../report/model/report-plan.ts'
import type { AddEarlier, LoadEarlier } from '../../report/table/add-comparison.ts'
import { getPreviousYear } from '../../report/table/resolve-columns.ts'
import {
  type ChosenPeriod,
  getChosenPeriod,
  offerStoredYears,
  type ResolvedOptions,
  resolveOptions,
} from '../../report/selection/options.ts'
import { isComplete } from '../../report/selection/selection.ts'
import { parseResponse, type ReportResponse, ResponseError } from '../../report/model/report-response.ts'
import { DuplicateKeyError } from '../../report/table/read-rows.ts'
import { buildTable } from '../../report/table/build-table.ts'
import { parseRequestUrl } from '../../report/model/template.ts'
import type { Client } from '../api/client.ts'
import { ApiError, type ApiErrorKind } from '../api/read-response.ts'
import type {
  DownloadInput,
  ImageInput,
  LoadedReport,
  LoadInput,
  OptionsInput,
} from '../machines/report-context.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { LoadError } from '../machines/load-error.ts'
import { getErrorMessage, IMAGE_FAILED } from '../machines/report-messages.ts'
import type { Exporter } from './browser-workbook.ts'

/** Creates the actors of the report machine: requests, files, images. `exporter` is written into workbooks. */
export const createReportServices = (
  api: Client,
  loadOptions: ReturnType<typeof createOptionsLoader>['load'],
  exporter: Exporter,
  report: Report,
) => ({
  loadOptions: fromPromise<ResolvedOptions, OptionsInput>(({ input }) => loadOptions(input)),

  load: fromPromise<LoadedReport, LoadInput>(async ({ input, signal }) => {
    try {
      return await loadReport(input, signal, api)
    } catch (error) {
      throw toLoadError(error)
    }
  }),

  download: fromPromise<void, DownloadInput>(async ({ input, signal }) => {
    const files = await loadFilesOr('Error downloading report')
    const load = (part: LoadInput) => loadReport(part, signal, api)
    await files.downloadWorkbook(input, load, { report, exporter, signal, api })
  }),

  saveImage: fromPromise<void, ImageInput>(async ({ input }) => {
    const { saveChartImage } = await loadFilesOr(IMAGE_FAILED)
    await saveChartImage(input)
  }),
})

/** Loads the records of a selection and builds their table. */
export async function loadReport(input: LoadInput, signal: AbortSignal, api: Client): Promise<LoadedReport> {
  const { plan, selection, compare, options } = input
  const { path, query } = resolveLabels(plan, selection, today(), options).dataCall
  const readAt = new Date()
  const load = (chosen: Selection) => loadEarlier(input, chosen, signal, api)
  const yearBefore = getPreviousYear(plan, selection)
  const earlier = yearBefore && load(yearBefore)
  const compared = compare && startComparison({ ...input, compare }, load)
  try {
    const body = await api.get(path, { query, signal, schema: ReportEnvelope })
    const response = parseResponse(plan, body)
    const table = buildTable(plan, selection, response, await earlier)
    for (const warning of table.warnings) logger.warn(`${path}: ${warning}`)
    const message = body.message?.trim() ? body.message : null
    const added = compared === null ? { table, problem: null } : (await compared)(table, response)
    return { selection, options, compare, readAt, message, ...added }
  } catch (error) {
    if (error instanceof ResponseError) {
      api.rejectAnswer?.(error.message)
      logger.error(`${path}: invalid response: ${error.message}`)
    }
    throw error
  }
}

/** Loads the earlier period beside the records. Rejects only with an error of the program. */
const startComparison = (
  input: LoadInput & { compare: ChosenCompare },
  load: LoadEarlier,
): Promise<AddEarlier> =>
  import('../../report/table/add-comparison.ts').then(
    ({ loadComparison }) => loadComparison(input, load),
    () => (table) => ({ table, problem: 'The comparison could not be loaded.' }),
  )

/** Loads the response to an earlier selection. Never rejects: null if it cannot be loaded. */
async function loadEarlier(
  { plan, options }: LoadInput,
  selection: Selection,
  signal: AbortSignal,
  api: Client,
): Promise<ReportResponse | null> {
  const { path, query } = resolveLabels(plan, selection, today(), options).dataCall
  try {
    return parseResponse(plan, await api.get(path, { query, signal, schema: ReportEnvelope }))
  } catch (error) {
    logger.warn(`${path}: the earlier period could not be loaded: ${getErrorMessage(error)}`)
    return null
  }
}

const LIFETIME_MS = 300_000

/** Requests lists of options. Lists are shared by all reports and kept for five minutes; failures are not kept (spec 5.8). */
export const createOptionsRequest = (api: Pick<Client, 'get'>) => {
  const requests = new Map<string, Promise<unknown>>()
  return (url: string): Promise<unknown> => {
    const earlier = requests.get(url)
    if (earlier !== undefined) return earlier
    const { path, query } = parseRequestUrl(url)
    const request = api.get(path, { query })
    const forget = () => requests.delete(url)
    request.then(() => setTimeout(forget, LIFETIME_MS), forget)
    requests.set(url, request)
    return request
  }
}

/** Returns a screen with the years that have records, if the API announces them. */
export const offerYears = (plan: ReportPlan, isCovered = hasFeature('coverage')): ReportPlan =>
  isCovered ? offerStoredYears(plan) : plan

/** Loads options by the requests of a session, and offers the period that was chosen last in it. */
export const createOptionsLoader = (api: Pick<Client, 'get'>, isCovered?: boolean) => {
  const request = createOptionsRequest(api)
  let last: ChosenPeriod = {}
  return {
    /** Loads the options of every selector of a plan. Never rejects: a list that cannot be loaded is its fallback. */
    load: ({ plan, selection }: OptionsInput): Promise<ResolvedOptions> =>
      resolveOptions(offerYears(plan, isCovered), selection, request, new Date().getFullYear(), last),
    /** Offers the period of a selection in the reports that are opened next; one of years keeps the month before it. */
    remember: (plan: ReportPlan, selection: Selection): void => {
      if (isComplete(plan, selection)) last = { ...last, ...getChosenPeriod(plan, selection) }
    },
  }
}

/** Loads the code that saves files, which a table does not need. */
export const loadFiles = () => import('./report-downloads.ts')

/** Returns today in the user's time zone, as `YYYY-MM-DD`. */
export const today = (): string => formatToday(new Date(), 'local')

/** Loads that code; throws with `failure` if it cannot be loaded. */
const loadFilesOr = (failure: string) =>
  loadFiles().catch((cause: unknown) => {
    throw new Error(failure, { cause })
  })

const UNREACHABLE = new Set<ApiErrorKind>(['network', 'aborted', 'invalid-response'])

/** Returns a failed request as the machine knows it: with the server's message, or without an answer. */
const toLoadError = (error: unknown): LoadError => {
  if (error instanceof DuplicateKeyError) return new LoadError('rejected', error.message)
  if (!(error instanceof ApiError)) return new LoadError('unreachable', null)
  const { kind, message, serverMessage, requestId = null } = error
  return new LoadError(
    UNREACHABLE.has(kind) ? 'unreachable' : 'rejected',
    serverMessage ?? (kind === 'unauthenticated' ? message : null),
    { requestId, reason: kind === 'network' ? message : null, isDenied: kind === 'forbidden' },
  )
}
