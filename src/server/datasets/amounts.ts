import type { DatasetPlan, FixedMeasure, GroupMeasure } from '../../definition/datasets/dataset-plan.ts'
import { getDimensionValues } from './keys.ts'

/** The amounts of one record by measure, in the order of the import or body. */
export type Amounts = Readonly<Record<string, number>>

export type NamedAmount = readonly [name: string, amount: number]

/** How the amounts of a kind of group are stored and sent. */
export interface StoredGroupKind<K extends GroupMeasure['kind']> {
  /** Whether the group can have a name. */
  readonly hasName: (group: Extract<GroupMeasure, { kind: K }>, name: string) => boolean
  /** The order in which amounts are stored. */
  readonly orderStored: (amounts: readonly NamedAmount[]) => readonly NamedAmount[]
  /**
   * Selects the amounts of a record that are sent. `names` are those of the period, `fixed` the fields of other
   * measures.
   */
  readonly selectAmounts: (
    group: Extract<GroupMeasure, { kind: K }>,
    names: readonly string[],
    fixed: ReadonlySet<string>,
  ) => (amounts: Amounts) => readonly NamedAmount[]
}

/** Returns the names of the measures of the definition, without those of a list or pattern. */
export const getFixedNames = ({ measures }: Pick<DatasetPlan, 'measures'>): ReadonlySet<string> =>
  new Set(measures.map(({ field }) => field))

/** Returns the amount of a measure, or null; inherited properties do not count. */
export function getAmount(amounts: Amounts, name: string): number | null {
  return Object.hasOwn(amounts, name) ? (amounts[name] ?? null) : null
}

/** Adds amounts without the rounding errors of binary addition. */
export function addAmounts(values: readonly number[]): number {
  const sum = values.reduce((total, value) => total + value, 0)
  // Adding zero converts -0.
  return Number.isInteger(sum) ? sum + 0 : Number(sum.toFixed(6))
}

/**
 * Whether a total is the sum of so many summands: a spreadsheet that saves displayed values has rounded each of them,
 * and the total, to two decimals. Two sums of the same doubles in different orders differ by at most an epsilon of the
 * sum for each summand.
 */
export function isSum(total: number, sum: number, summands: number): boolean {
  const rounded = Math.max(1, summands) + 1
  return Math.abs(total - sum) <= (0.005 + Math.abs(sum) * Number.EPSILON) * rounded + 1e-9
}

/** The measures that a sum adds up, with other sums resolved to their measures. */
export function getSummands(
  dataset: Pick<DatasetPlan, 'measures'>,
  sum: readonly string[],
): readonly string[] {
  return sum.flatMap((name) => {
    const inner = dataset.measures.find(({ field }) => field === name)?.sum ?? null
    return inner === null ? [name] : getSummands(dataset, inner)
  })
}

export const getStoredGroupKind = <K extends GroupMeasure['kind']>({
  kind,
}: {
  readonly kind: K
}): StoredGroupKind<K> => storedGroupKinds[kind]

/** Whether the records with these values of the dimensions have a measure. */
export function hasMeasure(
  { dimensions }: DatasetPlan,
  values: readonly string[],
  { when }: FixedMeasure,
): boolean {
  return dimensions.every(({ id }, index) => when[id]?.includes(values[index] ?? '') ?? true)
}

/**
 * Whether a definition has the measure of a stored amount: a measure of records in the scope, or a name of its list or
 * pattern. Amounts of removed measures stay stored and are not sent.
 */
export function isKnownAmount(dataset: DatasetPlan, scope: string, name: string): boolean {
  const { measures, group } = dataset
  const measure = measures.find(({ field }) => field === name)
  if (measure !== undefined) return hasMeasure(dataset, getDimensionValues(scope), measure)
  return group !== null && getStoredGroupKind(group).hasName(group, name)
}

/**
 * Formats the amounts of a record for storage: first the measures of the definition, then those of a list by name, so
 * that equal records are equal texts. Those of a pattern keep their order.
 */
export function formatAmounts(dataset: DatasetPlan, amounts: Amounts): string {
  return formatFixed(dataset, amounts) ?? formatAll(dataset, amounts)
}

/** Parses stored amounts. The object may have any name as an own property, `__proto__` too. */
export function parseAmounts(text: string): Amounts {
  return JSON.parse(text) as Amounts
}

/** A list allows any name; a record sends the amounts whose name is not reserved. */
const list: StoredGroupKind<'list'> = {
  hasName: () => true,
  orderStored: (amounts) => amounts.toSorted(([one], [other]) => compareCodePoints(one, other)),
  selectAmounts: ({ reserved }, _, fixed) => {
    const others = new Set([...fixed, ...reserved])
    return (amounts) => Object.entries(amounts).filter(([name]) => !others.has(name))
  },
}

/** Compares by code point, as databases sort texts without a language. */
const compareCodePoints = (one: string, other: string): number =>
  Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Names that match; every record of a period sends all names of the period, since readers may use the first record. */
const pattern: StoredGroupKind<'pattern'> = {
  hasName: (group, name) => getExpression(group.pattern).test(name),
  orderStored: (amounts) => amounts,
  selectAmounts: (_, names) => (amounts) => names.map((name) => [name, getAmount(amounts, name) ?? 0]),
}

const expressions = new Map<string, RegExp>()

/** Every kind of group; what definitions need of each is in `src/definition/datasets/measures/`. */
const storedGroupKinds: { readonly [K in GroupMeasure['kind']]: StoredGroupKind<K> } = { list, pattern }

/** The expression of a pattern such as `{source}_to_{destination}`: any texts between its fixed parts. */
function getExpression(text: string): RegExp {
  const known = expressions.get(text)
  if (known !== undefined) return known
  const parts = text
    .split(/\{[a-z]+\}/)
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const expression = new RegExp(`^${parts.join('(.+?)')}$`, 'su')
  expressions.set(text, expression)
  return expression
}

/** The text of a record with measures of the definition only, as most have; null for any other record. */
function formatFixed({ measures }: DatasetPlan, amounts: Amounts): string | null {
  let text = ''
  let count = 0
  for (const { field } of measures) {
    const value = getAmount(amounts, field)
    if (value === null) continue
    // A field is letters, digits and underscores; a finite number is the same in JSON.
    text += count === 0 ? `"${field}":${value}` : `,"${field}":${value}`
    count += 1
  }
  return Object.keys(amounts).length === count ? `{${text}}` : null
}

function formatAll({ measures, group }: DatasetPlan, amounts: Amounts): string {
  const fixed = getFixedNames({ measures })
  const first = measures.flatMap(({ field }) => getEntry(amounts, field))
  const free = Object.entries(amounts).filter(([name]) => !fixed.has(name))
  const sorted = group === null ? free : getStoredGroupKind(group).orderStored(free)
  return JSON.stringify(Object.fromEntries([...first, ...sorted]))
}

function getEntry(amounts: Amounts, name: string): [string, number][] {
  const value = getAmount(amounts, name)
  return value === null ? [] : [[name, value]]
}
