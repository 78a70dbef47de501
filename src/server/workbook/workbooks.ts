import { createVersionCache, type DataVersion } from '../database/version-cache.ts'
import type { Database, DatabaseHandle } from '../database/handle.ts'
import { createWorkQueue } from '../work-queue.ts'
import { buildWorkbook, type WorkbookResult, type WorkbookTask } from './build.ts'

const MEMORY_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 256
const WAITING = 128
const WAITING_PER_USER = 32

/** Builds workbooks, `width` of them at once. */
export interface WorkbookBuilder {
  readonly width: number
  readonly build: (task: WorkbookTask) => Promise<WorkbookResult>
  readonly close: () => Promise<void>
}

export interface WorkbookRequest {
  /** What is equal for equal workbooks of one state of the database. */
  readonly key: string
  /** The last commit before the request, if the engine can tell. */
  readonly moment: DataVersion
  /** The id of the user who waits. */
  readonly user: number
  readonly task: WorkbookTask
}

/** Gives the workbook of a request that was let in. Rejects with `QueueFull` if too many wait. */
export type Workbooks = (request: WorkbookRequest) => Promise<WorkbookResult>

interface Build {
  moment: DataVersion
  started: boolean
  readonly result: Promise<WorkbookResult>
}

/**
 * Workbooks from a builder: finished ones are kept until the next commit, requests for one that is being built share
 * it unless something was committed since it began, and users take turns. While the engine's files are away there are
 * none, since a builder may open the database by its path.
 */
export function createWorkbooks(
  { width, build }: WorkbookBuilder,
  { checkFiles }: Pick<DatabaseHandle, 'checkFiles'> = {},
): Workbooks {
  const finished = createVersionCache<WorkbookResult>(
    MEMORY_BYTES,
    (file, key) => file.length + 2 * key.length + ENTRY_BYTES,
  )
  const underWay = new Map<string, Build>()
  const queue = createWorkQueue(width, WAITING, {
    perSource: WAITING_PER_USER,
    perAccount: WAITING_PER_USER,
    perNetwork: WAITING,
  })

  const start = ({ key, moment, user, task }: WorkbookRequest): Build => {
    const run = async () => {
      const work = () => {
        current.started = true
        checkFiles?.()
        return build(task)
      }
      const result = await queue(work, { account: String(user), network: null })
      checkFiles?.()
      finished.set(key, result, current.moment)
      return result
    }
    const current: Build = {
      moment,
      started: false,
      // Begun in a later turn, when `current` is there.
      result: Promise.resolve()
        .then(run)
        .finally(() => {
          if (underWay.get(key) === current) underWay.delete(key)
        }),
    }
    underWay.set(key, current)
    return current
  }

  return async (request) => {
    checkFiles?.()
    const { key, moment } = request
    const known = finished.get(key, moment)
    if (known !== undefined) return known
    const current = underWay.get(key)
    // A build that has not begun will read what is stored then.
    if (current !== undefined && !current.started) current.moment = moment
    const isShared =
      current !== undefined && (!current.started || (moment !== undefined && current.moment === moment))
    return (isShared ? current : start(request)).result
  }
}

/** Builds workbooks in this thread: for few and small ones, and where there is no worker. */
export function createInlineBuilder(database: Database): WorkbookBuilder {
  return {
    width: 1,
    build: (task) => buildWorkbook(database, task),
    close: () => Promise.resolve(),
  }
}
