import { Readable } from 'node:stream'
import { guarded } from '../import/formula-guard.ts'
import { inBlocks } from '../whole-file.ts'
import type { ExportCell } from './rows.ts'

/** Rows as delimited text in UTF-8. No text of the data begins as a formula does. */
export function csvFile(rows: AsyncIterable<readonly ExportCell[]>): Readable {
  return Readable.from(inBlocks(lines(rows)))
}

async function* lines(rows: AsyncIterable<readonly ExportCell[]>): AsyncGenerator<string> {
  for await (const cells of rows) yield `${cells.map(textOf).join(',')}\n`
}

function textOf(cell: ExportCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return formatDigits(cell)
  const text = guarded(cell)
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** All digits of a number: `0.0000001` for `1e-7`. */
export function formatDigits(value: number): string {
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
