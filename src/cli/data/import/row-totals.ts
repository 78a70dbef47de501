import { MAX_AMOUNT, tooLarge } from '../../../../schemas/api/amount.ts'
import type { Bounds } from '../../../definition/datasets/dataset-plan.ts'
import { isSum, addAmounts } from '../../../server/datasets/amounts.ts'
import { type Cell, isBlank } from './cells.ts'
import type { ImportErrors, CellLocation } from './errors.ts'
import type { AmountColumns } from './amount.ts'
import { isPossible, type RecordType, type TotalColumn } from './import-target.ts'
import type { ColumnMapping } from './column-mapping.ts'

interface Surroundings {
  readonly kind: RecordType
  readonly layout: ColumnMapping
  readonly columns: AmountColumns
  readonly faults: ImportErrors
}

/** A total of the kind: its column if the file has one, and the places of what it adds up. */
interface Added {
  readonly total: TotalColumn
  readonly place: CellLocation | null
  readonly summands: readonly number[]
  readonly bounds: Bounds
}

/** The totals of a file, each of which must be what it adds up: of a row beside it, of all rows below them. */
export class RowTotals {
  readonly #given: Surroundings
  readonly #totals: readonly Added[]
  readonly #sums: number[]
  #rows = 0

  constructor(given: Surroundings) {
    const { kind, layout } = given
    this.#given = given
    this.#sums = layout.figures.map(() => 0)
    this.#totals = kind.totals
      .filter(({ checked }) => checked)
      .map((total) => {
        const summands = layout.figures.flatMap(({ name }, index) =>
          (total.of?.includes(name) ?? true) ? [index] : [],
        )
        const isSigned = summands.some((index) => (layout.figures[index]?.bounds.min ?? 0) < 0)
        return {
          total,
          place: layout.totals.find((found) => found.total === total) ?? null,
          summands,
          bounds: { min: isSigned ? -MAX_AMOUNT : 0, max: total.max, decimals: null },
        }
      })
  }

  /** The names of the totals that are stored. */
  get names(): string[] {
    return this.#totals.flatMap(({ total: { stored } }) => (stored === null ? [] : [stored]))
  }

  /** Where those of them stand that the file has. */
  get places(): (CellLocation & { readonly name: string })[] {
    return this.#given.layout.totals.flatMap(({ total, ...place }) =>
      total.stored === null ? [] : [{ ...place, name: total.stored }],
    )
  }

  /** The totals of a row that are stored: as the file gives them, or computed. None may be above the limit. */
  read(
    row: number,
    cells: readonly Cell[],
    figures: readonly (number | null)[],
    values: Readonly<Record<string, string>>,
  ): (number | null)[] {
    return this.#totals.flatMap((added) => {
      const { total } = added
      const value = isPossible(total, values) ? this.#totalOf(row, cells, figures, added) : null
      return total.stored === null ? [] : [value]
    })
  }

  /** The total in a cell where it is right, else the sum; what is wrong with it goes to the faults. */
  #totalOf(
    row: number,
    cells: readonly Cell[],
    figures: readonly (number | null)[],
    { total, place, summands, bounds }: Added,
  ): number {
    const { columns, faults } = this.#given
    const sum = addAmounts(summands.map((index) => figures[index] ?? 0))
    const cell = place === null ? null : (cells[place.index] ?? null)
    const value = place === null || isBlank(cell) ? sum : columns.read(row, place, cell, bounds)
    if (typeof value === 'string') faults.add(row, place, value)
    else if (!isSum(value, sum, total.of?.length ?? figures.length)) {
      faults.add(row, place, `is ${value}, and the row adds up to ${sum}`)
    } else if (sum > bounds.max) {
      faults.add(row, place, `the sum of the row, ${sum.toLocaleString('en')}, ${tooLarge(bounds.max)}`)
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
      // A total over rows is not stored, so that it may be beyond the bounds of a figure.
      const bounds = { min: figure.bounds.min < 0 ? -Infinity : 0, max: Infinity, decimals: null }
      const [value, sum] = [columns.read(row, figure, cell, bounds), addAmounts([this.#sums[index] ?? 0])]
      if (typeof value === 'string') faults.add(row, figure, value)
      else if (!isSum(value, sum, this.#rows)) {
        faults.add(row, figure, `the total is ${value}, and the rows add up to ${sum}`)
      }
    }
  }
}
