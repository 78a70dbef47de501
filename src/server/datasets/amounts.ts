import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import type { Amounts } from './store.ts'

/**
 * The stored text of a record's figures: the measures of the definition first, then those of a list by name, so that
 * equal records are equal texts; those of a pattern stay in the order in which they came.
 */
export function formatAmounts(dataset: DatasetPlan, figures: Amounts): string {
  return fixedText(dataset, figures) ?? wholeText(dataset, figures)
}

/** The text of a record that has nothing but measures of the definition, as most have; null for another. */
function fixedText({ measures }: DatasetPlan, figures: Amounts): string | null {
  let text = ''
  let count = 0
  for (const { field } of measures) {
    const value = getAmount(figures, field)
    if (value === null) continue
    // A field is letters, digits and underscores; a finite number is the same in JSON.
    text += count === 0 ? `"${field}":${value}` : `,"${field}":${value}`
    count += 1
  }
  return Object.keys(figures).length === count ? `{${text}}` : null
}

function wholeText({ measures, group }: DatasetPlan, figures: Amounts): string {
  const fixed = getFixedNames({ measures })
  const first = measures.flatMap(({ field }) => pair(figures, field))
  const free = Object.entries(figures).filter(([name]) => !fixed.has(name))
  if (group?.kind === 'list') free.sort(([one], [other]) => compareCodePoints(one, other))
  return JSON.stringify(Object.fromEntries([...first, ...free]))
}

/** Reads stored figures; the object may have any name as a property of its own, `__proto__` too. */
export function parseAmounts(text: string): Amounts {
  return JSON.parse(text) as Amounts
}

/** The names of the measures that the definition gives, which no list and no pattern has. */
export const getFixedNames = ({ measures }: Pick<DatasetPlan, 'measures'>): ReadonlySet<string> =>
  new Set(measures.map(({ field }) => field))

/** A figure by its name, or null; a name that every object inherits is none. */
export function getAmount(figures: Amounts, name: string): number | null {
  return Object.hasOwn(figures, name) ? (figures[name] ?? null) : null
}

function pair(figures: Amounts, name: string): [string, number][] {
  const value = getAmount(figures, name)
  return value === null ? [] : [[name, value]]
}

/** By code point, as databases sort texts without a language. */
function compareCodePoints(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/** A sum without the traces that binary addition leaves behind. */
export function addAmounts(values: readonly number[]): number {
  return Number(values.reduce((sum, value) => sum + value, 0).toFixed(6))
}

/**
 * Whether a total is the sum of so many summands: a spreadsheet that saves what it shows has rounded each of them, and
 * the total, to two decimals. Two sums of the same doubles in different orders differ by at most an epsilon of the sum
 * for each summand.
 */
export function isSum(given: number, sum: number, summands: number): boolean {
  const rounded = Math.max(1, summands) + 1
  return Math.abs(given - sum) <= (0.005 + Math.abs(sum) * Number.EPSILON) * rounded + 1e-9
}

/** The measures that a sum adds up in the end, where it adds up other sums. */
export function getSummands(
  dataset: Pick<DatasetPlan, 'measures'>,
  sum: readonly string[],
): readonly string[] {
  return sum.flatMap((name) => {
    const inner = dataset.measures.find(({ field }) => field === name)?.sum ?? null
    return inner === null ? [name] : getSummands(dataset, inner)
  })
}
