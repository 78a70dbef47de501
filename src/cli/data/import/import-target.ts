import type { Bounds, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { ReportPlan } from '../../../report/plan.ts'

/** A column of figures that a kind always has. */
export interface AmountColumn extends Bounds {
  /** The figure's name where it is stored. */
  readonly name: string
  /** Its label, and behind it what else heads it. */
  readonly headings: readonly [string, ...string[]]
  /** The values of dimensions whose records have it; empty where all have. */
  readonly when: Readonly<Record<string, readonly string[]>>
}

/** A column that adds up others. */
export interface TotalColumn {
  readonly headings: readonly [string, ...string[]]
  /** The figures that it adds up; null for all figures of the row. */
  readonly of: readonly string[] | null
  /** The figure's name where the total is stored, so that a file without it gets it computed. */
  readonly stored: string | null
  readonly when: AmountColumn['when']
  readonly max: number
  /** Whether it is compared with what it adds up: a report may show sums that the file cannot tell. */
  readonly checked: boolean
}

/** What tells records of one key apart, such as a type or a direction. */
export interface Dimension {
  readonly id: string
  /** How files that are made here head it; what else heads it. */
  readonly headings: readonly [string, ...string[]]
  readonly values: readonly string[]
}

/** Columns that a file may have any of, and which names they may bear. */
export interface DynamicColumns extends Bounds {
  readonly noun: string
  /** A name and how people write it, for messages and documents. */
  readonly examples: readonly string[]
  /** The figure's name for a heading, or in words why it can have none. */
  readonly nameOf: (heading: string) => { readonly name: string } | { readonly fault: string }
}

/** What a column is by its heading. */
export type Role =
  | { readonly id: 'key' | 'year' | 'month' }
  | { readonly id: string; readonly dimension: Dimension }
  | { readonly id: string; readonly figure: AmountColumn }
  | { readonly id: string; readonly total: TotalColumn }
  | { readonly id: string; readonly name: string }

/** What files of one dataset look like: it follows from its definition, and from the reports that show it. */
export interface RecordType {
  readonly name: string
  readonly dataset: DatasetPlan
  /** What a row is about, and how its column is headed in files that are made here. */
  readonly key: 'date' | 'month' | 'text'
  readonly keyHeading: string
  /** The period that has each name once, where the key is one. */
  readonly per: 'month' | 'year' | 'none'
  /** The dimensions of several values; the others need no word. */
  readonly dimensions: readonly Dimension[]
  readonly figures: readonly AmountColumn[]
  readonly totals: readonly TotalColumn[]
  readonly free: DynamicColumns | null
  /** What a heading means where the definitions say so; undefined for a free name and for what is unknown. */
  readonly roleOf: (heading: string) => Role | undefined
  /** Whether the portal's workbook also has a row, of zeros, for each day or month without a record. */
  readonly filled: boolean
  /** The screens that show it, whose workbooks come back. */
  readonly screens: readonly ReportPlan[]
}

type Condition = Pick<AmountColumn, 'when'>
type Values = Readonly<Record<string, string>>

/** Whether records with these values have a figure, as far as the values are known. */
export const isPossible = (condition: Condition, values: Values): boolean =>
  excluded(condition, values) === null

/** Whether all records of a file have a figure whose known values are these; dimensions of one value are known. */
export function isCertainlyMissing({ when }: Condition, { dataset }: RecordType, values: Values): boolean {
  return dataset.dimensions.every(({ id, values: all }) => {
    const allowed = when[id]
    if (allowed === undefined) return true
    const value = values[id]
    return value === undefined ? all.every((one) => allowed.includes(one)) : allowed.includes(value)
  })
}

/** Why records with these values have no such figure; null where they may have it. */
export function excluded({ when }: Condition, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `is of ${allowed.join(' and ')} only, not of ${value}`
    }
  }
  return null
}
