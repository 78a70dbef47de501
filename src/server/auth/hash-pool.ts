import type { Worker } from 'node:worker_threads'
import { startWorker } from '../worker-threads.ts'
import type { HashResult, HashTask } from './hash-worker.ts'
import type { Hasher } from './passwords.ts'

/** While several workers are idle, one of them ends after this time, to free its memory. */
const IDLE_MS = 10_000
/** In MB: a worker has little JavaScript; the library allocates the memory of a hash outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }

export interface HashPool extends Hasher {
  /** Ends the workers; tasks that still run fail. */
  readonly close: () => Promise<void>
}

/**
 * Hashes in worker threads of low priority, so that reads of reports do not wait while many sign-ins are hashed (S6).
 * `file` is the script of a worker: built JavaScript or a TypeScript source. Each concurrent task has a worker of its
 * own; the caller limits their number. A worker that ends fails its task only: the next one starts a new worker.
 */
export function createHashPool(file: string): HashPool {
  const workers = new Set<Worker>()
  const idle: Worker[] = []
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    const worker = startWorker(file, LIMITS)
    workers.add(worker)
    // The task of the worker gets the error; without a listener the process would end.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
    return worker
  }
  const release = (worker: Worker) => {
    worker.unref()
    idle.push(worker)
    if (idle.length > 1) timer ??= setTimeout(endSurplus, IDLE_MS).unref()
  }
  const endSurplus = () => {
    timer = undefined
    if (idle.length > 1) void idle.shift()?.terminate()
    if (idle.length > 1) timer = setTimeout(endSurplus, IDLE_MS).unref()
  }
  const run = async (task: HashTask) => {
    const worker = idle.pop() ?? start()
    const result = await runTask(worker, task)
    if (workers.has(worker)) release(worker)
    if ('error' in result) throw new Error(result.error)
    return result.value
  }
  return {
    hash: async (password, cost) => String(await run({ password, cost })),
    verify: async (stored, password) => (await run({ stored, password })) === true,
    close: async () => {
      clearTimeout(timer)
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}

/** Sends a task to an idle worker. Rejects if the worker cannot start or ends. */
function runTask(worker: Worker, task: HashTask): Promise<HashResult> {
  return new Promise<HashResult>((resolve, reject) => {
    const stop = () => {
      worker.off('message', succeed).off('error', fail).off('exit', end)
    }
    const succeed = (result: HashResult) => {
      stop()
      resolve(result)
    }
    const fail = (error: Error) => {
      stop()
      reject(error)
    }
    const end = (code: number) => fail(new Error(`the hashing thread ended with code ${code}`))
    worker.on('message', succeed).on('error', fail).on('exit', end)
    worker.ref()
    worker.postMessage(task, [])
  })
}
