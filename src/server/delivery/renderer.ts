import { availableParallelism } from 'node:os'
import { buildWorkbook } from '../data/workbooks/read-screen.ts'
import type { DraftReader } from '../data/studio/draft-answers.ts'
import type { ImportReader } from '../data/imports/import-reader.ts'
import type { WorkbookBuilder } from '../data/workbooks/workbooks.ts'
import { createTurns, runInTurn } from '../platform/database/turns.ts'
import { createThreads } from '../platform/worker-threads.ts'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import * as worker from './render-worker.ts'
import type { DraftMailReader } from './schedules/draft-mail.ts'
import type { Rendered, RenderTask } from './schedules/render.ts'

/** Builds workbooks and mails, reads files and answers drafts. */
export interface Renderer extends WorkbookBuilder, ImportReader, DraftReader, DraftMailReader {
  /** Draws what a mail shows. */
  readonly renderMail: (task: RenderTask) => Promise<Rendered>
  readonly close: () => Promise<void>
}

/** Builds workbooks and mails in this thread, for tests and commands without a worker. */
export const inlineRenderer: Renderer = {
  ...worker,
  width: 1,
  build: buildWorkbook,
  close: () => Promise.resolve(),
}

/** Enough for a month with 10,000 columns; a worker that needs more ends, and its request with it. */
const HEAP_MB = 512
const MAX_THREADS = 4

/**
 * Builds workbooks and mails in worker threads, which start on demand and end when idle. Mails have all but one of them, so
 * that a download does not wait for all mails that are due. `file` is their script: built JavaScript or a TypeScript source.
 */
export function createThreadRenderer(
  file: string,
  threads = Math.min(MAX_THREADS, Math.max(2, availableParallelism() - 1)),
  heapMb = HEAP_MB,
): Renderer {
  const pool = createThreads<unknown, unknown>(file, {
    maxThreads: threads,
    // To free its memory.
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const mailTurns = createTurns(Math.max(1, threads - 1))
  const importTurns = createTurns(1)
  const draftTurns = createTurns(1)
  const run =
    <Result>(turns: ReturnType<typeof createTurns>, name: string) =>
    (task: unknown, signal?: AbortSignal): Promise<Result> => {
      const work = runInTurn(turns, async () => {
        signal?.throwIfAborted()
        return (await pool.run(task, { name })) as Result
      })
      return signal === undefined ? work : leaveAt(signal, work)
    }
  const tasks: Omit<Renderer, 'width' | 'build' | 'close'> = {
    renderMail: run(mailTurns, 'renderMail'),
    readImport: run(importTurns, 'readImport'),
    compileDraft: run(draftTurns, 'compileDraft'),
    answerDraft: run(draftTurns, 'answerDraft'),
    draftFile: run(draftTurns, 'draftFile'),
    loadDraftMail: run(draftTurns, 'loadDraftMail'),
  }
  return {
    ...inlineRenderer,
    width: threads,
    build: async (task) => (await pool.run(task)) as WorkbookResult,
    // A thread cannot import the sources of tasks without a build.
    ...(!file.endsWith('.ts') && tasks),
    close: () => pool.close(),
  }
}

/**
 * Waits for work until a signal. The work goes on: a thread that ends inside SQLite would end the whole process, so that a
 * turn ends with its task.
 */
const leaveAt = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
