import type { Bounds } from '../../../definitions/datasets/dataset-plan.ts'
import type { Cell } from './cell.ts'
import { Faults, type Place } from './faults.ts'
import { FIGURE, readFigure, SIGN } from './figure.ts'
import { quoted } from './quoted.ts'

/** One comma with three digits behind it: thousands in one country, three decimals in another. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/
/** Texts in which a comma can only separate thousands, or the point can only be the decimal one. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3}){2,}(?:\.\d+)?|,\d{3}\.\d+)$/
const DECIMAL = /^\d*\.\d+$/
/** The point's counterpart of the ambiguous form, which therefore shows nothing. */
const THREE_DECIMALS = /^[1-9]\d{0,2}\.\d{3}$/

/**
 * Reads the figures of a file by columns, since a single text such as `412,500` does not say what its comma means:
 * it separates thousands if another figure of its column shows so, and is an error if none does.
 */
export class FigureColumns {
  readonly #ambiguous = new Map<number, Faults>()
  readonly #grouped = new Set<number>()

  /** The figure of a cell, or in words what is wrong with it (`readFigure`). */
  read(row: number, place: Place, cell: Cell, bounds: Bounds = FIGURE): number | string {
    if (typeof cell === 'string') this.#learn(row, place, cell.trim(), bounds)
    return readFigure(cell, bounds)
  }

  /** The figures whose comma nothing in their column explains. */
  faults(): Faults {
    const all = new Faults()
    for (const [index, faults] of this.#ambiguous) if (!this.#grouped.has(index)) all.append(faults)
    return all
  }

  #learn(row: number, place: Place, written: string, { min }: Bounds): void {
    const { index } = place
    const sign = min < 0 && SIGN.test(written) ? '-' : ''
    const text = sign === '' ? written : written.slice(1)
    if (GROUPED.test(text) || (DECIMAL.test(text) && !THREE_DECIMALS.test(text))) this.#grouped.add(index)
    if (!AMBIGUOUS.test(text) || this.#grouped.has(index)) return
    const faults = this.#ambiguous.get(index) ?? new Faults()
    this.#ambiguous.set(index, faults)
    const [decimal, whole] = [Number(text.replace(',', '.')), text.replace(',', '')]
    faults.add(
      row,
      place,
      `${quoted(written)} may have a decimal comma; write ${sign}${decimal}, or ${sign}${whole} if the comma separates thousands`,
    )
  }
}
