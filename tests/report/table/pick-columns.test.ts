import { expect, test } from 'vitest'
import { pickColumns } from '../../../src/report/table/pick-columns.ts'
import { sampleTable } from '../../support/sample-table.ts'

const table = sampleTable({ rows: 'months', names: ['a', 'b', 'c'], values: [[1, 2, 3]] })

test('keeps the columns at the positions, in their order, with their values and totals', () => {
  const picked = pickColumns(table, [2, 0])
  expect(picked.columns.map(({ label }) => label)).toEqual(['c', 'a'])
  expect(picked.rows[0]?.values).toEqual([3, 1])
  expect(picked.total?.values).toEqual([3, 1])
  expect(picked.series).toBe(table.series)
  expect(picked).not.toHaveProperty('comparison')
})

test('finds the weights of a mean at their new position', () => {
  const columns = table.columns.map((column, index) => ({ ...column, weights: index === 0 ? 2 : null }))
  const weightsAt = (positions: readonly number[]) =>
    pickColumns({ ...table, columns }, positions).columns[0]?.weights
  expect([weightsAt([0, 2]), weightsAt([0, 1])]).toEqual([1, -1])
})

test('keeps the columns of an earlier period', () => {
  const { columns, rows, total } = table
  const totals = total?.values ?? []
  const comparison = {
    name: '2023',
    currentName: '2024',
    rows: rows.map((row, index) => (index === 0 ? row : null)),
    lines: [{ kind: 'earlier' as const, label: '2023', values: totals, columns }],
    totals,
    earlierTotals: totals,
    table,
  }
  const picked = pickColumns({ ...table, comparison }, [1]).comparison
  expect(picked?.rows.map((row) => row?.values)).toEqual([[2], ...rows.slice(1).map(() => undefined)])
  expect(picked?.lines.map((line) => [line.values, line.columns.map(({ label }) => label)])).toEqual([
    [[2], ['b']],
  ])
  expect([picked?.totals, picked?.earlierTotals]).toEqual([[2], [2]])
})
