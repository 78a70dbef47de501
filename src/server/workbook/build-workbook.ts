import { isWorkerThread, move } from 'piscina'
import type { Note } from '../../../schemas/api/note.ts'
import type { Compare, ReportPlan, Selection } from '../../report/plan.ts'
import { addComparison } from '../../report/comparison/add-comparison.ts'
import { parseResponse } from '../../report/request/response.ts'
import { placeNotes } from '../../report/notes/place-notes.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { buildTable } from '../../report/table/build-table.ts'
import type { Rendered, RenderTask } from '../schedules/render.ts'
import { lowerThreadPriority } from '../worker-threads.ts'
import type { AboutContent } from '../../workbook/about-sheet.ts'
import { addProblem } from '../../workbook/comparison-sheet.ts'
import { type WorkbookResult, writeReportWorkbook } from '../../workbook/workbook.ts'

/*
 * The script of the worker threads, whose tasks are exported.
 */
if (isWorkerThread) lowerThreadPriority()

/** What a workbook is compared with. */
export interface WorkbookComparison {
  readonly compare: Compare
  readonly name: string
  readonly selection: Selection
  readonly problem: null
}

/** The input of a workbook as plain data, so that a worker thread can build it. Responses are JSON. */
export interface WorkbookTask {
  readonly response: string
  /** The same one year earlier; null if no column compares with it. */
  readonly previousYear: string | null
  /** What it is compared with, or why it is not; null if it is not to be compared. */
  readonly comparison:
    | (WorkbookComparison & { readonly response: string })
    | { readonly problem: string }
    | null
  readonly notes: readonly Note[]
  readonly plan: ReportPlan
  readonly selection: Selection
  readonly title: string
  readonly period: string
  readonly about: AboutContent
}

/** Builds a workbook from the records, laid out by the plan of the screen. */
export async function buildWorkbook(task: WorkbookTask): Promise<WorkbookResult> {
  const { previousYear, comparison, notes, plan, selection, title, period, about } = task
  const parse = (text: string) => parseResponse(plan, JSON.parse(text))
  const response = parse(task.response)
  const whole = buildTable(plan, selection, response, previousYear === null ? null : parse(previousYear))
  const table = placeNotes(whole, getPeriod(plan, selection), notes)
  const result =
    comparison !== null && comparison.problem === null
      ? addComparison(
          { plan, selection, response, table, compare: comparison.compare },
          comparison,
          parse(comparison.response),
        )
      : { table, problem: comparison?.problem ?? null }
  return writeReportWorkbook({ table: addProblem(result), title, period, about })
}

/** Builds a workbook whose bytes are moved to another thread: the whole buffer, which must contain nothing else. */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const result = await buildWorkbook(task)
  if (typeof result === 'string') return result
  return move(result.byteLength === result.buffer.byteLength ? result : result.slice())
}

/** Draws a mail; the packages for it load with the first one. */
export const renderMail = async (task: RenderTask): Promise<Rendered> =>
  (await import('../schedules/render.ts')).renderViews(task)
