import { type MeasureDefinitions, measureSchemas } from '../../../schemas/dataset/measures.ts'
import type { Bounds, FixedMeasure, GroupMeasure } from './dataset-plan.ts'
import type { Reporter } from './rules.ts'
import { MAX_AMOUNT } from '../../../schemas/dataset/primitives.ts'
import { suggest } from '../diagnostic.ts'
import { findKindName } from '../schema-diagnostics.ts'
import type { MeasureDefinition } from '../../../schemas/dataset/definition.ts'

/** What a measure is checked against. */
export interface MeasureContext {
  readonly index: number
  /** The fields of the measures before it. */
  readonly before: readonly string[]
  readonly onDiagnostic: Reporter
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

const compileBounds = ({ min, max, decimals }: WrittenBounds): Bounds => ({
  min,
  max,
  decimals: decimals ?? null,
})

function checkBounds({ min, max }: WrittenBounds, { index, onDiagnostic }: MeasureContext): void {
  if (min > max) onDiagnostic(['measures', index, 'min'], 'dataset-bounds', `${min} is above ${max}`)
}

/** A number in a field of each record. */
const field: MeasureKind<'field'> = {
  compile: (measure) => {
    const { label = measure.field, headings, when = {} } = measure
    return {
      fixed: { field: measure.field, label, headings, when, sum: null, ...compileBounds(measure) },
    }
  },
  check: checkBounds,
}

/** The sum of measures that are written before it. */
const sum: MeasureKind<'sum'> = {
  compile: (measure) => {
    const { field, label = field, headings, when = {}, max } = measure
    const bounds = { min: -MAX_AMOUNT, max, decimals: null }
    return { fixed: { field, label, headings, when, sum: measure.sum, ...bounds } }
  },
  check: (measure, { index, before, onDiagnostic }) => {
    for (const [position, name] of measure.sum.entries()) {
      const isTwice = measure.sum.indexOf(name) !== position
      if (before.includes(name) && !isTwice) continue
      const what = isTwice ? 'is there twice' : `is not an earlier measure${suggest(name, before)}`
      onDiagnostic(['measures', index, 'sum', position], 'dataset-sum', `'${name}' ${what}`)
    }
  },
}

/** Measures with any names, which a list in the response contains. */
const list: MeasureKind<'list'> & GroupKind<'list'> = {
  compile: (measure) => {
    const { noun, reserved } = measure
    return { group: { kind: 'list', list: measure.list, noun, reserved, ...compileBounds(measure) } }
  },
  check: checkBounds,
  sentList: (group) => group.list,
  namePattern: () => null,
}

/** Measures whose names match a pattern. */
const pattern: MeasureKind<'pattern'> & GroupKind<'pattern'> = {
  compile: (measure) => {
    const { noun, spellings } = measure
    return {
      group: { kind: 'pattern', pattern: measure.pattern, noun, spellings, ...compileBounds(measure) },
    }
  },
  check: checkBounds,
  sentList: () => null,
  namePattern: (group) => group.pattern,
}

/** Every kind of measure; what the server does with groups is in `src/server/datasets/measures.ts`. */
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
  return measureKinds[findKindName(measureSchemas, measure) as K]
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
