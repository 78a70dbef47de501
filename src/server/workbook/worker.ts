import { move } from 'piscina'
import { lowerThreadPriority } from '../worker-threads.ts'
import { buildWorkbook, type WorkbookTask } from './workbooks.ts'

export { renderMail } from './workbooks.ts'

lowerThreadPriority()

/** Builds one workbook in a worker thread. */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const result = await buildWorkbook(task)
  if (typeof result === 'string') return result
  // The whole buffer is moved to the other thread, so that it must contain nothing else.
  return move(result.byteLength === result.buffer.byteLength ? result : result.slice())
}
