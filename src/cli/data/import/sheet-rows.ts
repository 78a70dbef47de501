import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { UsageError } from '../../command.ts'
import type { SheetFile } from './cells.ts'
import { readCsvRows } from './csv-rows.ts'
import { FileError } from './errors.ts'

/** Reads a .csv or .xlsx file. Throws UsageError for other or missing files, FileError for unreadable ones. */
export async function readSheetFile(path: string, sheet: string | null): Promise<SheetFile> {
  const extension = extname(path).toLowerCase()
  if (extension !== '.csv' && extension !== '.xlsx') {
    throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
  }
  if (extension === '.csv' && sheet !== null) throw new UsageError('--sheet: a .csv file has no sheets')
  const head = await readHead(path)
  if (head.length === 0) throw new FileError('the file is empty')
  if (extension === '.csv') {
    const isPacked = head.equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
    if (isPacked) throw new FileError('the file is a workbook; rename it to .xlsx')
    return { rows: readCsvRows(path), source: null }
  }
  // Its library has many modules, which the import of a .csv file does not need.
  const { readXlsxFile } = await import('./xlsx-rows.ts')
  return readXlsxFile(path, sheet)
}

async function readHead(path: string): Promise<Buffer> {
  const file = await stat(path).catch(() => null)
  if (file === null) throw new UsageError(`file not found: ${path}`)
  if (!file.isFile()) throw new UsageError(`${path} is not a file`)
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
