import { hasDecimals, tooLarge } from '../../../../schemas/dataset/primitives.ts'
import type { Bounds } from '../../../dataset/dataset-plan.ts'
import type { Cell } from './cells.ts'
import { RowErrors, type CellLocation, quoteText } from './errors.ts'

const PLAIN = /^(?:\d+(?:\.\d+)?|\.\d+)$/
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
/** A decimal comma, with or without points between thousands. */
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/

/**
 * Parses a required amount within its bounds; returns an error message if it is invalid. Commas separate thousands;
 * `AmountColumns` decides whether they do in this file.
 */
export function parseAmount(cell: Cell, bounds: Bounds): number | string {
  if (cell === null) return 'is empty; write 0 if there is no amount'
  if (typeof cell === 'number') return checkBounds(cell, String(cell), bounds)
  if (typeof cell === 'boolean') return `${String(cell)} is not a number`
  if (typeof cell === 'object') return 'is a date, not a number'
  const text = cell.trim()
  if (text === '') return parseAmount(null, bounds)
  const sign = bounds.min < 0 && SIGN.test(text) ? -1 : 1
  const digits = sign < 0 ? text.slice(1) : text
  if (PLAIN.test(digits)) return checkBounds(sign * Number(digits), text, bounds)
  if (GROUPED.test(digits)) return checkBounds(sign * Number(digits.replaceAll(',', '')), text, bounds)
  if (bounds.min >= 0 && /^[-−(]/.test(text) && /\d/.test(text)) return `${quoteText(text)} is negative`
  if (/^[\d.]+e[+-]?\d+$/i.test(digits)) return `${quoteText(text)} has an exponent; write all digits`
  return `${quoteText(text)} is not a number; write ${DECIMAL_COMMA.test(text) ? withDecimalPoint(text) : '1234.5 or 1,234.50'}`
}

/** The sign of a negative number: a hyphen or a minus sign. */
const SIGN = /^[-−]/

const withDecimalPoint = (text: string) => text.replaceAll('.', '').replace(',', '.')

function checkBounds(value: number, written: string, { min, max, decimals }: Bounds): number | string {
  if (!Number.isFinite(value)) return `${quoteText(written)} is not a number`
  if (value < 0 && min >= 0) return `${quoteText(written)} is negative`
  if (value < min) return `${quoteText(written)} is too small; the minimum is ${min.toLocaleString('en')}`
  if (value > max) return `${quoteText(written)} ${tooLarge(max)}`
  if (!hasDecimals(value, decimals)) return `${quoteText(written)} has more decimals than ${decimals}`
  // Converts -0 to 0.
  return value + 0
}

/** One comma followed by three digits: a thousands separator or a decimal comma. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/
/**
 * A text in which commas can only separate thousands, or a point can only be the decimal sign. A point that three digits
 * follow may separate thousands as well.
 */
const CERTAIN = /^(?:[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)|(?![1-9]\d{0,2}\.\d{3}$)\d*\.\d+)$/

/**
 * Parses the amounts of a file by column, because a single text such as `412,500` is ambiguous. Its comma separates
 * thousands if another amount of the column proves it; otherwise it is an error.
 */
export class AmountColumns {
  readonly #ambiguous = new Map<number, RowErrors>()
  readonly #grouped = new Set<number>()

  /** Parses the amount of a cell, as `parseAmount`. */
  read(row: number, location: CellLocation, cell: Cell, bounds: Bounds): number | string {
    // Once the commas of a column are known, there is nothing more to learn.
    if (typeof cell === 'string' && !this.#grouped.has(location.index)) {
      const written = cell.trim()
      const sign = bounds.min < 0 && SIGN.test(written) ? '-' : ''
      const text = sign === '' ? written : written.slice(1)
      if (CERTAIN.test(text)) this.#grouped.add(location.index)
      if (AMBIGUOUS.test(text)) {
        const [decimal, whole] = [Number(text.replace(',', '.')), text.replace(',', '')]
        const error = `${quoteText(written)} may have a decimal comma; write ${sign}${decimal}, or ${sign}${whole} if the comma separates thousands`
        const errors = this.#ambiguous.get(location.index) ?? new RowErrors()
        errors.add(row, location, error)
        this.#ambiguous.set(location.index, errors)
      }
    }
    return parseAmount(cell, bounds)
  }

  /** Lists the errors of each column whose commas stay ambiguous. */
  errors(): RowErrors[] {
    return [...this.#ambiguous].flatMap(([index, errors]) => (this.#grouped.has(index) ? [] : [errors]))
  }
}
