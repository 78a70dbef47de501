import { type MeasureDefinitions, measureSchemas } from '../../../schemas/dataset/measures.ts'
import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { findKindName } from '../schema-diagnostics.ts'
import type { FixedMeasure, GroupMeasure } from './dataset-plan.ts'

type Compilers = {
  readonly [K in keyof MeasureDefinitions]: (measure: MeasureDefinitions[K]) => FixedMeasure | GroupMeasure
}

/** Every kind of measure: a field, the sum of earlier measures, and groups of any number of names. */
const compilers: Compilers = {
  field: ({ field, label = field, headings, when = {}, min, max, decimals = null }) => {
    return { field, label, headings, when, sum: null, min, max, decimals }
  },
  sum: ({ field, label = field, headings, sum, when = {}, max }) => {
    return { field, label, headings, when, sum, min: -MAX_AMOUNT, max, decimals: null }
  },
  list: ({ decimals = null, ...group }) => ({ kind: 'list', ...group, decimals }),
  pattern: ({ decimals = null, ...group }) => ({ kind: 'pattern', ...group, decimals }),
}

/** Compiles a measure; it is of the first kind of the schemas whose name is one of its keys. */
export function compileMeasure(measure: MeasureDefinitions[keyof MeasureDefinitions]) {
  const compile: (one: never) => FixedMeasure | GroupMeasure =
    compilers[findKindName(measureSchemas, measure)]
  return compile(measure as never)
}

/** The list of names that a dataset sends beside its records; null for none. */
export const getSentList = (group: GroupMeasure | null): string | null =>
  group?.kind === 'list' ? group.list : null

/** The pattern of the names of a group; null if they can be any, or if there is no group. */
export const getNamePattern = (group: GroupMeasure | null): string | null =>
  group?.kind === 'pattern' ? group.pattern : null
