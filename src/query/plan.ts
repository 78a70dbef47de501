import type { CycleName } from '../time/cycles.ts'
import type { GrainName } from '../time/grains.ts'
import type { AggregateName } from './aggregates.ts'
import { type Formula, listReads } from './formula.ts'

/** A record as it is read: its key and period as stored, and the values of its dimensions in their order. */
export interface QueryRecord {
  readonly key: string
  readonly period: string
  readonly values: readonly string[]
  readonly measures: Readonly<Record<string, number>>
}

export interface QueryInput {
  /** The length of time that a record is about, and what contains it. */
  readonly time: { readonly grain: GrainName; readonly in: 'key' | 'period' }
  /** The values of each dimension whose records are read; null for all values of an open one. */
  readonly where: readonly (readonly string[] | null)[]
  /** The dimensions by which records are grouped, by index; -1 for one that is empty. Or a measure that they read. */
  readonly by: readonly (number | JoinedRead)[]
  /** How its records belong to those of the source; null for the source. */
  readonly join: QueryJoin | null
}

/** Which rows a join keeps: those of the source, those of either dataset, or only records that both have. */
export type JoinRows = 'source' | 'all' | 'both'

/** How records of the source and of another dataset belong together. */
export interface QueryJoin {
  /** The dimensions whose values are equal, by index. */
  readonly on: readonly { readonly source: number; readonly own: number }[]
  /**
   * The length of time whose periods are equal, or at whose end a record is in force; null for records of any time, and for
   * what is in force on the last day of what is asked.
   */
  readonly grain: GrainName | null
  /** Whether a record holds until the next one of the same dimensions. */
  readonly inForce: boolean
  readonly rows: JoinRows
  /** Whether its records are grouped like those of the source. */
  readonly isGrouped: boolean
  /** Whether records of the source read measures of it. */
  readonly isLookedUp: boolean
}

/** A measure of the record that belongs to a record of the source. */
export interface JoinedRead {
  readonly input: number
  readonly measure: string
}

/** What is read of a record: a measure of its own, or of another dataset. */
export type RecordRead = string | JoinedRead

export interface Aggregation {
  readonly input: number
  readonly aggregate: AggregateName
  /** The value of a record, computed from its measures. */
  readonly value: Formula<RecordRead>
  /** The weights of a weighted mean; null for any other aggregate. */
  readonly weights: Formula<RecordRead> | null
  /**
   * The number by which the sum of records that share their joined records is multiplied; null for 1. So the records can
   * be added before, in a database.
   */
  readonly factor: Formula<JoinedRead> | null
}

/** What a column reads of a group: an aggregation, by index. */
export interface QueryRead {
  readonly aggregation: number
}

/** Other records than those of a group, as they are seen from it. */
export type QueryPlace =
  /** Those of the unit of the group up to the group, and of the units before it, `last` in all; or the units before. */
  | {
      readonly kind: 'frame'
      readonly last: number
      readonly unit: GrainName
      readonly current: boolean
      /** Leaves out the days of other weekdays. */
      readonly sameWeekday: boolean
    }
  /** Those of the period before, or of the same period of the year before. */
  | { readonly kind: 'earlier'; readonly since: 'previous' | 'year' }

/** What a joined dataset lacks: a record, or measures of one. */
export interface Lacking {
  readonly input: number
  /** The measures that the record has not; null for a record that is not there. */
  readonly measures: readonly string[] | null
}

/** Lists the columns that read an aggregation of some kind, by name. */
export function listReaders(
  { aggregations, columns }: QueryPlan,
  isOfKind: (aggregation: Aggregation) => boolean,
): string[] {
  const isRead = aggregations.map(isOfKind)
  return columns.flatMap(({ name, formula }) =>
    listReads(formula).some(({ aggregation }) => isRead[aggregation]) ? [name] : [],
  )
}

/** Lists what an aggregation reads of its records, and of those that belong to them. */
export const listRecordReads = ({ value, weights, factor }: Aggregation): readonly RecordRead[] =>
  [value, weights, factor].flatMap((formula) => (formula === null ? [] : listReads<RecordRead>(formula)))

/** Returns true for an aggregation that reads what a dataset lacks. */
export const isAffected = (aggregation: Aggregation, { input, measures }: Lacking): boolean =>
  (aggregation.input === input && measures === null) ||
  listRecordReads(aggregation).some((read) => {
    const name = typeof read === 'string' ? { input: aggregation.input, measure: read } : read
    return name.input === input && measures?.includes(name.measure) !== false
  })

/** Lists the columns whose values read what a dataset lacks, by name. */
export const listAffected = (plan: QueryPlan, lacking: Lacking): string[] =>
  listReaders(plan, (aggregation) => isAffected(aggregation, lacking))

export type QueryFormula = Formula<QueryRead, QueryPlace>

export interface QueryColumn {
  readonly name: string
  readonly formula: QueryFormula
}

/**
 * The rows of a report, which adds up the records of several groups. A row is also there for values of earlier periods
 * alone, at times of which other rows have a record.
 */
export interface ReportRows {
  /** The values that rows are about, by index. */
  readonly values: readonly number[]
  /** The length of time that rows are about; null for none. */
  readonly grain: GrainName | null
  /** Whether there are rows after the last record, with what records before say of them. */
  readonly hasForecast: boolean
}

/** A query over records as plain JSON: nothing optional, nothing to look up. */
export interface QueryPlan {
  readonly grain: GrainName
  /** By whose places records are grouped as well; they are the last values of a row. */
  readonly cycles: readonly CycleName[]
  /** The shorter times of which records are told apart as well, after those places; null for a value that is empty. */
  readonly times: readonly (GrainName | null)[]
  /** The source, and the datasets that are joined with it. */
  readonly inputs: readonly QueryInput[]
  /** The values by which records are chosen and not told apart, by index. */
  readonly hidden: readonly number[]
  /** What the rows of a report are; null if they are those of the query. */
  readonly rows: ReportRows | null
  readonly aggregations: readonly Aggregation[]
  readonly columns: readonly QueryColumn[]
}
