import { type MeasureDefinitions, measureSchemas } from '../../../../schemas/dataset/measures.ts'
import type { MeasureDefinition } from '../../../../schemas/dataset/definition.ts'
import type { GroupMeasure } from '../dataset-plan.ts'
import { field } from './field.ts'
import { list } from './list.ts'
import type { GroupKind, MeasureContext, MeasureKind } from './measure-kind.ts'
import { pattern } from './pattern.ts'
import { sum } from './sum.ts'

/** Every kind of measure; what the server does with groups is in `src/server/datasets/groups/`. */
const measureKinds: { readonly [K in keyof MeasureDefinitions]: MeasureKind<K> } = {
  field,
  sum,
  list,
  pattern,
}

/** The kinds of measures whose names are known only from the data. */
const groupKinds: { readonly [K in GroupMeasure['kind']]: GroupKind<K> } = { list, pattern }

/** The kind of a written measure: the first of the schemas whose name is one of its keys. */
function findKind<K extends keyof MeasureDefinitions>(measure: MeasureDefinitions[K]): MeasureKind<K> {
  const name = (Object.keys(measureSchemas) as K[]).find((one) => one in measure)
  if (name === undefined) throw new Error('a measure of no kind')
  return measureKinds[name]
}

export const compileMeasure = (measure: MeasureDefinition) => findKind(measure).compile(measure)

export const checkMeasure = (measure: MeasureDefinition, context: MeasureContext): void =>
  findKind(measure).check(measure, context)

const getGroupKind = <K extends GroupMeasure['kind']>({ kind }: { readonly kind: K }): GroupKind<K> =>
  groupKinds[kind]

/** The list of names that a dataset sends beside its records; null for none. */
export const getSentList = (group: GroupMeasure | null): string | null =>
  group && getGroupKind(group).sentList(group)

/** The pattern of the names of a group; null if they can be any, or if there is no group. */
export const getNamePattern = (group: GroupMeasure | null): string | null =>
  group && getGroupKind(group).namePattern(group)
