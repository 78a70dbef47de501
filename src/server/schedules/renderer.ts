import { pathToFileURL } from 'node:url'
import { Piscina } from 'piscina'
import { getWorkerArguments } from '../worker-threads.ts'
import type { Rendered, RenderTask } from './render.ts'

/** An idle worker ends after this time, to free its memory. */
const IDLE_MS = 10_000
const HEAP_MB = 512

/** Renders mails outside of the event loop. */
export interface Renderer {
  readonly render: (task: RenderTask) => Promise<Rendered>
  readonly close: () => Promise<void>
}

/** Renders mails in one worker thread, which starts on demand; without a script in this thread. */
export function createRenderer(file: string | undefined): Renderer {
  if (file === undefined) {
    return {
      // Its packages load with the first mail.
      render: async (task) => (await import('./render.ts')).renderViews(task),
      close: () => Promise.resolve(),
    }
  }
  const pool = new Piscina<RenderTask, Rendered>({
    filename: pathToFileURL(file).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: getWorkerArguments(file),
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  pool.on('error', () => undefined)
  return { render: (task) => pool.run(task), close: () => pool.close() }
}
