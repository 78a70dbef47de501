import { Readable } from 'node:stream'
import { inBlocks } from '../output-file.ts'
import type { ExportCell } from './rows.ts'
import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import { formatCellText, buildKeyCell, formatSheetName } from '../../../server/workbook/cells.ts'
import type { ImportTarget } from '../import/import-target.ts'

/** Rows as .csv in UTF-8, with texts escaped that look like formulas. */
export function formatCsv(rows: AsyncIterable<readonly ExportCell[]>): Readable {
  return Readable.from(inBlocks(formatLines(rows)))
}

async function* formatLines(rows: AsyncIterable<readonly ExportCell[]>): AsyncGenerator<string> {
  for await (const cells of rows) yield `${cells.map(formatCell).join(',')}\n`
}

function formatCell(cell: ExportCell): string {
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

/** Days as `2025-03-07` in every locale. */
const ISO_DAY = String.raw`yyyy\-mm\-dd`

/** Rows as a workbook of one sheet, with numbers and dates as such and texts as strings. */
export function writeXlsx(
  rows: AsyncIterable<readonly ExportCell[]>,
  { dataset, key }: ImportTarget,
): Readable {
  const stream = writeXlsxStream(formatCells(rows, key === 'date'), {
    name: formatSheetName(dataset.title),
    columns: [key === 'date' ? { width: 12, numFmt: ISO_DAY } : { width: 16 }],
    freezePane: { rows: 1, columns: 1 },
  })
  return Readable.from(stream)
}

async function* formatCells(
  rows: AsyncIterable<readonly ExportCell[]>,
  isDated: boolean,
): AsyncGenerator<CellValue[]> {
  let isHeader = true
  for await (const cells of rows) {
    const isDay = isDated && !isHeader
    yield cells.map((cell, index) => {
      if (typeof cell !== 'string') return cell
      return isDay && index === 0
        ? buildKeyCell({ key: cell, label: cell, hasRecord: true, values: [] }, true)
        : formatCellText(cell)
    })
    isHeader = false
  }
}

/*
 * A spreadsheet treats a .csv cell that begins with one of these as a formula. Exported texts are therefore escaped with
 * an apostrophe, which an import removes.
 */
const FORMULA = /^'*[=+\-@\t\r]/

/** Escapes a text that looks like a formula. */
const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** Reverts `escapeFormula`. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
