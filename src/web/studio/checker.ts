import type { TaskAnswer, TaskMessage, Tasks } from './check-worker.ts'
import { trustWorker } from './trusted-texts.ts'

/** Runs a task of the worker; rejects with the error of the task. */
export type RunTask = <K extends keyof Tasks>(
  task: K,
  input: Parameters<Tasks[K]>[0],
) => Promise<Awaited<ReturnType<Tasks[K]>>>

/** Starts the worker that checks definitions and completes texts. */
export function startChecker(): RunTask {
  const worker = new Worker(trustWorker(), { type: 'module' })
  return (task, input) =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel()
      const ended = new AbortController()
      port1.addEventListener('message', ({ data }: MessageEvent<TaskAnswer>) => {
        ended.abort()
        port1.close()
        if ('error' in data) reject(new Error(data.error))
        else resolve(data.result as never)
      })
      port1.start()
      worker.addEventListener('error', ({ message }) => reject(new Error(message)), { signal: ended.signal })
      worker.postMessage({ task, input: input as never } satisfies TaskMessage, [port2])
    })
}
