import { availableParallelism } from 'node:os'
import { buildWorkbook } from '../data/workbooks/build-workbook.ts'
import type { DraftReader, DraftResult } from '../data/studio/draft-answers.ts'
import type { ImportReader, ReadResult } from '../data/imports/import-reader.ts'
import type { WorkbookBuilder } from '../data/workbooks/workbooks.ts'
import { createTurns, runInTurn } from '../platform/database/turns.ts'
import { createThreads } from '../platform/worker-threads.ts'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import { answerDraft, readImport, renderMail } from './render-worker.ts'
import type { Rendered, RenderTask } from './schedules/render.ts'

/** Builds workbooks and mails, reads files and answers drafts. */
export interface Renderer extends WorkbookBuilder, ImportReader, DraftReader {
  /** Draws what a mail shows. */
  readonly renderMail: (task: RenderTask) => Promise<Rendered>
  readonly close: () => Promise<void>
}

/** Builds workbooks and mails in this thread, for tests and commands without a worker. */
export const inlineRenderer: Renderer = {
  width: 1,
  build: buildWorkbook,
  renderMail,
  readImport,
  answerDraft,
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
  return {
    width: threads,
    build: async (task) => (await pool.run(task)) as WorkbookResult,
    // The sources of charts need the build.
    renderMail: file.endsWith('.ts')
      ? renderMail
      : (task) =>
          runInTurn(mailTurns, async () => (await pool.run(task, { name: 'renderMail' })) as Rendered),
    readImport: (task, signal) =>
      runInTurn(
        importTurns,
        async () => (await pool.run(task, { name: 'readImport', signal })) as ReadResult,
      ),
    answerDraft: (task, signal) =>
      runInTurn(
        draftTurns,
        async () => (await pool.run(task, { name: 'answerDraft', signal })) as DraftResult,
      ),
    close: () => pool.close(),
  }
}
