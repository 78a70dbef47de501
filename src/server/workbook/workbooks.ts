import { createVersionCache, type DataVersion } from '../database/version-cache.ts'
import type { Connection, Database, DatabaseHandle } from '../database/handle.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { Compare, ReportPlan, Selection } from '../../report/plan.ts'
import { addComparison } from '../../report/comparison/add-comparison.ts'
import { parseResponse } from '../../report/request/response.ts'
import { getNotedDays, placeNotes } from '../../report/notes/place-notes.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import { buildTable } from '../../report/table/build-table.ts'
import { withSnapshot } from '../database/transaction.ts'
import { readNotes } from '../notes/stored-notes.ts'
import { type DatasetRead, readRecords } from '../datasets/sent-records.ts'
import type { Rendered, RenderTask } from '../schedules/render.ts'
import { noSources } from '../sources/sources.ts'
import type { AboutContent } from '../../workbook/about-sheet.ts'
import { addProblem } from '../../workbook/comparison-sheet.ts'
import { type WorkbookResult, writeReportWorkbook } from '../../workbook/workbook.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 256
const MAX_WAITING = 128
const MAX_WAITING_PER_USER = 32

/** A read of records, or what it found if it was of another database. */
export type WorkbookRead = DatasetRead | { readonly body: unknown }

/** The same read for an earlier period. */
export interface WorkbookComparison {
  readonly compare: Compare
  readonly name: string
  readonly selection: Selection
  readonly read: WorkbookRead
  readonly problem: null
}

/** The input of a workbook as plain data, so that a worker thread can build it. */
export interface WorkbookTask {
  readonly read: WorkbookRead
  /** The same read one year earlier; null if no column compares with it. */
  readonly previousYear: WorkbookRead | null
  /** What it is compared with, or why it is not; null if it is not to be compared. */
  readonly comparison: WorkbookComparison | { readonly problem: string } | null
  /** Whose notes are in it. */
  readonly noted: readonly string[]
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
  readonly task: WorkbookTask
}

/** Returns the workbook of an authorized request, without its stamp. Rejects with `QueueFullError` if too many requests wait. */
export type Workbooks = (request: WorkbookRequest) => Promise<WorkbookResult>

/**
 * Builds and caches workbooks. A finished one is cached until the next commit, for all users: the stamp is not in it, and
 * a request that has waited looks for it again. Users alternate in the queue. While the files of the database are missing
 * every request fails, because a builder may open the database by its path.
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
  return async ({ key, dataVersion, user, task }) => {
    const find = () => {
      checkFiles?.()
      return finished.get(key, dataVersion)
    }
    const work = async () => {
      const built = find() ?? (await build(task))
      checkFiles?.()
      finished.set(key, built, dataVersion)
      return built
    }
    return find() ?? queue(work, { account: String(user), network: null })
  }
}

/** Builds workbooks in this thread, for tests and commands without a worker. */
export function createInlineBuilder(database: Database): WorkbookBuilder {
  return {
    width: 1,
    build: (task) => buildWorkbook(database, task),
    renderMail,
    close: () => Promise.resolve(),
  }
}

/** Draws a mail in this thread; the packages for it load with the first one. */
export const renderMail = async (task: RenderTask): Promise<Rendered> =>
  (await import('../schedules/render.ts')).renderViews(task)

const readBody = async (db: Connection, read: WorkbookRead): Promise<unknown> =>
  'body' in read ? read.body : readRecords({ db, reads: noSources }, read)

/** Reads the records, all of one state of the database, and lays them out by the plan of the screen. */
export async function buildWorkbook(
  database: Database,
  { read, previousYear, comparison, noted, plan, selection, title, period, about }: WorkbookTask,
): Promise<WorkbookResult> {
  const isCompared = comparison !== null && comparison.problem === null
  const time = getPeriod(plan, selection)
  const [notes, response, earlier, compared] = await withSnapshot(database, async (db) => [
    await readNotes(db, noted, getNotedDays(time)),
    parseResponse(plan, await readBody(db, read)),
    previousYear && parseResponse(plan, await readBody(db, previousYear)),
    isCompared ? parseResponse(plan, await readBody(db, comparison.read)) : null,
  ])
  const built = placeNotes(buildTable(plan, selection, response, earlier), time, notes)
  const result = isCompared
    ? addComparison({ ...comparison, plan, selection, response, table: built }, comparison, compared)
    : { table: built, problem: comparison?.problem ?? null }
  return writeReportWorkbook({ table: addProblem(result), title, period, about })
}
