import { Readable } from 'node:stream'
import { inBlocks } from '../output-file.ts'
import type { ExportCell } from './rows.ts'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { cellText, keyCell, formatSheetName } from '../../../server/workbook/cells.ts'
import type { RecordType } from '../import/import-target.ts'

/** Rows as delimited text in UTF-8. No text of the data begins as a formula does. */
export function formatCsv(rows: AsyncIterable<readonly ExportCell[]>): Readable {
  return Readable.from(inBlocks(lines(rows)))
}

async function* lines(rows: AsyncIterable<readonly ExportCell[]>): AsyncGenerator<string> {
  for await (const cells of rows) yield `${cells.map(textOf).join(',')}\n`
}

function textOf(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return formatDigits(cell)
  const text = escapeFormula(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** All digits of a number: `0.0000001` for `1e-7`. */
function formatDigits(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', part = '', exponent = ''] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? []
  if (exponent === '') return text
  const digits = `${whole}${part}`
  const point = Number(exponent) + 1
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return digits.length <= point
    ? `${sign}${digits.padEnd(point, '0')}`
    : `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Days as `2025-03-07`, however the reader's country writes them. */
const ISO_DAY = String.raw`yyyy\-mm\-dd`

/** Rows as a workbook of one sheet: real numbers and days, every text of the data a string. */
export function writeXlsx(
  rows: AsyncIterable<readonly ExportCell[]>,
  { dataset, key }: RecordType,
): Readable {
  const stream = writeXlsxStream(cellsOf(rows, key === 'date'), {
    name: formatSheetName(dataset.title),
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
        ? keyCell({ key: cell, label: cell, hasRecord: true, values: [] }, true)
        : cellText(cell)
    })
    isHead = false
  }
}

/*
 * A spreadsheet that opens delimited text takes a cell that begins with one of these for a formula, whoever wrote it.
 * Exported names therefore stand behind an apostrophe, which is taken away again where a file is read.
 */
const FORMULA = /^'*[=+\-@\t\r]/

/** A text as a cell of delimited text may hold it. */
const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that was guarded. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
