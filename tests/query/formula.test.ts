import { expect, test } from 'vitest'
import { type Cell, evaluate, type Formula } from '../../src/query/formula.ts'

test.each([
  [1, 10, ['condition', 'yes']],
  [0, 20, ['condition', 'no']],
  [null, null, ['condition', 'yes']],
])('a choice by %s is %s, and reads no more than one of its two values', (condition, value, names) => {
  const values: Readonly<Record<string, number | null>> = { condition, yes: 10, no: 20 }
  const read: string[] = []
  const cell: Cell<string> = {
    read: (name) => {
      read.push(name)
      return values[name] ?? null
    },
    at: () => null,
    list: () => [],
  }
  const choice: Formula<string> = {
    kind: 'operation',
    operation: 'if',
    operands: ['condition', 'yes', 'no'].map((name) => ({ kind: 'read', name })),
  }
  expect(evaluate(choice, cell)).toBe(value)
  expect(read).toEqual(names)
})
