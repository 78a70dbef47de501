import { isWorkerThread, move } from 'piscina'
import { layOutScreen, type ScreenContent } from './read-screen.ts'
import type { Rendered, RenderTask } from '../schedules/render.ts'
import { lowerThreadPriority } from '../worker-threads.ts'
import { addProblem } from '../../workbook/comparison-sheet.ts'
import { type WorkbookContent, type WorkbookResult, writeReportWorkbook } from '../../workbook/workbook.ts'

/*
 * The script of the worker threads, whose tasks are exported.
 */
if (isWorkerThread) lowerThreadPriority()

/** The input of a workbook as plain data. */
export interface WorkbookTask extends ScreenContent, Omit<WorkbookContent, 'table'> {}

/** Builds the workbook of a screen. */
export const buildWorkbook = ({ title, period, about, ...screen }: WorkbookTask): Promise<WorkbookResult> =>
  writeReportWorkbook({ table: addProblem(layOutScreen(screen)), title, period, about })

/** Builds a workbook whose bytes are moved to another thread: the whole buffer, which must contain nothing else. */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const result = await buildWorkbook(task)
  if (typeof result === 'string') return result
  return move(result.byteLength === result.buffer.byteLength ? result : result.slice())
}

/** Draws a mail; the packages for it load with the first one. */
export const renderMail = async (task: RenderTask): Promise<Rendered> =>
  (await import('../schedules/render.ts')).renderViews(task)
