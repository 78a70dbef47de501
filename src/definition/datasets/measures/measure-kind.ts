import type { MeasureDefinitions } from '../../../../schemas/dataset/measures.ts'
import type { Bounds, FixedMeasure, GroupMeasure } from '../dataset-plan.ts'
import type { Reporter } from '../rules.ts'

/** What a measure is checked against. */
export interface MeasureContext {
  readonly index: number
  /** The fields of the measures before it. */
  readonly before: readonly string[]
  readonly report: Reporter
}

/** What a kind of measure means in a definition: one with a field of its own, or a group of any number of names. */
export interface MeasureKind<K extends keyof MeasureDefinitions> {
  readonly compile: (
    measure: MeasureDefinitions[K],
  ) => { readonly fixed: FixedMeasure } | { readonly group: GroupMeasure }
  readonly check: (measure: MeasureDefinitions[K], context: MeasureContext) => void
}

/** What a kind of group sends beside its measures, and how their names look. */
export interface GroupKind<K extends GroupMeasure['kind']> {
  /** The list of names in the response; null for none. */
  readonly sentList: (group: Extract<GroupMeasure, { kind: K }>) => string | null
  /** The pattern of the names; null for any names. */
  readonly namePattern: (group: Extract<GroupMeasure, { kind: K }>) => string | null
}

interface WrittenBounds {
  readonly min: number
  readonly max: number
  readonly decimals?: number | undefined
}

export const compileBounds = ({ min, max, decimals }: WrittenBounds): Bounds => ({
  min,
  max,
  decimals: decimals ?? null,
})

export function checkBounds({ min, max }: WrittenBounds, { index, report }: MeasureContext): void {
  if (min > max) report(['measures', index, 'min'], 'dataset-bounds', `${min} is above ${max}`)
}
