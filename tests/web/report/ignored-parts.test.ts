import { expect, test } from 'vitest'
import { arrangeTable } from '../../../src/report/table/arrange-table.ts'
import { listIgnoredParts } from '../../../src/web/report/ignored-parts.tsx'
import { tableOf } from '../../support/sample-table.ts'

const table = tableOf(['MTN', 'GLO'], [['2025-03-01', '3/1/2025', [1, 2]]])
const known = 'MTN'

test.each([
  ['nothing', { sort: null, added: [] }, []],
  ['an order of the first column', { sort: { label: null, desc: true }, added: [] }, []],
  ['an order of a column that is there', { sort: { label: known, desc: true }, added: [] }, []],
  ['an order of another column', { sort: { label: 'Gone', desc: true }, added: [] }, ['sort by Gone']],
  ['an added column', { sort: null, added: [`rank:${known}`] }, []],
  ['columns that cannot be added', { sort: null, added: ['rank:Gone', 'x'] }, ['add Gone, rank', 'add x']],
] as const)('of %s in an address is said what the table does not have', (_, { sort, added }, texts) => {
  expect(listIgnoredParts(arrangeTable(table, added), { sort, added })).toEqual(texts)
})

test('an added column is not said to be ignored before it was tried', () => {
  expect(listIgnoredParts(table, { sort: null, added: ['x'] })).toEqual([])
})
