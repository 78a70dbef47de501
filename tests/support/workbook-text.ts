import { z } from 'zod'
import { readSheet } from 'read-excel-file/node'

/** A workbook's sheet as a spreadsheet saves it in delimited text: dates and numbers as they are shown. */
export async function textOfWorkbook(bytes: Uint8Array, delimiter: string, newline: string): Promise<string> {
  const rows = await readSheet(Buffer.from(bytes))
  return rows.map((row) => row.map((cell) => cellText(cell, delimiter)).join(delimiter)).join(newline)
}

function cellText(cell: unknown, delimiter: string): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return `${cell.getUTCMonth() + 1}/${cell.getUTCDate()}/${cell.getUTCFullYear()}`
  const text =
    typeof cell === 'number'
      ? cell.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
      : z.string().parse(cell)
  return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}
