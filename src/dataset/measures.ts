import type { DatasetPlan, FixedMeasure, GroupMeasure } from './dataset-plan.ts'
import { roundSum } from '../query/aggregates.ts'
import { add, getMeasure } from '../query/arithmetic.ts'
import { matchPattern, splitPattern } from '../report/model/name-pattern.ts'
import { getDimensionValues } from './record-keys.ts'

/** The values of one record by measure, in the order of the import or body. */
export type Measures = Readonly<Record<string, number>>

export type Texts = Readonly<Record<string, string>>

export type NamedMeasure = readonly [name: string, value: number]

/** Returns the names of the measures and texts of the definition, without those of a list or pattern. */
export const getFixedNames = ({
  measures,
  texts,
}: Pick<DatasetPlan, 'measures' | 'texts'>): ReadonlySet<string> =>
  new Set([...measures, ...texts].map(({ field }) => field))

/** Returns a text; empty if the record has none. */
export const getText = (texts: Texts | undefined, name: string): string =>
  texts !== undefined && Object.hasOwn(texts, name) ? (texts[name] ?? '') : ''

/** Adds values without the rounding errors of binary addition, of which many have more. */
export const addMeasures = (values: readonly number[]): number => roundSum(add(values), Infinity)

/**
 * Returns true if a total is the sum of so many summands: a spreadsheet that saves displayed values has rounded each of them,
 * and the total, to two decimals. Two sums of the same doubles in different orders differ by at most an epsilon of the
 * sum for each summand.
 */
export function isSum(total: number, sum: number, summands: number): boolean {
  const rounded = Math.max(1, summands) + 1
  return Math.abs(total - sum) <= (0.005 + Math.abs(sum) * Number.EPSILON) * rounded + 1e-9
}

/** Returns the measures that a sum adds up, with other sums resolved to their measures. */
export const getSummands = (
  dataset: Pick<DatasetPlan, 'measures'>,
  sum: readonly string[],
): readonly string[] =>
  sum.flatMap((name) => {
    const inner = dataset.measures.find(({ field }) => field === name)?.sum ?? null
    return inner === null ? [name] : getSummands(dataset, inner)
  })

/** Returns true if the records with these values of the dimensions have a measure. */
export const hasMeasure = (
  { dimensions }: DatasetPlan,
  values: readonly string[],
  { when }: FixedMeasure,
): boolean => dimensions.every(({ id }, index) => when[id]?.includes(values[index] ?? '') ?? true)

/** Returns true if a scope consists of values of the dimensions of a dataset. */
export function isKnownScope({ dimensions }: DatasetPlan, scope: string): boolean {
  const values = getDimensionValues(scope)
  return (
    values.length === dimensions.length &&
    dimensions.every((dimension, index) => dimension.values?.includes(values[index] ?? '') ?? true)
  )
}

/**
 * Returns true if a definition has a stored measure: one of its scope, or a name of its list or pattern. Removed ones
 * stay stored and are not sent.
 */
export function isKnownMeasure(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, getDimensionValues(scope), measure)
  return group !== null && hasName(group, name)
}

/**
 * Formats the measures of a record for storage: first the measures of the definition, then those of a list by name, so
 * that equal records are equal texts. Those of a pattern keep their order. Texts by field are last.
 */
export function formatMeasures(dataset: DatasetPlan, measures: Measures, texts: Texts = {}): string {
  // Without a prototype `__proto__` is a name like any other.
  const written = Object.create(null) as Record<string, number | string>
  let fixed = 0
  for (const { field } of dataset.measures) {
    const value = getMeasure(measures, field)
    if (value === null) continue
    written[field] = value
    fixed += 1
  }
  const names = Object.keys(measures)
  if (names.length > fixed) {
    const fields = new Set(dataset.measures.map(({ field }) => field))
    const free = names.filter((name) => !fields.has(name))
    for (const name of dataset.group?.kind === 'list' ? free.toSorted(compareCodePoints) : free)
      written[name] = measures[name] ?? 0
  }
  for (const name of Object.keys(texts).toSorted(compareCodePoints)) {
    const text = texts[name] ?? ''
    if (text !== '') written[name] = text
  }
  return JSON.stringify(written)
}

/** Lists the names of the group with a measure, in the order of the records. */
export function listGroupNames(
  dataset: DatasetPlan,
  records: readonly { readonly measures: Measures }[],
): string[] {
  const { group } = dataset
  if (group === null) return []
  const fixed = getFixedNames(dataset)
  const names = new Set(records.flatMap(({ measures }) => Object.keys(measures)))
  return [...names].filter((name) => !fixed.has(name) && hasName(group, name))
}

/** Parses stored measures and texts. The objects may have any name as an own property, `__proto__` too. */
export function parseMeasures(stored: string): { readonly measures: Measures; readonly texts?: Texts } {
  const values = JSON.parse(stored) as Readonly<Record<string, number | string>>
  // Most records have no texts, and none of their values is looked at.
  if (!stored.includes(':"')) return { measures: values as Measures }
  const entries = Object.entries(values)
  return {
    measures: Object.fromEntries(
      entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
    texts: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  }
}

/** Compares by code point, as databases sort texts without a language. */
const compareCodePoints = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right))

const hasName = (group: GroupMeasure, name: string): boolean =>
  group.kind === 'list' || matchPattern(splitPattern(group.pattern), name) !== null

/**
 * Returns what selects the measures of the group that a record sends: of a list its own without reserved names; of a
 * pattern all names of the period, since readers may use the first record. A dataset without a group sends none.
 */
export function selectGroupMeasures(
  dataset: DatasetPlan,
  names: readonly string[],
): (measures: Measures) => readonly NamedMeasure[] {
  const { group } = dataset
  if (group === null) return () => []
  if (group.kind === 'pattern') {
    return (measures) => names.map((name) => [name, getMeasure(measures, name) ?? 0])
  }
  const others = new Set([...getFixedNames(dataset), ...group.reserved])
  return (measures) => Object.entries(measures).filter(([name]) => !others.has(name))
}
