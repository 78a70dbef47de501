import { MAX_AMOUNT, tooLarge } from '../../../../schemas/dataset/primitives.ts'
import type { Bounds } from '../../../definition/datasets/dataset-plan.ts'
import { isSum, addMeasures } from '../../../server/datasets/measures.ts'
import { type Cell, isBlank } from './cells.ts'
import type { CellLocation } from './errors.ts'
import type { AmountColumns } from './amount.ts'
import { explainExclusion, type TotalColumn } from './import-target.ts'
import type { KeyContext } from './row-keys.ts'

type TotalsContext = Pick<KeyContext, 'target' | 'mapping' | 'errors'> & { readonly columns: AmountColumns }

/** A total: its column if the file has one, and the indexes of its summands. */
interface CheckedTotal {
  readonly total: TotalColumn
  readonly location: CellLocation | null
  readonly summands: readonly number[]
  readonly bounds: Bounds
}

/** Checks the totals in a row of a file against the row. */
export class RowTotals {
  readonly #context: TotalsContext
  readonly #totals: readonly CheckedTotal[]

  constructor(context: TotalsContext) {
    const { target, mapping } = context
    this.#context = context
    this.#totals = target.totals.map((total) => {
      const summands = mapping.amounts.flatMap(({ name }, index) =>
        (total.of?.includes(name) ?? true) ? [index] : [],
      )
      const isSigned = summands.some((index) => (mapping.amounts[index]?.bounds.min ?? 0) < 0)
      return {
        total,
        location: mapping.totals.find((found) => found.total === total) ?? null,
        summands,
        bounds: { min: isSigned ? -MAX_AMOUNT : 0, max: total.max, decimals: null },
      }
    })
  }

  /** The stored totals of a row: from the file, or computed. */
  read(
    row: number,
    cells: readonly Cell[],
    amounts: readonly (number | null)[],
    values: Readonly<Record<string, string>>,
  ): (number | null)[] {
    return this.#totals.flatMap((checked) => {
      const { total } = checked
      const isExcluded = explainExclusion(total, values) !== null
      const value = isExcluded ? null : this.#readTotal(row, cells, amounts, checked)
      return total.stored === null ? [] : [value]
    })
  }

  /** The total of a cell if it is correct, else the computed sum; a wrong total is added to the errors. */
  #readTotal(
    row: number,
    cells: readonly Cell[],
    amounts: readonly (number | null)[],
    { total, location, summands, bounds }: CheckedTotal,
  ): number {
    const { columns, errors } = this.#context
    const sum = addMeasures(summands.map((index) => amounts[index] ?? 0))
    const cell = location === null ? null : (cells[location.index] ?? null)
    const value = location === null || isBlank(cell) ? sum : columns.read(row, location, cell, bounds)
    if (typeof value === 'string') errors.add(row, location, value)
    else if (!isSum(value, sum, total.of?.length ?? amounts.length)) {
      errors.add(row, location, `is ${value}, but the row adds up to ${sum}`)
    } else if (sum > bounds.max) {
      errors.add(row, location, `the sum of the row, ${sum.toLocaleString('en')}, ${tooLarge(bounds.max)}`)
    } else return value
    return sum
  }
}
