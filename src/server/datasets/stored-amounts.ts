import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getAmount, getFixedNames } from './amounts.ts'
import { getStoredGroupKind } from './groups.ts'
import type { Amounts } from './store.ts'

/**
 * Formats the amounts of a record for storage: first the measures of the definition, then those of a list by name, so
 * that equal records are equal texts. Those of a pattern keep their order.
 */
export function formatAmounts(dataset: DatasetPlan, amounts: Amounts): string {
  return formatFixed(dataset, amounts) ?? formatAll(dataset, amounts)
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

/** Parses stored amounts. The object may have any name as an own property, `__proto__` too. */
export function parseAmounts(text: string): Amounts {
  return JSON.parse(text) as Amounts
}

function getEntry(amounts: Amounts, name: string): [string, number][] {
  const value = getAmount(amounts, name)
  return value === null ? [] : [[name, value]]
}
