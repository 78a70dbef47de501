import { availableParallelism } from 'node:os'
import { createThreads } from '../worker-threads.ts'
import { createVersionCache, type DataVersion } from '../database/version-cache.ts'
import type { DatabaseHandle } from '../database/handle.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { Rendered, RenderTask } from '../schedules/render.ts'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import { buildWorkbook, renderMail, type WorkbookTask } from './build-workbook.ts'

const CACHE_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 256
const MAX_WAITING = 128
const MAX_WAITING_PER_USER = 32

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

/** Builds workbooks and mails in this thread, for tests and commands without a worker. */
export const inlineBuilder: WorkbookBuilder = {
  width: 1,
  build: buildWorkbook,
  renderMail,
  close: () => Promise.resolve(),
}

/** Enough for a month with 10,000 columns; a worker that needs more ends, and its request with it. */
const HEAP_MB = 512
const MAX_THREADS = 4

/**
 * Builds workbooks and mails in worker threads, which start on demand and end when idle. Mails have all but one of them, so
 * that a download does not wait for all mails that are due. `file` is their script: built JavaScript or a TypeScript source.
 */
export function createThreadBuilder(
  file: string,
  threads = Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1)),
  heapMb = HEAP_MB,
): WorkbookBuilder {
  const pool = createThreads<unknown, unknown>(file, {
    maxThreads: threads,
    // To free its memory.
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const queueMail = createWorkQueue(Math.max(1, threads - 1), Infinity)
  return {
    width: threads,
    build: async (task) => (await pool.run(task)) as WorkbookResult,
    // The sources of charts need the build.
    renderMail: file.endsWith('.ts')
      ? renderMail
      : (task) => queueMail(async () => (await pool.run(task, { name: 'renderMail' })) as Rendered),
    close: () => pool.close(),
  }
}
