import type { FigureColumn, Kind } from './kind.ts'

type Condition = Pick<FigureColumn, 'when'>
type Values = Readonly<Record<string, string>>

/** Whether records with these values have a figure, as far as the values are known. */
export const isPossible = (condition: Condition, values: Values): boolean =>
  excluded(condition, values) === null

/** Whether all records of a file have a figure whose known values are these; dimensions of one value are known. */
export function isCertain({ when }: Condition, { dataset }: Kind, values: Values): boolean {
  return dataset.dimensions.every(({ id, values: all }) => {
    const allowed = when[id]
    if (allowed === undefined) return true
    const value = values[id]
    return value === undefined ? all.every((one) => allowed.includes(one)) : allowed.includes(value)
  })
}

/** Why records with these values have no such figure; null where they may have it. */
export function excluded({ when }: Condition, values: Values): string | null {
  for (const [id, allowed] of Object.entries(when)) {
    const value = values[id]
    if (value !== undefined && !allowed.includes(value)) {
      return `is of ${allowed.join(' and ')} only, not of ${value}`
    }
  }
  return null
}
