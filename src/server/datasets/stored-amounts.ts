import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getAmount, getFixedNames } from './amounts.ts'
import { getStoredGroupKind } from './groups/index.ts'
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
  const sorted = group === null ? free : getStoredGroupKind(group).orderStored(free)
  return JSON.stringify(Object.fromEntries([...first, ...sorted]))
}

/** Reads stored figures; the object may have any name as a property of its own, `__proto__` too. */
export function parseAmounts(text: string): Amounts {
  return JSON.parse(text) as Amounts
}

function pair(figures: Amounts, name: string): [string, number][] {
  const value = getAmount(figures, name)
  return value === null ? [] : [[name, value]]
}
