import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'

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
