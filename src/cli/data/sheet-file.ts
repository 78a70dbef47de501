import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { FileError } from '../../reading/errors.ts'
import type { ImportFile } from '../../server/data/imports/sheet-rows.ts'
import { UsageError } from '../command.ts'

const MAX_FILE_MB = 512

/** Loads a .csv or .xlsx file. Throws UsageError for other or missing files, FileError for one that is too large. */
export async function loadSheetFile(path: string, sheet: string | null = null): Promise<ImportFile> {
  const extension = extname(path).toLowerCase()
  if (extension !== '.csv' && extension !== '.xlsx') {
    throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
  }
  if (extension === '.csv' && sheet !== null) throw new UsageError('--sheet: a .csv file has no sheets')
  const file = await stat(path).catch(() => null)
  if (file === null) throw new UsageError(`file not found: ${path}`)
  if (!file.isFile()) throw new UsageError(`${path} is not a file`)
  if (file.size > MAX_FILE_MB * 1024 * 1024) {
    throw new FileError(`the file has more than ${MAX_FILE_MB} MB; split it`)
  }
  return { name: basename(path), bytes: await readFile(path) }
}
