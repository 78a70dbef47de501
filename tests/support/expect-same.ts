import { expect } from 'vitest'
import type { Value } from '../../src/query/arithmetic.ts'

/** Compares values to the ninth digit: the order of additions is no matter here. */
export function expectSame(actual: readonly Value[] = [], expected: readonly Value[]): void {
  const isSame = expected.every((value, index) => {
    const counterpart = actual[index] ?? null
    if (value === null || counterpart === null) return value === counterpart
    return Math.abs(value - counterpart) <= 1e-9 * Math.max(1, Math.abs(value))
  })
  expect(isSame ? expected : actual).toEqual(expected)
}
