import { createVersionCache, type DataVersion } from '../../platform/database/version-cache.ts'
import type { DatabaseHandle } from '../../platform/database/handle.ts'
import { createWorkQueue } from '../../platform/work-queue.ts'
import type { WorkbookResult } from '../../../workbook/workbook.ts'
import type { WorkbookTask } from './read-screen.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 256
const MAX_WAITING = 128
const MAX_WAITING_PER_USER = 32

/** Builds workbooks, `width` of them at once. */
export interface WorkbookBuilder {
  readonly width: number
  readonly build: (task: WorkbookTask) => Promise<WorkbookResult>
}

interface WorkbookRequest {
  /** Equal for equal workbooks of one state of the database. */
  readonly key: string
  /** The data version at the start of the request; undefined if the database has none. */
  readonly dataVersion: DataVersion
  /** The id of the waiting user. */
  readonly user: number
  /** Reads what is in it, when it is its turn. */
  readonly read: () => Promise<WorkbookTask>
}

export type Workbooks = ReturnType<typeof createWorkbooks>

/**
 * Creates what returns the workbook of an authorized request, without its stamp. It rejects with `QueueFullError` if too many
 * requests wait. A finished one is cached until the next commit, for all users: the stamp is not in it, and
 * a request that has waited looks for it again. Users alternate in the queue. While the files of the database are missing
 * every request fails.
 */
export function createWorkbooks(
  { width, build }: WorkbookBuilder,
  { checkFiles }: Pick<DatabaseHandle, 'checkFiles'> = {},
) {
  const finished = createVersionCache<WorkbookResult>(
    CACHE_BYTES,
    (file, key) => file.length + 2 * key.length + ENTRY_BYTES,
  )
  const queue = createWorkQueue({ atOnce: width, waiting: MAX_WAITING, share: MAX_WAITING_PER_USER })
  return async ({ key, dataVersion, user, read }: WorkbookRequest): Promise<WorkbookResult> => {
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
    return find() ?? queue(work, String(user))
  }
}
