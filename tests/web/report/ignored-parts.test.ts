import { expect, test } from 'vitest'
import { arrangeTable } from '../../../src/report/table/arrange-table.ts'
import { listIgnoredParts } from '../../../src/web/report/ignored-parts.tsx'
import { tableOf } from '../../support/sample-table.ts'

const table = tableOf(['MTN', 'GLO'], [['2025-03-01', '3/1/2025', [1, 2]]])
const known = 'MTN'

const plain = { asked: '', compare: null, plan: { selectors: [], compare: ['year'] as const } }

test.each([
  ['nothing', { sort: null, added: [] }, []],
  ['an order of the first column', { sort: { label: null, desc: true }, added: [] }, []],
  ['an order of a column that is there', { sort: { label: known, desc: true }, added: [] }, []],
  ['an order of another column', { sort: { label: 'Gone', desc: true }, added: [] }, ['order by Gone']],
  ['an added column', { sort: null, added: [`rank:${known}`] }, []],
  [
    'columns that cannot be added',
    { sort: null, added: ['rank:Gone', 'x'] },
    ['column Gone, rank', 'column x'],
  ],
] as const)('of %s in an address is said what the table does not have', (_, arrangement, texts) => {
  const { added } = arrangement
  expect(listIgnoredParts(arrangeTable(table, added), { ...plain, arrangement })).toEqual(texts)
})

test.each([
  ['?sort=up:MTN', ['order up:MTN']],
  ['?sort=y&compare=z&days=q', ['comparison with z', 'days q', 'order y']],
  ['?sort=&compare=&days=', []],
])('%s names what has no meaning', (asked, texts) => {
  const arrangement = { sort: null, added: [] }
  expect(listIgnoredParts(table, { ...plain, asked, arrangement })).toEqual(texts)
})

test('what had a meaning is not said to be ignored once a reader takes it back', () => {
  const arrangement = { sort: null, added: [] }
  const asked = '?sort=desc:MTN&compare=year'
  expect(listIgnoredParts(table, { ...plain, asked, arrangement })).toEqual([])
})

test('what a reader chose since then is not said to be ignored', () => {
  const arrangement = { sort: { label: known, desc: true }, added: [] }
  const chosen = { ...plain, asked: '?sort=y&compare=z', compare: 'year', arrangement } as const
  expect(listIgnoredParts(table, chosen)).toEqual([])
})

test('an added column is not said to be ignored before it was tried', () => {
  expect(listIgnoredParts(table, { ...plain, arrangement: { sort: null, added: ['x'] } })).toEqual([])
})
