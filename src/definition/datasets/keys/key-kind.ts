import type { DatasetKeyPlan } from '../dataset-plan.ts'

export type DatasetKeyPlanOf<K extends DatasetKeyPlan['kind']> = Extract<DatasetKeyPlan, { kind: K }>

/** A span of time that a request or a list can be about; `none` for records without any. */
export type Span = 'month' | 'year' | 'none'

/** What a kind of key means for a dataset's endpoints and fields. */
export interface DatasetKeyKind<K extends DatasetKeyPlan['kind']> {
  /** Records are about names: they keep their order and need a period of their own. */
  readonly isNamed: boolean
  /** The span by which records are stored and their years and months listed. */
  readonly period: (key: DatasetKeyPlanOf<K>) => Span
  /** The spans that a request can be about. */
  readonly requestedSpans: (key: DatasetKeyPlanOf<K>) => readonly Span[]
  /** The parts of the period that the key itself does not contain, so that a record states them beside it. */
  readonly statedParts: (key: DatasetKeyPlanOf<K>) => readonly ('year' | 'month')[]
  /** The field of the key for the year, if the kind has one. */
  readonly yearField: (key: DatasetKeyPlanOf<K>) => string | undefined
  /** Its role where demo records are the monthly averages of another dataset. */
  readonly averages: 'source' | 'result' | null
}
