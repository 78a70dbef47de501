import type { ConditionOperator } from '../../../schemas/report/conditions.ts'
import { operations } from '../../query/arithmetic.ts'

/** How a condition compares values; absolute ones are compared without their signs. */
export interface ValueComparison {
  readonly operator: ConditionOperator
  readonly absolute: boolean
}

/** How each operator is read. Only `outside` has a second limit. */
const words: Readonly<Record<ConditionOperator, string>> = {
  '<': 'below',
  '<=': 'at most',
  '=': 'equal to',
  '!=': 'other than',
  '>=': 'at least',
  '>': 'above',
  outside: 'outside',
}

/** Compares a value with limits as readers see them. */
export function compareValues(
  { operator, absolute }: ValueComparison,
  value: number,
  [limit = NaN, last = limit]: readonly number[],
): boolean {
  const compared = absolute ? Math.abs(value) : value
  const holds = (name: Exclude<ConditionOperator, 'outside'>, other: number) =>
    operations[name]([compared, other]) === 1
  return operator === 'outside' ? holds('<', limit) || holds('>', last) : holds(operator, limit)
}

/** Describes a comparison: `at least 3`, `outside -1 to 1`, `above 5 without its sign`. */
export const describeComparison = (
  { operator, absolute }: ValueComparison,
  limits: readonly string[],
): string => `${words[operator]} ${limits.join(' to ')}${absolute ? ' without its sign' : ''}`

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
