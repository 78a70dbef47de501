// oxlint-disable-next-line import/default -- Vite exports the address of the built script
import workerUrl from './check-worker.ts?worker&url'
import type { TaskAnswer, Tasks } from './check-worker.ts'

interface Waiting {
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** Runs a task of the worker; rejects with the error of the task. */
export type RunTask = <K extends keyof Tasks>(
  task: K,
  input: Parameters<Tasks[K]>[0],
) => Promise<Awaited<ReturnType<Tasks[K]>>>

interface Policy {
  readonly createScriptURL: (url: string) => string
}

/** The one script that the policy of the studio lets a worker run. */
const trustScript = (): string => {
  const types = (
    window as unknown as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }
  ).trustedTypes
  const policy = types?.createPolicy('studio', {
    createScriptURL: (url) => {
      if (url === workerUrl) return url
      throw new TypeError(`the studio runs no script at ${url}`)
    },
  })
  return policy?.createScriptURL(workerUrl) ?? workerUrl
}

let script: string | undefined

/** Starts the worker that checks definitions and completes texts. */
export function startChecker(): RunTask {
  const worker = new Worker((script ??= trustScript()), { type: 'module' })
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
