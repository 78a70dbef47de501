import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import { getWorkerArguments } from '../worker-threads.ts'
import { createWorkQueue } from '../work-queue.ts'
import type { Rendered } from '../schedules/render.ts'
import { renderMail } from './build-workbook.ts'
import type { WorkbookBuilder } from './workbooks.ts'

/** An idle worker ends after this time, to free its memory. */
const IDLE_MS = 10_000
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
  const pool = new Piscina<unknown, unknown>({
    filename: pathToFileURL(file).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    execArgv: getWorkerArguments(file),
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // A worker that ends while it builds fails that build; the next one gets a new worker.
  pool.on('error', () => undefined)
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
