import type { ZodType } from 'zod'
import type { DatasetKeyPlan } from '../../../definition/datasets/dataset-plan.ts'
import type { DatasetKeyPlanOf } from '../../../definition/datasets/keys/key-kind.ts'

/**
 * What identifies a record of a scope. `period` is the month of a date (`2025-03`), the year of a month (`2025`), or the
 * period of a name, empty if it has none; `key` is the date (`2025-03-07`), the month (`2025-03`) or the name.
 */
export interface RecordKey {
  readonly period: string
  readonly key: string
}

/** The first and the last period of what is read. */
export interface PeriodRange {
  readonly first: string
  readonly last: string
}

/** The year and month that a body states beside the key; NaN for what it does not state. */
export interface StatedPeriod {
  readonly year: number
  readonly month: number
}

/** Demo records that are made together. */
export interface DemoDates {
  /** The period whose names get values; null for records without names of a list or pattern. */
  readonly period: string | null
  /** The keys, each with the day that decides its values. */
  readonly keys: readonly { readonly key: string; readonly date: string }[]
}

/** What a kind of key means for storing, reading and writing records. */
export interface StoredKeyKind<K extends DatasetKeyPlan['kind']> {
  /** The periods of a year. */
  readonly yearRange: (year: number) => PeriodRange
  /** The period of a key; `stated` is the one that was given beside it. */
  readonly periodOf: (key: string, stated: string) => string
  /** The text that begins with year and month, as far as the record has them. */
  readonly datedPart: (record: RecordKey) => string
  /** The key as it is sent. */
  readonly format: (plan: DatasetKeyPlanOf<K>, key: string) => string | number
  /** Reads a key from the body of a request; null if it is invalid. */
  readonly parse: (plan: DatasetKeyPlanOf<K>, value: unknown, stated: StatedPeriod) => RecordKey | null
  /** Whether a stored text is a key of this kind. */
  readonly isKey: (key: string) => boolean
  /** The schema of the key in the body of a request. */
  readonly bodySchema: ZodType
  /** Whether a body has to state year and month, can, or must leave them null. */
  readonly statedInBody: (plan: DatasetKeyPlanOf<K>) => {
    readonly year: Presence
    readonly month: Presence
  }
  /** The key as the document of the API describes it. */
  readonly jsonSchema: (plan: DatasetKeyPlanOf<K>) => Readonly<Record<string, unknown>>
  /** The demo records of a year, or of one of its months; null if their keys are the names of the demo. */
  readonly demoDates: (
    year: number,
    month: number | undefined,
    choose: (year: number, month: number) => readonly string[],
  ) => readonly DemoDates[] | null
}

export type Presence = 'required' | 'optional' | 'null'
