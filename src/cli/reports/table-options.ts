import { type Choices, fillChoices } from '../../../schemas/dataset/reading.ts'

/** What people say of a table, beside the choices about its cells. */
export interface TableOptions {
  readonly choices: Choices
  /** The headings of columns of names, and of amounts, whatever they look like. */
  readonly names: readonly string[]
  readonly amounts: readonly string[]
  /** The period of names without a column of periods. */
  readonly per: 'month' | 'year' | null
  /** The columns that are divided by others: heading or field, dividend, divisor. */
  readonly ratios: readonly (readonly [name: string, of: string, by: string])[]
  /** The headings of the columns whose names are the rows of the report. */
  readonly rows: readonly string[]
}

export const usualOptions: TableOptions = {
  choices: fillChoices(),
  names: [],
  amounts: [],
  per: null,
  ratios: [],
  rows: [],
}
