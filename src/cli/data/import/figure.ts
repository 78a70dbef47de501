import { LARGEST_FIGURE, TOO_LARGE } from '../../../../schemas/figure.ts'
import type { Cell } from './cell.ts'
import { quoted } from './quoted.ts'

const PLAIN = /^(?:\d+(?:\.\d+)?|\.\d+)$/
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
/** A comma for the decimal sign, points between the thousands or none. */
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/

/**
 * The minutes of a cell, or in words what is wrong with it: minutes are never negative, and never left out. A total
 * over the rows of a file, which is not stored, may be above the limit of a figure. Commas separate thousands; whether
 * they do in this file is for `FigureColumns` to say.
 */
export function readFigure(cell: Cell, limit = LARGEST_FIGURE): number | string {
  if (cell === null) return 'is empty; write 0 where there were no minutes'
  if (typeof cell === 'number') return inBounds(cell, String(cell), limit)
  if (typeof cell === 'boolean') return `${String(cell)} is not a number`
  if (typeof cell === 'object') {
    return 'formula' in cell
      ? 'is a formula whose value the file does not keep; open the file in a spreadsheet and save it'
      : 'is a date, not a number'
  }
  const text = cell.trim()
  if (text === '') return readFigure(null)
  if (PLAIN.test(text)) return inBounds(Number(text), text, limit)
  if (GROUPED.test(text)) return inBounds(Number(text.replaceAll(',', '')), text, limit)
  if (/^[-−(]/.test(text) && /\d/.test(text)) return `${quoted(text)} is negative`
  if (/^[\d.]+e[+-]?\d+$/i.test(text)) return `${quoted(text)} has an exponent; write all digits`
  return `${quoted(text)} is not a number; write ${DECIMAL_COMMA.test(text) ? withPoint(text) : '1234.5 or 1,234.50'}`
}

const withPoint = (text: string) => text.replaceAll('.', '').replace(',', '.')

function inBounds(value: number, written: string, limit: number): number | string {
  if (!Number.isFinite(value)) return `${quoted(written)} is not a number`
  if (value < 0) return `${quoted(written)} is negative`
  if (value > limit) return `${quoted(written)} ${TOO_LARGE}`
  // There is a negative zero, and no record has one.
  return value + 0
}

/** A sum without the traces that binary addition leaves behind. */
export function sumOf(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(6))
}

/**
 * Whether a total is the sum of so many summands: a spreadsheet that saves what it shows has rounded each of them, and
 * the total, to two decimals. Two sums of the same doubles in different orders differ by at most an epsilon of the sum
 * for each summand.
 */
export function isSum(given: number, sum: number, summands: number): boolean {
  const rounded = Math.max(1, summands) + 1
  return Math.abs(given - sum) <= (0.005 + Math.abs(sum) * Number.EPSILON) * rounded + 1e-9
}
