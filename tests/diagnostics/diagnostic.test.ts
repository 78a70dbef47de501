import { expect, test } from 'vitest'
import { findClosestMatch } from '../../src/diagnostics/diagnostic.ts'

test.each([
  ['colums', ['columns', 'chart'], 'columns'],
  ['gloMinute', ['airtelMinutes', 'gloMinutes'], 'gloMinutes'],
  ['yaer', ['year', 'month'], 'year'],
  ['SE', ['SW', 'NC'], 'SW'],
  ['a', ['b', 'c'], 'b'],
])('%s is a misspelling of a known name', (name, known, expected) => {
  expect(findClosestMatch(name, known)).toBe(expected)
})

test.each([
  ['to', ['id', 'sum', 'role']],
  ['xyz', ['sum', 'role', 'color']],
  ['share', ['field', 'total']],
  ['month', ['month']],
])('%s is none of a known name', (name, known) => {
  expect(findClosestMatch(name, known)).toBeNull()
})
