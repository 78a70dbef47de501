import type { Bounds, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { ReportPlan } from '../../../report/plan.ts'

/** A column of amounts that the definition names. */
export interface AmountColumn extends Bounds {
  /** The name under which the amount is stored. */
  readonly name: string
  /** The label, then other accepted headings. */
  readonly headings: readonly [string, ...string[]]
  /** The values of dimensions whose records have this amount; empty if all have it. */
  readonly when: Readonly<Record<string, readonly string[]>>
}

/** A column that adds up others. */
export interface TotalColumn {
  readonly headings: readonly [string, ...string[]]
  /** The amounts that it adds up; null for all amounts of the row. */
  readonly of: readonly string[] | null
  /** The name under which the total is stored; it is computed if the file does not have it. Null if it is not stored. */
  readonly stored: string | null
  readonly when: AmountColumn['when']
  readonly max: number
  /** Whether it is compared with its summands; some sums of reports cannot be computed from the file. */
  readonly checked: boolean
}

/** A dimension that distinguishes records of one key, such as a type or a direction. */
export interface Dimension {
  readonly id: string
  /** The heading in exported files, then other accepted headings. */
  readonly headings: readonly [string, ...string[]]
  readonly values: readonly string[]
}

/** Columns whose names are not fixed by the definition, and the rules of those names. */
export interface DynamicColumns extends Bounds {
  readonly noun: string
  /** Example names, for messages and documents. */
  readonly examples: readonly string[]
  /** The stored name for a heading, or why the heading is not accepted. */
  readonly parseName: (heading: string) => { readonly name: string } | { readonly error: string }
}

/** The meaning of a column, by its heading. */
export type Role =
  | { readonly id: 'key' | 'day' | 'year' | 'month' }
  | { readonly id: string; readonly dimension: Dimension }
  | { readonly id: string; readonly amount: AmountColumn }
  | { readonly id: string; readonly total: TotalColumn }
  | { readonly id: string; readonly name: string }

/** What can be imported into one dataset: follows from its definition and from the reports that show it. */
export interface ImportTarget {
  readonly name: string
  readonly dataset: DatasetPlan
  /** The kind of the key, and its heading in exported files. */
  readonly key: DatasetPlan['key']['kind']
  readonly keyHeading: string
  /** The period within which each text key is unique. */
  readonly per: 'month' | 'year' | 'none'
  /** The dimensions with more than one value. */
  readonly dimensions: readonly Dimension[]
  readonly amounts: readonly AmountColumn[]
  readonly totals: readonly TotalColumn[]
  readonly dynamicColumns: DynamicColumns | null
  /** The role of a heading by the definitions; undefined for dynamic and unknown columns. */
  readonly findRole: (heading: string) => Role | undefined
  /** Whether the portal's workbooks contain rows of zeros for days, months or others without a record. */
  readonly hasZeroRows: boolean
  /** The screens that show the dataset; their workbooks can be imported. */
  readonly screens: readonly ReportPlan[]
}

type Condition = Pick<AmountColumn, 'when'>
type Values = Readonly<Record<string, string>>

/** Whether records with these values may have an amount; unknown values do not exclude it. */
export const isPossible = (condition: Condition, values: Values): boolean =>
  explainExclusion(condition, values) === null

/** Whether all records with these known values have the amount. */
export function isRequired({ when }: Condition, { dataset }: ImportTarget, values: Values): boolean {
  return dataset.dimensions.every(({ id, values: all }) => {
    const allowed = when[id]
    if (allowed === undefined) return true
    const value = values[id]
    return value === undefined ? all.every((one) => allowed.includes(one)) : allowed.includes(value)
  })
}

/** Why records with these values do not have this amount; null if they may have it. */
export function explainExclusion({ when }: Condition, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `applies to ${allowed.join(' and ')} only, not to ${value}`
    }
  }
  return null
}

/** Values that the file does not contain, from the command line, and the replaced period. */
export interface ImportOptions {
  /** Values of dimensions by their ids. */
  readonly values: Readonly<Record<string, string>>
  readonly year: number | null
  /** The period of text keys, `2025-03` or `2025`; the day of hours. */
  readonly period: string | null
  /** The replaced day, month or year; `''` for all records without a period; null if nothing is replaced. */
  readonly replaced: string | null
}
