import type { TaskAnswer, Tasks } from './check-worker.ts'
import { trustWorker } from './trusted-texts.ts'

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** Runs a task of the worker; rejects with the error of the task. */
export type RunTask = <K extends keyof Tasks>(
  task: K,
  input: Parameters<Tasks[K]>[0],
) => Promise<Awaited<ReturnType<Tasks[K]>>>

/** Starts the worker that checks definitions and completes texts. */
export function startChecker(): RunTask {
  const worker = new Worker(trustWorker(), { type: 'module' })
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<TaskAnswer>) => {
    const { resolve, reject } = waiting.get(data.number) ?? {}
    waiting.delete(data.number)
    if ('error' in data) reject?.(new Error(data.error))
    else resolve?.(data.result as never)
  })
  worker.addEventListener('error', ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'the checker stopped'))
    waiting.clear()
  })
  return (task, input) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage({ number: last, task, input })
    })
}
