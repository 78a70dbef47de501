import type { ConditionOperator } from '../../../schemas/report/conditions.ts'

/** The comparison of each operator, and how it is read. */
const operators: {
  readonly [O in ConditionOperator]: {
    readonly compare: (value: number, limit: number) => boolean
    readonly words: string
  }
} = {
  '<': { compare: (value, limit) => value < limit, words: 'below' },
  '<=': { compare: (value, limit) => value <= limit, words: 'at most' },
  '=': { compare: (value, limit) => value === limit, words: 'equal to' },
  '!=': { compare: (value, limit) => value !== limit, words: 'other than' },
  '>=': { compare: (value, limit) => value >= limit, words: 'at least' },
  '>': { compare: (value, limit) => value > limit, words: 'above' },
}

/** Removes the noise of a sum or a difference, which could pass a limit that the shown number does not. */
const round = (value: number): number => Number(value.toPrecision(12))

/** Compares a value with a limit as readers see them. */
export const compareValues = (operator: ConditionOperator, value: number, limit: number): boolean =>
  operators[operator].compare(round(value), round(limit))

/** Returns the words of an operator: `at least`. */
export const describeComparison = (operator: ConditionOperator): string => operators[operator].words
