import type { ConditionOperator } from '../../../schemas/report/conditions.ts'

/** How a condition compares values; absolute ones are compared without their signs. */
export interface ValueComparison {
  readonly operator: ConditionOperator
  readonly absolute: boolean
}

/** The comparison of each operator, and how it is read. Only `outside` has a second limit. */
const operators: {
  readonly [O in ConditionOperator]: {
    readonly compare: (value: number, limit: number, last: number) => boolean
    readonly words: string
  }
} = {
  '<': { compare: (value, limit) => value < limit, words: 'below' },
  '<=': { compare: (value, limit) => value <= limit, words: 'at most' },
  '=': { compare: (value, limit) => value === limit, words: 'equal to' },
  '!=': { compare: (value, limit) => value !== limit, words: 'other than' },
  '>=': { compare: (value, limit) => value >= limit, words: 'at least' },
  '>': { compare: (value, limit) => value > limit, words: 'above' },
  outside: { compare: (value, first, last) => value < first || value > last, words: 'outside' },
}

/** Removes the noise of a sum or a difference, which could pass a limit that the shown number does not. */
const round = (value: number): number => Number(value.toPrecision(12))

/** Compares a value with limits as readers see them. */
export function compareValues(
  { operator, absolute }: ValueComparison,
  value: number,
  [limit = NaN, last = limit]: readonly number[],
): boolean {
  return operators[operator].compare(round(absolute ? Math.abs(value) : value), round(limit), round(last))
}

/** Describes a comparison: `at least 3`, `outside -1 to 1`, `above 5 without its sign`. */
export const describeComparison = (
  { operator, absolute }: ValueComparison,
  limits: readonly string[],
): string => `${operators[operator].words} ${limits.join(' to ')}${absolute ? ' without its sign' : ''}`

/** Says why a condition with these limits compares nothing; null if it does. */
export function findLimitError(
  { operator, absolute }: ValueComparison,
  limits: readonly unknown[],
): string | null {
  const [first, last] = limits
  const negative = absolute
    ? limits.find((limit): limit is number => typeof limit === 'number' && limit < 0)
    : undefined
  if (negative !== undefined) return `values without their signs are never below 0, so not ${negative}`
  if (operator !== 'outside') {
    return last === undefined ? null : `'${operator}' has one limit; only 'outside' has two`
  }
  if (last === undefined) return "'outside' has two limits, such as [-0.3, 0.3]"
  const isTurned = typeof first === 'number' && typeof last === 'number' && first > last
  return isTurned ? `the first limit, ${first}, is above the second, ${last}` : null
}
