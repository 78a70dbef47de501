import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'

type Options = Pick<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'idleTimeout' | 'maxThreads' | 'resourceLimits'
>

/**
 * Creates threads that start on demand, end when idle, and run tasks of `file`, which is built JavaScript or a TypeScript
 * source. A thread that ends fails its task only; the next one gets a new thread.
 */
export function createThreads<Task, Result>(file: string, options: Options): Piscina<Task, Result> {
  const filename = pathToFileURL(file).href
  const pool = new Piscina<Task, Result>({
    filename,
    minThreads: 0,
    execArgv: getWorkerArguments(file),
    ...options,
  })
  pool.on('error', () => undefined)
  return pool
}

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

/** Returns the arguments of Node for a worker's script: TypeScript sources, in development and tests, need a loader. */
export const getWorkerArguments = (file: string): string[] =>
  file.endsWith('.ts') ? ['--require', createRequire(import.meta.url).resolve('tsx/cjs')] : []
