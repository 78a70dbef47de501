import { open, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { UsageError } from '../../command.ts'
import type { SheetRow } from './cells.ts'
import { csvRows } from './csv-rows.ts'
import { FileError } from './errors.ts'
import { isCommonKey } from './header.ts'
import { xlsxRows } from './xlsx-rows.ts'

/** The rows of a file by its extension. Throws UsageError for a file that is none of both, FileFault for a bad one. */
export async function sheetRows(
  path: string,
  sheet: string | null,
  isKeyHeading: (heading: string) => boolean = isCommonKey,
): Promise<AsyncIterable<SheetRow>> {
  const extension = extname(path).toLowerCase()
  if (extension !== '.csv' && extension !== '.xlsx') {
    throw new UsageError(`${path} is neither a .csv nor an .xlsx file`)
  }
  if (extension === '.csv' && sheet !== null) throw new UsageError('--sheet: a .csv file has no sheets')
  const head = await headOf(path)
  if (head.length === 0) throw new FileError('the file is empty')
  const isPacked = head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]))
  if (extension === '.csv') {
    if (isPacked) throw new FileError('the file is a workbook; give it a name that ends in .xlsx')
    return csvRows(path, isKeyHeading)
  }
  return xlsxRows(path, sheet)
}

async function headOf(path: string): Promise<Buffer> {
  const file = await stat(path).catch(() => null)
  if (file === null) throw new UsageError(`there is no ${path}`)
  if (!file.isFile()) throw new UsageError(`${path} is no file`)
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
