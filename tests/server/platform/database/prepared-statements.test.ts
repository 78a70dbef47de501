import { expect, test } from 'vitest'
import {
  createStatementNames,
  type StatementNames,
} from '../../../../src/server/platform/database/prepared-statements.ts'

const repeat = (names: StatementNames, text: string, times: number) =>
  Array.from({ length: times }, () => names.get(text)).at(-1)

test('a statement has a name from its fifth execution on, the same in every process', () => {
  const names = createStatementNames()
  expect(repeat(names, 'select 1 where $1', 4)).toBeUndefined()
  const name = names.get('select 1 where $1')
  expect(name).toMatch(/^portal_[0-9a-f]{32}$/)
  expect(names.get('select 1 where $1')).toBe(name)
  expect(repeat(createStatementNames(), 'select 1 where $1', 5)).toBe(name)
  expect(repeat(names, 'select 2 where $1', 5)).not.toBe(name)
})

test('transactions, definitions and long statements have no name', () => {
  const names = createStatementNames()
  for (const text of ['begin', 'commit', 'alter table a', `select ${'$1, '.repeat(2_000)}`]) {
    expect(repeat(names, text, 10)).toBeUndefined()
  }
})

test('statements that vary without end get a bounded number of names', () => {
  const names = createStatementNames()
  for (let width = 0; width < 300; width += 1) repeat(names, `select ${width}`, 5)
  expect(names.get('select 0')).toBeDefined()
  expect(repeat(names, 'select 299', 10)).toBeUndefined()
})

test('without preparation no statement has a name', () => {
  const names = createStatementNames()
  repeat(names, 'select 1', 5)
  names.disable()
  expect(names.get('select 1')).toBeUndefined()
})
