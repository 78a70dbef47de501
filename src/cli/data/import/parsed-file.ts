import type { Faults, Place } from './faults.ts'

/** More rows than any kind has days in its three centuries, twice. */
export const MOST_ROWS = 250_000
export const MOST_FIGURES = 10_000_000

/** One record of a file; its figures stand in the order of `ParsedFile.names`, null where a carrier has none. */
export interface ParsedRecord {
  readonly row: number
  readonly scope: string
  readonly key: string
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
  readonly scope: string | null
  readonly year: number | null
  readonly period: string | null
}
