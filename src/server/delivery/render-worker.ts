import { isWorkerThread, move } from 'piscina'
import { buildWorkbook, type WorkbookTask } from '../data/workbooks/read-screen.ts'
import type { ReadResult, ReadTask } from '../data/imports/import-reader.ts'
import type { DraftReader } from '../data/studio/draft-answers.ts'
import { lowerThreadPriority } from '../platform/worker-threads.ts'
import type { DraftMailReader } from './schedules/draft-mail.ts'
import type { Rendered, RenderTask } from './schedules/render.ts'

/*
 * The script of the worker threads, whose tasks are exported.
 */
if (isWorkerThread) lowerThreadPriority()

/** Builds a workbook whose bytes are moved to another thread: the whole buffer, which must contain nothing else. */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const result = await buildWorkbook(task)
  if (typeof result === 'string') return result
  return move(result.byteLength === result.buffer.byteLength ? result : result.slice())
}

/** Draws a mail; the packages for it load with the first one. */
export const renderMail = async (task: RenderTask): Promise<Rendered> =>
  (await import('./schedules/render.ts')).renderViews(task)

/** Reads a file for import. */
export const readImport = async (task: ReadTask): Promise<ReadResult> =>
  (await import('../data/imports/import-reader.ts')).runReadTask(task)

export const compileDraft: DraftReader['compileDraft'] = async (task) =>
  (await import('../data/studio/draft-answers.ts')).compileDraft(task)

export const answerDraft: DraftReader['answerDraft'] = async (task) =>
  (await import('../data/studio/draft-answers.ts')).answerDraft(task)

export const draftFile: DraftReader['draftFile'] = async (task) =>
  (await import('../data/studio/draft-file.ts')).draftFile(task)

export const loadDraftMail: DraftMailReader['loadDraftMail'] = async (task) =>
  (await import('./schedules/draft-mail.ts')).loadDraftMail(task)
