import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Highlights } from '../../../schemas/report/conditions.ts'
import { computeShade, findMark } from '../../../src/report/table/highlights.ts'
import { explainMarks } from '../../../src/report/model/report-table.ts'
import { pickColumns } from '../../../src/report/table/pick-columns.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const records = [
  { day: '2025-03-01', a: 10, b: 1, loss: 0.02 },
  { day: '2025-03-02', a: 20, b: 30, loss: 0.07 },
  { day: '2025-03-03', a: 40, b: 0, loss: null },
]

const key = { kind: 'date', field: 'day', label: 'Date' }

function build(...highlights: z.input<typeof Highlights>) {
  const plan = compileOne({
    columns: [
      { field: 'a', label: 'A' },
      { field: 'b', label: 'B' },
      { id: 'loss', label: 'Loss', value: 'mean(loss)', format: { style: 'percent' } },
    ],
    rows: { key, fillMissing: 'days', missing: 'blank', total: 'Total' },
    highlights,
  })
  return tabulate(plan, records)
}

const listMarks = (table: ReturnType<typeof build>, index: number | null) =>
  table.rows.slice(0, 4).map((row) => findMark(table, row, index))

describe('a highlight by a condition', () => {
  test.each([
    ['<', ['bad', null, null]],
    ['<=', ['bad', 'bad', null]],
    ['=', [null, 'bad', null]],
    ['!=', ['bad', null, 'bad']],
    ['>=', [null, 'bad', 'bad']],
    ['>', [null, null, 'bad']],
  ] as const)('compares by %s', (operator, marks) => {
    const table = build({ when: { column: 'a', operator, value: 20 }, as: 'bad' })
    expect(listMarks(table, 0)).toEqual([...marks, null])
  })

  test('marks the cell that meets it, and no blank, no other column, no row without a record', () => {
    const table = build({ when: { column: 'loss', operator: '<', value: 1 }, as: 'warning' })
    expect(listMarks(table, 2)).toEqual(['warning', 'warning', null, null])
    expect(listMarks(table, 0)).toEqual([null, null, null, null])
    expect(listMarks(table, null)).toEqual([null, null, null, null])
  })

  test.each([
    [{ operator: 'outside', value: [20, 30] }, ['bad', null, 'bad']],
    [{ operator: 'outside', value: [10, 40] }, [null, null, null]],
    [{ operator: 'outside', value: [{ column: 'b' }, 20] }, [null, 'bad', 'bad']],
  ] as const)('knows values outside two limits: %j', (limits, marks) => {
    const { operator, value } = limits
    const table = build({ when: { column: 'a', operator, value: [...value] }, as: 'bad' })
    expect(listMarks(table, 0)).toEqual([...marks, null])
  })

  test('compares values without their signs, and says so', () => {
    const table = build({ when: { column: 'a', operator: '>', value: 20, absolute: true }, as: 'bad' })
    const rows = table.rows.map((row) => ({ ...row, values: row.values.map((value) => value && -value) }))
    expect(listMarks({ ...table, rows }, 0)).toEqual([null, null, 'bad', null])
    expect(explainMarks(table)).toEqual(['✗ A above 20.00 without its sign'])
  })

  test('names two limits', () => {
    const value: [{ column: string }, number] = [{ column: 'b' }, 30]
    const table = build({ when: { column: 'a', operator: 'outside', value }, as: 'bad' })
    expect(explainMarks(table)).toEqual(['✗ A outside B to 30.00'])
  })

  test('compares with another column of the same row', () => {
    const table = build({ when: { column: 'b', operator: '>', value: { column: 'a' } }, as: 'bad' })
    expect(listMarks(table, 1)).toEqual([null, 'bad', null, null])
    expect(explainMarks(table)).toEqual(['✗ B above A'])
  })

  test('is not met by the noise of a difference', () => {
    const table = build({ when: { column: 'loss', operator: '>', value: 0.1 }, as: 'bad' })
    const [row] = table.rows
    expect(row && findMark(table, { ...row, values: [0, 0, 1.1 - 1] }, 2)).toBeNull()
    expect(row && findMark(table, { ...row, values: [0, 0, 0.1001] }, 2)).toBe('bad')
  })

  test('is the first that is met', () => {
    const table = build(
      { when: { column: 'a', operator: '>', value: 30 }, as: 'bad' },
      { when: { column: 'a', operator: '>', value: 15 }, as: 'warning', label: 'Busy' },
    )
    expect(listMarks(table, 0)).toEqual([null, 'warning', 'bad', null])
    expect(explainMarks(table)).toEqual(['✗ A above 30.00', '! Busy'])
  })

  test('marks the row, and says a percentage as the table writes it', () => {
    const table = build({ when: { column: 'loss', operator: '>', value: 0.05 }, as: 'bad', mark: 'row' })
    expect(listMarks(table, null)).toEqual([null, 'bad', null, null])
    expect(listMarks(table, 2)).toEqual([null, null, null, null])
    expect(explainMarks(table)).toEqual(['✗ Loss above 5.00%'])
  })

  test('follows its columns when others are left out, and goes with the last of them', () => {
    const table = build(
      { when: { column: 'b', operator: '>', value: { column: 'a' } }, as: 'bad' },
      { when: { column: 'loss', operator: '>', value: 0.05 }, as: 'warning' },
    )
    const picked = pickColumns(table, [2, 1])
    expect(picked.rows.slice(0, 2).map((row) => findMark(picked, row, 0))).toEqual([null, 'warning'])
    expect(explainMarks(picked)).toEqual(['! Loss above 5.00%'])
  })
})

describe('a highlight by a scale', () => {
  const listShades = (table: ReturnType<typeof build>) =>
    table.rows.slice(0, 4).map((row) => computeShade(table, row, 0))

  test('reaches from the smallest to the largest value', () => {
    expect(listShades(build({ scale: 'a' }))).toEqual([0, 1 / 3, 1, null])
  })

  test('ends at its limits', () => {
    expect(listShades(build({ scale: 'a', from: 0, to: 20 }))).toEqual([0.5, 1, 1, null])
  })

  test('is explained by its columns and limits, unless it shades nothing', () => {
    expect(explainMarks(build({ scale: 'a', from: 0, to: 20 }))).toEqual(['A: shaded from 0.00 to 20.00'])
    expect(explainMarks(build({ scale: 'a', from: 1e6 }))).toEqual([])
  })

  test('of one value shades nothing', () => {
    const table = build({ scale: 'a' })
    const [row] = table.rows
    const single = build({ scale: 'a', from: 10 })
    expect(row && computeShade(single, row, 0)).toBe(0)
  })
})
