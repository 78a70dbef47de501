import { move, workerData } from 'piscina'
import { checkDataFiles, type DataFile } from '../database/data-files.ts'
import type { DatabaseHandle } from '../database/handle.ts'
import { isUnavailable, getErrorReason } from '../database/errors.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../database/open.ts'
import { buildWorkbook, type WorkbookResult, type WorkbookTask } from './build.ts'

/** What a worker answers; an error would lose its code on the way to the other thread. */
export type WorkerResult = WorkbookResult | { readonly unavailable: string }

/** What a worker starts with. */
export interface WorkerSetup {
  readonly location: DatabaseLocation
  /** The files that the server has open: the worker opens the database by its path, which may lead to others. */
  readonly dataFiles: readonly DataFile[]
}

/**
 * Builds one workbook in a worker thread, over a connection of its own that is closed again. What was read is given
 * only if the path led to the server's database before it was opened, after that, and when all was read.
 */
export default async function build(task: WorkbookTask): Promise<unknown> {
  const { location, dataFiles } = workerData as WorkerSetup
  const check = () => checkDataFiles(location.dataDir, dataFiles)
  let engine: DatabaseHandle | undefined
  try {
    check()
    engine = openDatabaseHandle(location)
    check()
    const result = await buildWorkbook(engine.database, task)
    check()
    if (typeof result === 'string') return result
    // The whole buffer moves to the other thread, so nothing else may be in it.
    const file = result.byteLength === result.buffer.byteLength ? result : result.slice()
    return move(file)
  } catch (error) {
    if (isUnavailable(error)) return { unavailable: getErrorReason(error) } satisfies WorkerResult
    throw error
  } finally {
    await engine?.close()
  }
}
