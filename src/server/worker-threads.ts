import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** The nice value of a thread that works beside the one that answers requests. */
const NICE = 5

/**
 * Lets the kernel prefer other threads to the calling one whenever all processors are busy; on idle processors it costs
 * nothing. Only Linux has a priority for each thread: elsewhere the whole process would get it.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.max(NICE, getPriority()))
  } catch {
    // A sandbox may forbid it; the thread then keeps the priority of all others.
  }
}

/** The arguments of Node for a worker's script: TypeScript sources, in development and tests, need a loader. */
export const getWorkerArguments = (file: string): string[] =>
  file.endsWith('.ts') ? ['--require', createRequire(import.meta.url).resolve('tsx/cjs')] : []

/** Starts a worker on a script, built JavaScript or a TypeScript source. */
export function startWorker(file: string, resourceLimits: ResourceLimits): Worker {
  const options = { execArgv: getWorkerArguments(file), resourceLimits }
  // The loader applies to what the first script requires, not to that script.
  if (file.endsWith('.ts'))
    return new Worker(`require(${JSON.stringify(resolve(file))})`, { ...options, eval: true })
  return new Worker(pathToFileURL(file), options)
}
