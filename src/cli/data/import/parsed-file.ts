import type { RecordKey } from '../../../server/datasets/record-key.ts'
import type { Faults, Place } from './faults.ts'

/** More rows than any kind has days in its three centuries, twice. */
export const MOST_ROWS = 250_000
export const MOST_FIGURES = 10_000_000

/** One record of a file; its figures stand in the order of `ParsedFile.names`, null where a name has none. */
export interface ParsedRecord extends RecordKey {
  readonly row: number
  readonly scope: string
  readonly figures: readonly (number | null)[]
}

export interface ParsedFile {
  readonly names: readonly string[]
  /** Where in the file each name stands; a total that was computed stands nowhere. */
  readonly places: ReadonlyMap<string, Place>
  readonly records: readonly ParsedRecord[]
  /** Rows of zeros that a workbook of the portal has for days and months without a record. */
  readonly leftOut: number
  readonly faults: Faults
}

/** What a file may lack, as the command line gives it, and the period that its rows must lie in. */
export interface Given {
  /** Values of dimensions by their ids. */
  readonly values: Readonly<Record<string, string>>
  readonly year: number | null
  /** The period of names, `2025-03` or `2025`. */
  readonly period: string | null
  /** What is replaced: a day, a month, a year, `''` for all names without a period; null where nothing is. */
  readonly replaced: string | null
}
