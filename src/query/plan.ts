import type { CycleName } from '../time/cycles.ts'
import type { GrainName } from '../time/grains.ts'
import type { AggregateName } from './aggregates.ts'

/** Which rows a join keeps. */
export type JoinName = 'left' | 'inner' | 'paired'

/** A record as it is read: its key and period as stored, and the values of its dimensions in their order. */
export interface QueryRecord {
  readonly key: string
  readonly period: string
  readonly values: readonly string[]
  readonly measures: Readonly<Record<string, number>>
}

/** What a query reads of one dataset. */
export interface QueryInput {
  /** The length of time that a record is about, and what contains it; null for names without a period. */
  readonly time: { readonly grain: GrainName; readonly in: 'key' | 'period' } | null
  /** The values of each dimension whose records are read. */
  readonly where: readonly (readonly string[])[]
  /** The dimensions by which records are grouped, by index. */
  readonly by: readonly number[]
}

/** A measure of the records of an input, by the index of the input. */
export interface QueryMeasure {
  readonly input: number
  readonly name: string
}

/**
 * The records that a value is computed from, counted in whole units: those of the unit of the row up to the row, and of
 * the units before it, `last` in all. Without the current unit the `last` units before it.
 */
export interface Frame {
  readonly last: number
  readonly unit: GrainName
  readonly current: boolean
}

/** A column that is computed from earlier columns, by their index. */
export type ComputedColumn =
  | Binary<'product'>
  | Binary<'ratio'>
  | Binary<'difference'>
  | { readonly kind: 'scale'; readonly operand: number; readonly by: number }
  | Compared<'share'>
  | Compared<'rank'>
  | { readonly kind: 'change'; readonly operand: number; readonly since: 'previous' | 'year' }

interface Binary<K> {
  readonly kind: K
  readonly operands: readonly [number, number]
}

interface Compared<K> {
  readonly kind: K
  readonly operand: number
  /** The unit of time whose rows are compared; null compares those of the period of a name. */
  readonly of: GrainName | null
}

/** A column that is aggregated from records: those of the row, or those of a frame. */
export interface AggregatedColumn {
  readonly kind: 'aggregate'
  readonly aggregate: AggregateName
  readonly measure: QueryMeasure
  /** The weights of a weighted mean; null for any other aggregate. */
  readonly weights: QueryMeasure | null
  readonly frame: Frame | null
}

export type ColumnSource = AggregatedColumn | ComputedColumn

export type QueryColumn = ColumnSource & { readonly name: string }

/** A query over records as plain JSON: nothing optional, nothing to look up. */
export interface QueryPlan {
  /** The length of time by which records are grouped; null keeps their keys. */
  readonly grain: GrainName | null
  /** By whose places records are grouped as well; they are the last values of a row. */
  readonly cycles: readonly CycleName[]
  /** The source, and the dataset that is joined with it. */
  readonly inputs: readonly QueryInput[]
  /** How a second input is joined; null for one input. */
  readonly join: JoinName | null
  readonly columns: readonly QueryColumn[]
}
