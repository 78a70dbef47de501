import { expect, test } from 'vitest'
import { groupHeaders } from '../../../src/report/model/report-table.ts'

const columns = (...headers: readonly (string | null)[]) =>
  headers.map((above) => ({ header: above === null ? null : { above, label: 'x' } }))

test('adjacent columns with the same header share it', () => {
  expect(groupHeaders(columns('In', 'In', null, 'Out', 'In'))).toEqual([
    { text: 'In', start: 0, count: 2 },
    { text: null, start: 2, count: 1 },
    { text: 'Out', start: 3, count: 1 },
    { text: 'In', start: 4, count: 1 },
  ])
})

test('without a header there is no row of headers', () => {
  expect(groupHeaders(columns(null, null))).toEqual([])
  expect(groupHeaders([])).toEqual([])
})
