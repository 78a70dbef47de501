import { ApiError } from '../api/errors.ts'
import type { Client } from '../api/client.ts'
import { getDownloadFailure, classifyDownload } from '../../report/download.ts'
import { resolveLabels } from '../../report/labels.ts'
import { visibleSeries } from '../../report/series.ts'
import type { ImageInput, LoadInput } from '../machines/report-machine.ts'
import type { ScreenLogger } from '../contexts/logger-context.ts'
import { today } from './report-services.ts'
import { safeFileName } from '../api/content-disposition.ts'

/** Why a download brought nothing, as far as anybody can say; a call given up has no reason of its own. */
const reasonOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null
  return error.serverMessage ?? error.message
}

/** Brings the workbook of a selection and saves it; throws with the text for the banner. */
export const saveWorkbook = async (
  { plan, selection, options }: LoadInput,
  signal: AbortSignal,
  api: Client,
  logger: ScreenLogger,
): Promise<void> => {
  const names = resolveLabels(plan, selection, today(), options)
  const { path, query } = names.downloadCall
  const answer = await api.download(path, { query, signal }).catch((error: unknown) => {
    const isOwn = error instanceof ApiError && error.kind === 'no-token'
    throw new Error(isOwn ? error.message : getDownloadFailure(plan, reasonOf(error)), { cause: error })
  })
  const outcome = classifyDownload(plan, answer)
  if (outcome.kind === 'failed') throw new Error(outcome.message)
  if (outcome.warning !== null) logger.warn(`${path}: ${outcome.warning}`)
  const given = plan.download?.serverName === true ? answer.fileName : null
  saveFile(new Blob([answer.bytes], { type: answer.contentType }), given ?? names.workbookName)
}

const NO_CHART = 'Chart container not found. Please ensure the chart is visible and try again.'

/** Makes a picture of the chart that is shown and saves it; throws with the text for the banner. */
export const saveChartImage = async ({
  plan,
  held,
  chartType,
  visibility,
  format,
  options,
}: ImageInput): Promise<void> => {
  if (held === null) throw new Error(NO_CHART)
  const series = visibleSeries(held.table.series, visibility)
  const { isDrawable, renderChartImage } = await import('../../chart/view/chart-image.ts')
  if (!isDrawable(held.table, series, chartType)) throw new Error(NO_CHART)
  const names = resolveLabels(plan, held.selection, today(), options)
  const title = names.chartTitle(chartType)
  const image = await renderChartImage({ table: held.table, series, type: chartType, title, format })
  saveFile(image, `${names.imageName(chartType)}.${format}`)
}

const A_MINUTE = 60_000

/** Hands a file to the browser's downloads under a safe name, and frees its address afterwards. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = safeFileName(name) ?? 'download'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), A_MINUTE)
}
