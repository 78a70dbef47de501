import { type Cell, isBlank } from './cell.ts'
import type { Faults, Place } from './faults.ts'
import { isSum, readFigure, sumOf } from './figure.ts'
import type { Kind } from './kind.ts'
import type { Layout } from './layout.ts'

interface Surroundings {
  readonly kind: Kind
  readonly layout: Layout
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
    return this.#stored().map(({ stored }) => stored)
  }

  /** Where those of them stand that the file has. */
  get places(): (Place & { readonly name: string })[] {
    return this.#given.layout.totals.flatMap(({ total, ...place }) =>
      total.stored === null ? [] : [{ ...place, name: total.stored }],
    )
  }

  /** The totals of a row that are stored: as the file gives them, or computed. */
  read(row: number, cells: readonly Cell[], figures: readonly (number | null)[]): number[] {
    const { layout, faults } = this.#given
    const sum = (of: readonly string[] | null) => {
      const summed = layout.figures.map(({ name }, index) =>
        (of?.includes(name) ?? true) ? figures[index] : 0,
      )
      return sumOf(summed.map((value) => value ?? 0))
    }
    const given = new Map<string, number>()
    for (const { total, ...place } of layout.totals) {
      const cell = cells[place.index] ?? null
      if (isBlank(cell)) continue
      const [value, expected] = [readFigure(cell), sum(total.of)]
      if (typeof value === 'string') faults.add(row, place, value)
      else if (isSum(value, expected, total.of?.length ?? figures.length)) given.set(total.headings[0], value)
      else faults.add(row, place, `is ${value}, and the row adds up to ${expected}`)
    }
    return this.#stored().map(({ of, headings: [heading] }) => given.get(heading) ?? sum(of))
  }

  /** Takes in a row that was read. */
  add(figures: readonly (number | null)[]): void {
    this.#rows += 1
    for (const [index, value] of figures.entries())
      this.#sums[index] = (this.#sums[index] ?? 0) + (value ?? 0)
  }

  checkTotalRow(row: number, cells: readonly Cell[]): void {
    const { layout, faults } = this.#given
    // Rows that could not be read are missing in the sum.
    if (faults.count > 0) return
    for (const [index, figure] of layout.figures.entries()) {
      const cell = cells[figure.index] ?? null
      const isUncalculated = typeof cell === 'object' && cell !== null && 'formula' in cell
      if (isBlank(cell) || isUncalculated) continue
      const [value, sum] = [readFigure(cell), sumOf([this.#sums[index] ?? 0])]
      if (typeof value === 'string') faults.add(row, figure, value)
      else if (!isSum(value, sum, this.#rows)) {
        faults.add(row, figure, `the total is ${value}, and the rows add up to ${sum}`)
      }
    }
  }

  #stored() {
    return this.#given.kind.totals.flatMap(({ headings, of, stored }) =>
      stored === null ? [] : [{ headings, of, stored }],
    )
  }
}
