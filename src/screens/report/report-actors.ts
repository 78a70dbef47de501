import { fromPromise } from 'xstate'
import { ReportAnswer } from '../../../schemas/report-answer.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Client } from '../../api/client.ts'
import { AnswerError, readAnswer } from '../../engine/answer.ts'
import { downloadFailure, judgeDownload } from '../../engine/download.ts'
import { namesOf } from '../../engine/names.ts'
import { buildTable } from '../../engine/rows.ts'
import { hasSomethingToDraw, visibleSeries } from '../../engine/series.ts'
import { type Held, type ImageInput, LoadFailure, type LoadInput } from '../../machines/report-machine.ts'
import type { ScreenLogger } from '../logger-context.ts'
import { saveFile } from './save-file.ts'
import { today } from './today.ts'

const textOrNull = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

/** Why a download brought nothing, as far as anybody can say; a call given up has no reason of its own. */
const reasonOf = (error: unknown): string | null => {
  if (!(error instanceof ApiError)) return null
  return error.serverMessage ?? error.message
}

const NO_ANSWER = new Set(['no-answer', 'aborted', 'invalid'])

/** A failed call as the machine knows it: what the server said, or that no usable answer came (R46, R50). */
const asLoadFailure = (error: unknown): LoadFailure => {
  if (!(error instanceof ApiError)) return new LoadFailure('noAnswer', null)
  if (error.kind === 'no-token') return new LoadFailure('refused', error.message)
  return new LoadFailure(NO_ANSWER.has(error.kind) ? 'noAnswer' : 'refused', error.serverMessage ?? null)
}

/** The effects of the report machine: calls, files, images. */
export const reportActors = (api: Client, logger: ScreenLogger) => ({
  load: fromPromise<Held, LoadInput>(async ({ input: { plan, selection }, signal }) => {
    const { path, query } = namesOf(plan, selection, today()).dataCall
    try {
      const body = await api.get(path, { query, signal, schema: ReportAnswer })
      const table = buildTable(plan, selection, readAnswer(plan, body))
      for (const note of table.notes) logger.warn(`${path}: ${note}`)
      return { selection, table, message: textOrNull(body.message) }
    } catch (error) {
      if (error instanceof AnswerError) logger.error(`${path}: the answer does not fit: ${error.message}`)
      throw asLoadFailure(error)
    }
  }),

  download: fromPromise<void, LoadInput>(async ({ input: { plan, selection }, signal }) => {
    const names = namesOf(plan, selection, today())
    const { path, query } = names.downloadCall
    const answer = await api.download(path, { query, signal }).catch((error: unknown) => {
      const isOwn = error instanceof ApiError && error.kind === 'no-token'
      throw new Error(isOwn ? error.message : downloadFailure(plan, reasonOf(error)), { cause: error })
    })
    const outcome = judgeDownload(plan, answer)
    if (outcome.kind === 'failed') throw new Error(outcome.message)
    if (outcome.warning !== null) logger.warn(`${path}: ${outcome.warning}`)
    const given = plan.download?.serverName === true ? answer.fileName : null
    saveFile(new Blob([answer.bytes], { type: answer.contentType }), given ?? names.workbookName)
  }),

  saveImage: fromPromise<void, ImageInput>(async ({ input }) => {
    const { plan, held, chartType, visibility, format } = input
    const series = visibleSeries(held?.table.series ?? [], visibility)
    if (held === null || held.table.rows.length === 0 || !hasSomethingToDraw(series, chartType)) {
      throw new Error('Chart container not found. Please ensure the chart is visible and try again.')
    }
    const { chartImage } = await import('../../ui/chart/chart-image.ts')
    const names = namesOf(plan, held.selection, today())
    const title = names.chartTitle(chartType)
    const image = await chartImage({ table: held.table, series, type: chartType, title, format })
    saveFile(image, `${names.imageName(chartType)}.${format}`)
  }),
})
