import { access } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { getWorkerArguments } from '../worker-threads.ts'
import type { HashTask } from './hash-worker.ts'
import type { Hasher } from './passwords.ts'

/** An idle worker ends after this time, to free its memory. */
const IDLE_MS = 60_000
/** In MB: a worker has little JavaScript; the library allocates the memory of a hash outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }

export interface HashPool extends Hasher {
  /** Ends the workers; tasks that still run fail. */
  readonly close: () => Promise<void>
}

/**
 * Hashes in worker threads of low priority, so that reads of reports do not wait while many sign-ins are hashed (S6).
 * `file` is the script of a worker: built JavaScript or a TypeScript source. A worker that ends fails its task only.
 */
export function createHashPool(file: string): HashPool {
  const pool = new Piscina<HashTask, string | boolean>({
    filename: pathToFileURL(file).href,
    minThreads: 0,
    maxThreads: availableParallelism(),
    idleTimeout: IDLE_MS,
    execArgv: getWorkerArguments(file),
    resourceLimits: LIMITS,
  })
  pool.on('error', () => undefined)
  const run = async (task: HashTask) => {
    // The pool would try for ever to start a worker whose script is missing.
    await access(file)
    return pool.run(task)
  }
  return {
    hash: async (password, cost) => String(await run({ password, cost })),
    verify: async (stored, password) => (await run({ stored, password })) === true,
    close: () => pool.destroy(),
  }
}
