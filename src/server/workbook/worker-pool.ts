import { availableParallelism } from 'node:os'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import { createThreads } from '../worker-threads.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { Rendered } from '../schedules/render.ts'
import { renderMail } from './build-workbook.ts'
import type { WorkbookBuilder } from './workbooks.ts'

/** Enough for a month with 10,000 columns; a worker that needs more ends, and its request with it. */
const HEAP_MB = 512
const MAX_THREADS = 4

export interface WorkerPoolOptions {
  /** The script of a worker: built JavaScript or a TypeScript source. */
  readonly file: string
  readonly threads?: number
  readonly heapMb?: number
}

/**
 * Builds workbooks and mails in worker threads, which start on demand and end when idle. Mails have all but one of them, so
 * that a download does not wait for all mails that are due.
 */
export function createWorkerPool({
  file,
  threads = Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1)),
  heapMb = HEAP_MB,
}: WorkerPoolOptions): WorkbookBuilder {
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
