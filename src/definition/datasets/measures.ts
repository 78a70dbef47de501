import type { MeasureDefinitions } from '../../../schemas/dataset/measures.ts'
import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import type { FixedMeasure, GroupMeasure } from './dataset-plan.ts'

/** Compiles a measure: a field, the sum of earlier measures, or a group of any number of names. */
export function compileMeasure(
  measure: MeasureDefinitions[keyof MeasureDefinitions],
): FixedMeasure | GroupMeasure {
  if ('list' in measure) return { kind: 'list', ...measure, decimals: measure.decimals ?? null }
  if ('pattern' in measure) return { kind: 'pattern', ...measure, decimals: measure.decimals ?? null }
  const { field, label = field, headings, when = {}, max } = measure
  const [sum, min, decimals = null] =
    'sum' in measure ? [measure.sum, -MAX_AMOUNT] : [null, measure.min, measure.decimals]
  return { field, label, headings, when, sum, min, max, decimals }
}

/** The list of names that a dataset sends beside its records; null for none. */
export const getSentList = (group: GroupMeasure | null): string | null =>
  group?.kind === 'list' ? group.list : null

/** The pattern of the names of a group; null if they can be any, or if there is no group. */
export const getNamePattern = (group: GroupMeasure | null): string | null =>
  group?.kind === 'pattern' ? group.pattern : null
