import type { Note } from '../../../schemas/api/note.ts'
import { createVersionCache, type DataVersion } from '../database/version-cache.ts'
import type { DatabaseHandle } from '../database/handle.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { Compare, ReportPlan, Selection } from '../../report/plan.ts'
import { addComparison } from '../../report/comparison/add-comparison.ts'
import { parseResponse } from '../../report/request/response.ts'
import { placeNotes } from '../../report/notes/place-notes.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { buildTable } from '../../report/table/build-table.ts'
import type { Rendered, RenderTask } from '../schedules/render.ts'
import type { AboutContent } from '../../workbook/about-sheet.ts'
import { addProblem } from '../../workbook/comparison-sheet.ts'
import { type WorkbookResult, writeReportWorkbook } from '../../workbook/workbook.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 256
const MAX_WAITING = 128
const MAX_WAITING_PER_USER = 32

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

/** Builds workbooks, `width` of them at once. */
export interface WorkbookBuilder {
  readonly width: number
  readonly build: (task: WorkbookTask) => Promise<WorkbookResult>
  /** Draws what a mail shows. */
  readonly renderMail: (task: RenderTask) => Promise<Rendered>
  readonly close: () => Promise<void>
}

export interface WorkbookRequest {
  /** Equal for equal workbooks of one state of the database. */
  readonly key: string
  /** The data version at the start of the request; undefined if the database has none. */
  readonly dataVersion: DataVersion
  /** The id of the waiting user. */
  readonly user: number
  /** Reads what is in it, when it is its turn. */
  readonly read: () => Promise<WorkbookTask>
}

/** Returns the workbook of an authorized request, without its stamp. Rejects with `QueueFullError` if too many requests wait. */
export type Workbooks = (request: WorkbookRequest) => Promise<WorkbookResult>

/**
 * Builds and caches workbooks. A finished one is cached until the next commit, for all users: the stamp is not in it, and
 * a request that has waited looks for it again. Users alternate in the queue. While the files of the database are missing
 * every request fails.
 */
export function createWorkbooks(
  { width, build }: Pick<WorkbookBuilder, 'width' | 'build'>,
  { checkFiles }: Pick<DatabaseHandle, 'checkFiles'> = {},
): Workbooks {
  const finished = createVersionCache<WorkbookResult>(
    CACHE_BYTES,
    (file, key) => file.length + 2 * key.length + ENTRY_BYTES,
  )
  const queue = createWorkQueue(width, MAX_WAITING, {
    perSource: MAX_WAITING_PER_USER,
    perAccount: MAX_WAITING_PER_USER,
    perNetwork: MAX_WAITING,
  })
  return async ({ key, dataVersion, user, read }) => {
    const find = () => {
      checkFiles?.()
      return finished.get(key, dataVersion)
    }
    const work = async () => {
      const built = find() ?? (await build(await read()))
      checkFiles?.()
      finished.set(key, built, dataVersion)
      return built
    }
    return find() ?? queue(work, { account: String(user), network: null })
  }
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

/** Draws a mail; the packages for it load with the first one. */
export const renderMail = async (task: RenderTask): Promise<Rendered> =>
  (await import('../schedules/render.ts')).renderViews(task)

/** Builds workbooks and mails in this thread, for tests and commands without a worker. */
export const inlineBuilder: WorkbookBuilder = {
  width: 1,
  build: buildWorkbook,
  renderMail,
  close: () => Promise.resolve(),
}
