import type { CycleName } from '../time/cycles.ts'
import type { GrainName } from '../time/grains.ts'
import type { AggregateName } from './aggregates.ts'
import type { Formula } from './formula.ts'

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

/** What is aggregated from the records of an input. */
export interface Aggregation {
  readonly input: number
  readonly aggregate: AggregateName
  /** The value of a record, computed from its measures. */
  readonly value: Formula<string>
  /** The weights of a weighted mean; null for any other aggregate. */
  readonly weights: Formula<string> | null
}

/** What a column reads of a group: an aggregation or an earlier column, by index. */
export type QueryRead = { readonly aggregation: number } | { readonly column: number }

/** Other records than those of a group, as they are seen from it. */
export type QueryPlace =
  /** Those of the unit of the group up to the group, and of the units before it, `last` in all; or the units before. */
  | { readonly kind: 'frame'; readonly last: number; readonly unit: GrainName; readonly current: boolean }
  /** All of the unit of the group; null for those of the period of a name. */
  | { readonly kind: 'whole'; readonly unit: GrainName | null }
  /** Those of the period before, or of the same period of the year before. */
  | { readonly kind: 'earlier'; readonly since: 'previous' | 'year' }

export type QueryFormula = Formula<QueryRead, QueryPlace>

export interface QueryColumn {
  readonly name: string
  readonly formula: QueryFormula
}

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
  /** Whether a row is there for values of earlier periods alone, at times of which other rows have a record. */
  readonly keepsEarlier: boolean
  readonly aggregations: readonly Aggregation[]
  readonly columns: readonly QueryColumn[]
}
