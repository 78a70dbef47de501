import { hasDecimals, MAX_AMOUNT, tooLarge } from '../../../../schemas/api/amount.ts'
import type { Bounds } from '../../../definition/datasets/dataset-plan.ts'
import type { Cell } from './cells.ts'
import { ImportErrors, type CellLocation, quoteText } from './errors.ts'

const PLAIN = /^(?:\d+(?:\.\d+)?|\.\d+)$/
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
/** A comma for the decimal sign, points between the thousands or none. */
const DECIMAL_COMMA = /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d+$/

/** The bounds of a figure that has none of its own. */
const AMOUNT: Bounds = { min: 0, max: MAX_AMOUNT, decimals: null }

/**
 * The figure of a cell, or in words what is wrong with it: it lies within the bounds of its column, and is never left
 * out. Commas separate thousands; whether they do in this file is for `FigureColumns` to say.
 */
function parseAmount(cell: Cell, bounds: Bounds): number | string {
  if (cell === null) return 'is empty; write 0 where there were no minutes'
  if (typeof cell === 'number') return inBounds(cell, String(cell), bounds)
  if (typeof cell === 'boolean') return `${String(cell)} is not a number`
  if (typeof cell === 'object') {
    return 'formula' in cell
      ? 'is a formula whose value the file does not keep; open the file in a spreadsheet and save it'
      : 'is a date, not a number'
  }
  const text = cell.trim()
  if (text === '') return parseAmount(null, bounds)
  const sign = bounds.min < 0 && SIGN.test(text) ? -1 : 1
  const digits = sign < 0 ? text.slice(1) : text
  if (PLAIN.test(digits)) return inBounds(sign * Number(digits), text, bounds)
  if (GROUPED.test(digits)) return inBounds(sign * Number(digits.replaceAll(',', '')), text, bounds)
  if (bounds.min >= 0 && /^[-−(]/.test(text) && /\d/.test(text)) return `${quoteText(text)} is negative`
  if (/^[\d.]+e[+-]?\d+$/i.test(digits)) return `${quoteText(text)} has an exponent; write all digits`
  return `${quoteText(text)} is not a number; write ${DECIMAL_COMMA.test(text) ? withPoint(text) : '1234.5 or 1,234.50'}`
}

/** What stands before a negative number: a hyphen, or the sign itself. */
const SIGN = /^[-−]/

const withPoint = (text: string) => text.replaceAll('.', '').replace(',', '.')

function inBounds(value: number, written: string, { min, max, decimals }: Bounds): number | string {
  if (!Number.isFinite(value)) return `${quoteText(written)} is not a number`
  if (value < 0 && min >= 0) return `${quoteText(written)} is negative`
  if (value < min)
    return `${quoteText(written)} is too small; the least allowed is ${min.toLocaleString('en')}`
  if (value > max) return `${quoteText(written)} ${tooLarge(max)}`
  if (!hasDecimals(value, decimals)) return `${quoteText(written)} has more decimals than ${decimals}`
  // There is a negative zero, and no record has one.
  return value + 0
}

/** One comma with three digits behind it: thousands in one country, three decimals in another. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/
/** Texts in which a comma can only separate thousands, or the point can only be the decimal one. */
const FIGURE_COLUMNS_GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/
const DECIMAL = /^\d*\.\d+$/
/** The point's counterpart of the ambiguous form, which therefore shows nothing. */
const THREE_DECIMALS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Reads the figures of a file by columns, since a single text such as `412,500` does not say what its comma means:
 * it separates thousands if another figure of its column shows so, and is an error if none does.
 */
export class AmountColumns {
  readonly #ambiguous = new Map<number, ImportErrors>()
  readonly #grouped = new Set<number>()

  /** The figure of a cell, or in words what is wrong with it (`readFigure`). */
  read(row: number, place: CellLocation, cell: Cell, bounds: Bounds = AMOUNT): number | string {
    if (typeof cell === 'string') this.#learn(row, place, cell.trim(), bounds)
    return parseAmount(cell, bounds)
  }

  /** The figures whose comma nothing in their column explains. */
  faults(): ImportErrors {
    const all = new ImportErrors()
    for (const [index, faults] of this.#ambiguous) if (!this.#grouped.has(index)) all.append(faults)
    return all
  }

  #learn(row: number, place: CellLocation, written: string, { min }: Bounds): void {
    const { index } = place
    const sign = min < 0 && SIGN.test(written) ? '-' : ''
    const text = sign === '' ? written : written.slice(1)
    if (FIGURE_COLUMNS_GROUPED.test(text) || (DECIMAL.test(text) && !THREE_DECIMALS.test(text)))
      this.#grouped.add(index)
    if (!AMBIGUOUS.test(text) || this.#grouped.has(index)) return
    const faults = this.#ambiguous.get(index) ?? new ImportErrors()
    this.#ambiguous.set(index, faults)
    const [decimal, whole] = [Number(text.replace(',', '.')), text.replace(',', '')]
    faults.add(
      row,
      place,
      `${quoteText(written)} may have a decimal comma; write ${sign}${decimal}, or ${sign}${whole} if the comma separates thousands`,
    )
  }
}
