import { logger } from '../api/logger.ts'
import { formatToday } from '../../time/calendar.ts'
import { ApiError } from '../api/read-response.ts'
import type { Client } from '../api/client.ts'
import { getDownloadFailure, classifyDownload } from '../../report/selection/download-response.ts'
import { resolveLabels } from '../../report/selection/titles-and-file-names.ts'
import type { Report, ReportPlan } from '../../report/model/report-plan.ts'
import { sameSelection } from '../../report/selection/selection.ts'
import { visibleSeries } from '../../report/model/series.ts'
import type { DownloadInput, ImageInput, LoadedReport, LoadInput } from '../machines/report-context.ts'
import { hasFeature } from '../contexts/portal-settings.ts'
import { NO_CHART } from '../machines/report-messages.ts'
import type { Exporter } from './browser-workbook.ts'
import { arrangeLoaded } from './arrange-loaded.ts'
import { loadCoverage } from './load-coverage.ts'
import { parseFileName, saveFile } from '../api/files.ts'

const getReason = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null
  return error.serverMessage ?? error.message
}

const rejectDownload = (plan: ReportPlan) => (error: unknown) => {
  const isSignedOut = error instanceof ApiError && error.kind === 'unauthenticated'
  throw new Error(isSignedOut ? error.message : getDownloadFailure(plan, getReason(error)), { cause: error })
}

type Load = (input: LoadInput) => Promise<LoadedReport>

/** Says where a workbook comes from, and who makes it. */
interface Source {
  readonly report: Report
  readonly exporter: Exporter
  readonly api: Client | null
}

/** Saves the workbook of a selection: the one of the API, or one of this browser where that lacks what is shown. */
export const downloadWorkbook = (
  input: DownloadInput,
  load: Load,
  { signal, ...source }: Source & { readonly signal: AbortSignal; readonly api: Client },
): Promise<void> => {
  const { plan, arrangement, compare } = input
  const isOwn = plan.download?.url === null || (arrangement?.added ?? []).length > 0 || compare === 'all'
  // Another API does not know the parameter.
  return isOwn || (compare !== null && !hasFeature('compare'))
    ? makeWorkbook(input, load, source)
    : saveWorkbook(input, signal, source.api)
}

/** Downloads and saves the workbook of a selection; throws with the text for the banner. */
const saveWorkbook = async (
  { plan, selection, compare, options }: LoadInput,
  signal: AbortSignal,
  api: Client,
): Promise<void> => {
  const names = resolveLabels(plan, selection, formatToday(new Date(), 'local'), options)
  if (names.downloadCall === null) throw new Error(getDownloadFailure(plan, null))
  const { path, query } = names.downloadCall
  const sent = compare === null ? query : { ...query, compare }
  const response = await api.download(path, { query: sent, signal }).catch(rejectDownload(plan))
  const outcome = classifyDownload(plan, response)
  if (outcome.kind === 'failed') throw new Error(outcome.message)
  if (outcome.warning !== null) logger.warn(`${path}: ${outcome.warning}`)
  const isServerName = plan.download?.useServerFileName === true
  const serverName = isServerName ? parseFileName(response.contentDisposition) : null
  saveFile(new Blob([response.bytes], { type: response.contentType }), serverName ?? names.workbookName)
}

/**
 * Makes and saves the workbook of a selection: of the table that is shown if it is of the selection, otherwise of one
 * that `load` loads. Throws with the text for the banner.
 */
export const makeWorkbook = async (
  { loaded, arrangement, ...input }: DownloadInput,
  load: Load,
  { report, exporter, api }: Source,
): Promise<void> => {
  const { plan, selection, compare, options } = input
  const isShown =
    loaded !== null && loaded.compare === compare && sameSelection(plan, loaded.selection, selection)
  const source = isShown ? loaded : await load(input).catch(rejectDownload(plan))
  const { problem, readAt } = source
  const added = arrangement?.added ?? []
  const isArranged = (source.table.arranged?.added ?? []).join('\n') === added.join('\n')
  const table = isArranged
    ? source.table
    : await arrangeLoaded(report, input, { ...source, added }, load).catch(rejectDownload(plan))
  const names = resolveLabels(plan, selection, formatToday(new Date(), 'local'), options)
  const { buildWorkbookFile, TOO_WIDE, WORKBOOK_TYPE } = await loadWorkbooks().catch(rejectDownload(plan))
  const changedAt = await findDataTime(api, plan)
  const file = await buildWorkbookFile({ plan, table, problem, names, changedAt, readAt, exporter })
  if (file === 'empty') throw new Error(getDownloadFailure(plan, names.empty))
  if (file === 'too wide') throw new Error(getDownloadFailure(plan, TOO_WIDE))
  saveFile(new Blob([file.slice()], { type: WORKBOOK_TYPE }), names.workbookName)
}

/** Finds when the records of a screen were last changed; null if that is not known. */
const findDataTime = async (api: Client | null, { key }: ReportPlan): Promise<string | null> => {
  const coverage = api && hasFeature('coverage') ? await loadCoverage(api, key).catch(() => null) : null
  return coverage?.changedAt ?? null
}

const loadWorkbooks = () => import('./browser-workbook.ts')

/** Renders the visible chart as an image and saves it; throws with the text for the banner. */
export const saveChartImage = async (input: ImageInput): Promise<void> => {
  const { image, name } = await renderImage(input)
  saveFile(image, name)
}

/** Copies the visible chart as an image for another program; throws with the text for the banner. */
export const copyChartImage = async (input: Omit<ImageInput, 'imageFormat'>): Promise<void> => {
  if (typeof ClipboardItem === 'undefined') throw new Error(NO_CLIPBOARD)
  const rendered = renderImage({ ...input, imageFormat: 'png' }).then(({ image }) => image)
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': rendered })])
}

const NO_CLIPBOARD = 'This browser cannot copy images from here. Download the chart.'

async function renderImage(input: ImageInput): Promise<{ readonly image: Blob; readonly name: string }> {
  const { plan, loaded, chartType: type, visibility, imageFormat: format, options } = input
  if (loaded === null) throw new Error(NO_CHART)
  const { selection, table } = loaded
  const series = visibleSeries(table.series, visibility)
  const { isEmptyChart, renderChartImage } = await import('../../chart/view/chart-image.ts')
  if (isEmptyChart(table, series, type)) throw new Error(NO_CHART)
  const names = resolveLabels(plan, selection, formatToday(new Date(), 'local'), options)
  const image = await renderChartImage({ table, series, type, title: names.chartTitle(type), format })
  return { image, name: `${names.imageName(type)}.${format}` }
}
