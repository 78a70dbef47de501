import { move, workerData } from 'piscina'
import { checkDataFiles } from '../database/data-dir.ts'
import type { DatabaseHandle, DataFile } from '../database/handle.ts'
import { isUnavailable, getErrorReason } from '../database/errors.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../database/open.ts'
import type { WorkbookResult } from '../../workbook/workbook.ts'
import { lowerThreadPriority } from '../worker-threads.ts'
import { buildWorkbook, type WorkbookTask } from './workbooks.ts'

export { renderMail } from './workbooks.ts'

lowerThreadPriority()

/** The result of a worker; an error would lose its code between threads. */
export type WorkerResult = WorkbookResult | { readonly unavailable: string }

/** The settings of a worker. */
export interface WorkerSetup {
  readonly location: DatabaseLocation
  /** The files that the server has open: the path by which the worker opens the database may lead to others. */
  readonly dataFiles: readonly DataFile[]
}

/**
 * Builds one workbook in a worker thread, with a connection of its own that it closes again. It returns a result only if
 * the path led to the server's database before and after it was opened, and after all was read.
 */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const { location, dataFiles } = workerData as WorkerSetup
  const check = () => checkDataFiles(location.dataDir, dataFiles)
  let handle: DatabaseHandle | undefined
  try {
    check()
    handle = openDatabaseHandle(location)
    check()
    const result = await buildWorkbook(handle.database, task)
    check()
    if (typeof result === 'string') return result
    // The whole buffer is moved to the other thread, so that it must contain nothing else.
    const file = result.byteLength === result.buffer.byteLength ? result : result.slice()
    return move(file)
  } catch (error) {
    if (isUnavailable(error)) return { unavailable: getErrorReason(error) } satisfies WorkerResult
    throw error
  } finally {
    await handle?.close()
  }
}
