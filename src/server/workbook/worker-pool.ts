import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { DatabaseUnavailableError } from '../database/errors.ts'
import type { DatabaseHandle } from '../database/handle.ts'
import type { DatabaseLocation } from '../database/open.ts'
import { getWorkerArguments } from '../worker-threads.ts'
import type { Rendered } from '../schedules/render.ts'
import { renderMail, type WorkbookBuilder } from './workbooks.ts'
import type { WorkerResult, WorkerSetup } from './worker.ts'

/** An idle worker ends after this time, to free its memory. */
const IDLE_MS = 10_000
/** Enough for a month with 10,000 columns; a worker that needs more ends, and its request with it. */
const HEAP_MB = 512
const MAX_THREADS = 4

export interface WorkerPoolOptions {
  /** The script of a worker: built JavaScript or a TypeScript source. */
  readonly file: string
  readonly location: DatabaseLocation
  /** The files of the server's database: workers read no other ones. */
  readonly dataFiles: DatabaseHandle['dataFiles']
  readonly threads?: number
  readonly heapMb?: number
}

/** Builds workbooks and mails in worker threads: they start on demand, end when idle, and have their own connections. */
export function createWorkerPool({
  file,
  location: { dataDir, databaseUrl },
  dataFiles = [],
  threads = Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1)),
  heapMb = HEAP_MB,
}: WorkerPoolOptions): WorkbookBuilder {
  const pool = new Piscina<unknown, unknown>({
    filename: pathToFileURL(file).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    // A worker that waits with atomics does not run its event loop, so that its connections would not close.
    atomics: 'disabled',
    execArgv: getWorkerArguments(file),
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    workerData: {
      location: { dataDir, databaseUrl, databaseConnections: 1, readOnly: true },
      dataFiles,
    } satisfies WorkerSetup,
  })
  // A worker that ends while it builds fails that build; the next one gets a new worker.
  pool.on('error', () => undefined)
  return {
    width: threads,
    build: async (task) => {
      const result = (await pool.run(task)) as WorkerResult
      if (typeof result === 'object' && 'unavailable' in result) {
        throw new DatabaseUnavailableError(result.unavailable)
      }
      return result
    },
    // The sources of charts need the build.
    renderMail: file.endsWith('.ts')
      ? renderMail
      : (task) => pool.run(task, { name: 'renderMail' }) as Promise<Rendered>,
    close: () => pool.close(),
  }
}
