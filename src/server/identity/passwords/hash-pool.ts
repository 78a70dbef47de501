import { access } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { hashSync, verifySync } from '@node-rs/argon2'
import { isWorkerThread } from 'piscina'
import { createThreads, lowerThreadPriority } from '../../platform/worker-threads.ts'

/*
 * The script of the worker threads, whose task is the default export.
 */
if (isWorkerThread) lowerThreadPriority()

export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

type HashTask =
  | { readonly password: string; readonly cost: HashCost }
  | { readonly password: string; readonly stored: string }

/** Returns the hash, or whether the password has the stored one; occupies the thread meanwhile. */
export default function run(task: HashTask): string | boolean {
  const { password } = task
  return 'cost' in task ? hashSync(password, task.cost) : verifySync(task.stored, password)
}

export type HashPool = ReturnType<typeof createHashPool>

/** Hashes in worker threads of low priority, so that reads of reports do not wait while many sign-ins are hashed. */
export function createHashPool(file: string) {
  const pool = createThreads<HashTask, string | boolean>(file, {
    maxThreads: availableParallelism(),
    idleTimeout: 60_000,
    // A thread has little JavaScript; the library allocates the memory of a hash outside of it.
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  })
  const schedule = async (task: HashTask) => {
    // The pool would try for ever to start a thread whose script is missing.
    await access(file)
    return pool.run(task)
  }
  return {
    hash: async (password: string, cost: HashCost) => String(await schedule({ password, cost })),
    verify: async (stored: string, password: string) => (await schedule({ stored, password })) === true,
    /** Ends the threads; tasks that still run fail. */
    close: () => pool.destroy(),
  }
}
