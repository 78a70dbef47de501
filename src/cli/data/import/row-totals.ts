import { LARGEST_FIGURE, TOO_LARGE } from '../../../../schemas/figure.ts'
import { type Cell, isBlank } from './cell.ts'
import type { Faults, Place } from './faults.ts'
import { isSum, sumOf } from './figure.ts'
import type { FigureColumns } from './figure-columns.ts'
import type { Kind } from './kind.ts'
import type { Layout } from './layout.ts'

interface Surroundings {
  readonly kind: Kind
  readonly layout: Layout
  readonly columns: FigureColumns
  readonly faults: Faults
}

/** The totals of a file, each of which must be what it adds up: of a row beside it, of all rows below them (R13). */
export class RowTotals {
  readonly #given: Surroundings
  readonly #sums: number[]
  #rows = 0

  constructor(given: Surroundings) {
    this.#given = given
    this.#sums = given.layout.figures.map(() => 0)
  }

  /** The names of the totals that are stored. */
  get names(): string[] {
    return this.#given.kind.totals.flatMap(({ stored }) => (stored === null ? [] : [stored]))
  }

  /** Where those of them stand that the file has. */
  get places(): (Place & { readonly name: string })[] {
    return this.#given.layout.totals.flatMap(({ total, ...place }) =>
      total.stored === null ? [] : [{ ...place, name: total.stored }],
    )
  }

  /** The totals of a row that are stored: as the file gives them, or computed. None may be above the limit. */
  read(row: number, cells: readonly Cell[], figures: readonly (number | null)[]): number[] {
    const { kind, layout } = this.#given
    return kind.totals.flatMap((total) => {
      const place = layout.totals.find((found) => found.total === total) ?? null
      const cell = place === null ? null : (cells[place.index] ?? null)
      const summed = layout.figures.map(({ name }, index) =>
        (total.of?.includes(name) ?? true) ? (figures[index] ?? 0) : 0,
      )
      const value = this.#totalOf(row, place, cell, sumOf(summed), total.of?.length ?? figures.length)
      return total.stored === null ? [] : [value]
    })
  }

  /** The total in a cell where it is right, else the sum; what is wrong with it goes to the faults. */
  #totalOf(row: number, place: Place | null, cell: Cell, sum: number, summands: number): number {
    const { columns, faults } = this.#given
    const value = place === null || isBlank(cell) ? sum : columns.read(row, place, cell)
    if (typeof value === 'string') faults.add(row, place, value)
    else if (!isSum(value, sum, summands)) {
      faults.add(row, place, `is ${value}, and the row adds up to ${sum}`)
    } else if (sum > LARGEST_FIGURE) {
      faults.add(row, place, `the sum of the row, ${sum.toLocaleString('en')}, ${TOO_LARGE}`)
    } else return value
    return sum
  }

  /** Takes in a row that was read. */
  add(figures: readonly (number | null)[]): void {
    this.#rows += 1
    for (const [index, value] of figures.entries())
      this.#sums[index] = (this.#sums[index] ?? 0) + (value ?? 0)
  }

  checkTotalRow(row: number, cells: readonly Cell[]): void {
    const { layout, columns, faults } = this.#given
    // Rows that could not be read are missing in the sum.
    if (faults.count > 0) return
    for (const [index, figure] of layout.figures.entries()) {
      const cell = cells[figure.index] ?? null
      const isUncalculated = typeof cell === 'object' && cell !== null && 'formula' in cell
      if (isBlank(cell) || isUncalculated) continue
      const [value, sum] = [columns.read(row, figure, cell, Infinity), sumOf([this.#sums[index] ?? 0])]
      if (typeof value === 'string') faults.add(row, figure, value)
      else if (!isSum(value, sum, this.#rows)) {
        faults.add(row, figure, `the total is ${value}, and the rows add up to ${sum}`)
      }
    }
  }
}
