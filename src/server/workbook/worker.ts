import { move, workerData } from 'piscina'
import { isUnavailable, reasonOf } from '../database/faults.ts'
import { type DatabaseLocation, openEngine } from '../database/open.ts'
import { buildWorkbook, type WorkbookResult, type WorkbookTask } from './build.ts'

/** What a worker answers; an error would lose its code on the way to the other thread. */
export type WorkerAnswer = WorkbookResult | { readonly unavailable: string }

/** Builds one workbook in a worker thread, over a connection of its own that is closed again. */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const engine = openEngine(workerData as DatabaseLocation)
  try {
    const result = await buildWorkbook(engine.database, task)
    if (typeof result === 'string') return result
    // The whole buffer moves to the other thread, so nothing else may be in it.
    const file = result.byteLength === result.buffer.byteLength ? result : result.slice()
    return move(file)
  } catch (error) {
    if (isUnavailable(error)) return { unavailable: reasonOf(error) } satisfies WorkerAnswer
    throw error
  } finally {
    await engine.close()
  }
}
