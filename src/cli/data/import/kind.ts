import type { Ledger } from '../../../server/repositories/ledgers/ledger.ts'

/** A column of figures that a kind always has. */
export interface FigureColumn {
  /** The figure's name in the ledger. */
  readonly name: string
  /** How the portal's workbook heads it; what else heads it, such as the API's field. */
  readonly headings: readonly [string, ...string[]]
}

/** A column that adds up others. */
export interface TotalColumn {
  readonly headings: readonly [string, ...string[]]
  /** The figures that it adds up; null for all figures of the row. */
  readonly of: readonly string[] | null
  /** The figure's name in the ledger where the total is stored, so that a file without it gets it computed. */
  readonly stored: string | null
}

/** What tells records of one date apart: a report type or a direction. */
export interface Scope {
  readonly option: 'type' | 'direction'
  readonly headings: readonly string[]
  readonly values: readonly string[]
}

/** Columns that a file may have any of, and which names they may bear. */
export interface FreeColumns {
  readonly noun: string
  /** The figure's name for a heading, or in words why it can have none. */
  readonly nameOf: (heading: string) => { readonly name: string } | { readonly fault: string }
}

/** A kind of records that can be imported: what its files look like, and where it is stored. */
export interface Kind {
  readonly name: string
  readonly summary: string
  /** Whether a row is about a day or a month. */
  readonly key: 'date' | 'month'
  readonly scope: Scope | null
  readonly figures: readonly FigureColumn[]
  /** The scope that has the columns of figures; null where every one has. */
  readonly figuresOf: string | null
  readonly totals: readonly TotalColumn[]
  readonly free: FreeColumns | null
  /** Whether the portal's workbook also has a row, of zeros, for each day or month without a record (R12). */
  readonly filled: boolean
  readonly ledger: Ledger
  /** A file of this kind, for the format page. */
  readonly example: string
}
