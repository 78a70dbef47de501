import { type Choices, fillChoices } from '../../../../schemas/dataset/reading.ts'

/** What people say of a table, beside the choices about its cells. */
export interface TableOptions {
  readonly choices: Choices
  /** The headings of columns of names, and of amounts, whatever they look like. */
  readonly names: readonly string[]
  readonly amounts: readonly string[]
  /** The period of names without a column of periods, or the hour or day by which rows are counted and added up. */
  readonly per: 'hour' | 'day' | 'month' | 'year' | null
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

/** Returns the hour or day by which rows are counted and added up; null for other tables. */
export const getAddedUp = ({ per }: TableOptions): 'hour' | 'day' | null =>
  per === 'hour' || per === 'day' ? per : null

/** Adds the choices with which rows are counted and added up. */
export const chooseToAdd = (choices: Choices, headings: readonly string[]): Choices => ({
  ...choices,
  times: 'cut',
  repeated: 'add',
  count: choices.count ?? (headings.some((heading) => /call/i.test(heading)) ? 'calls' : 'records'),
})

/** Parses a ratio: `asr=answered/attempts`. */
export function parseRatio(text: string): TableOptions['ratios'][number] {
  const [, name = '', of = '', by = ''] = /^([^=]+)=([^/]+)\/(.+)$/.exec(text) ?? []
  return [name, of, by]
}

/** The ways to add up a table of single calls. */
export const addedUpBy = [
  { value: 'hour', meaning: 'rows that are counted and added up by hour' },
  { value: 'day', meaning: 'rows that are counted and added up by day' },
] as const

/** What a column of few different numbers can be. */
export const columnRoles = [
  { value: 'dimension', meaning: 'names' },
  { value: 'measure', meaning: 'amounts, which are added up' },
] as const
