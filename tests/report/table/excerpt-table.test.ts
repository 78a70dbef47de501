import { expect, test } from 'vitest'
import { addColumn } from '../../../src/report/table/added-columns.ts'
import { excerptTable } from '../../../src/report/table/excerpt-table.ts'
import { tableOf } from '../../support/sample-table.ts'

const table = tableOf(['A', 'B', 'C', 'D', 'E'], [['2025-03-01', '3/1/2025', [1, 2, 3, 4, 5]]])
const shorten = (of: typeof table, columns: number) => {
  const excerpt = excerptTable(of, { rows: 5, columns })
  return [excerpt.table.columns.map(({ label }) => label), excerpt.notShown]
}

test('the first columns are shown, and the others are named', () => {
  expect(shorten(table, 3)).toEqual([['A', 'B', 'C'], 'Not shown: the columns D, E.'])
})

test('a column to which something was added is shown with it, before the first ones', () => {
  const added = addColumn(table, 'share:D')
  expect(shorten(added, 3)).toEqual([['A', 'D', 'D, share'], 'Not shown: the columns B, C, E.'])
  expect(shorten(addColumn(added, 'rank:D'), 2)).toEqual([
    ['D, share', 'D, rank'],
    'Not shown: the columns A, B, C, D, E.',
  ])
})
