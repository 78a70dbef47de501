import { Readable } from 'node:stream'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { cellText } from '../../../server/workbook/cell-text.ts'
import { keyCell } from '../../../server/workbook/key-cell.ts'
import { sheetNameOf } from '../../../server/workbook/sheet-name.ts'
import type { Kind } from '../import/kind.ts'
import type { ExportCell } from './rows.ts'

/** Days as `2025-03-07`, however the reader's country writes them. */
const ISO_DAY = String.raw`yyyy\-mm\-dd`

/** Rows as a workbook of one sheet: real numbers and days, every text of the data a string. */
export function xlsxFile(rows: AsyncIterable<readonly ExportCell[]>, { dataset, key }: Kind): Readable {
  const stream = writeXlsxStream(cellsOf(rows, key === 'date'), {
    name: sheetNameOf(dataset.title),
    columns: [key === 'date' ? { width: 12, numFmt: ISO_DAY } : { width: 16 }],
    freezePane: { rows: 1, columns: 1 },
  })
  return Readable.from(stream)
}

async function* cellsOf(
  rows: AsyncIterable<readonly ExportCell[]>,
  isDated: boolean,
): AsyncGenerator<CellValue[]> {
  let isHead = true
  for await (const cells of rows) {
    const isDay = isDated && !isHead
    yield cells.map((cell, index) => {
      if (typeof cell !== 'string') return cell
      return isDay && index === 0
        ? keyCell({ key: cell, label: cell, recorded: true, values: [] }, true)
        : cellText(cell)
    })
    isHead = false
  }
}
