import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CellSelection,
  extendTo,
  listSelected,
  moveCell,
  selectAll,
  selectCell,
  selectLine,
  widenToLines,
} from '../../../../../src/web/components/data-table/cells/selected-cells.ts'

const size = { rows: 5, columns: 4 }
const at = (row: number, column: number) => ({ row, column })
const block = extendTo(selectCell(at(3, 2)), at(1, 3))

describe('a block of cells', () => {
  test('is between its ends, whichever is first', () => {
    expect(listSelected(block, size)).toEqual({ rows: [1, 2, 3], columns: [2, 3] })
    expect(listSelected(extendTo(null, at(1, 1)), size)).toEqual({ rows: [1], columns: [1] })
    expect(listSelected(selectAll(size), size)).toEqual({ rows: [0, 1, 2, 3, 4], columns: [0, 1, 2, 3] })
  })

  test('becomes its whole columns or rows', () => {
    expect(listSelected(widenToLines(block, 'columns'), size)).toEqual({
      rows: [0, 1, 2, 3, 4],
      columns: [2, 3],
    })
    expect(listSelected(widenToLines(block, 'rows'), size)).toEqual({
      rows: [1, 2, 3],
      columns: [0, 1, 2, 3],
    })
  })
})

describe('whole columns', () => {
  const choose = (...clicks: readonly (readonly [column: number, how: 'extend' | 'toggle'])[]) =>
    clicks.reduce<CellSelection | null>(
      (selection, [column, how]) => selectLine(selection, 'columns', at(0, column), how),
      null,
    )
  const columns = (selection: CellSelection | null) => selection && listSelected(selection, size).columns

  test.each([
    ['one', [[1, 'toggle']], [1]],
    [
      'a span',
      [
        [1, 'toggle'],
        [3, 'extend'],
      ],
      [1, 2, 3],
    ],
    [
      'a span towards the start',
      [
        [3, 'extend'],
        [1, 'extend'],
      ],
      [1, 2, 3],
    ],
    [
      'single ones',
      [
        [3, 'toggle'],
        [0, 'toggle'],
      ],
      [0, 3],
    ],
    [
      'one less',
      [
        [0, 'toggle'],
        [1, 'toggle'],
        [3, 'toggle'],
        [1, 'toggle'],
      ],
      [0, 3],
    ],
    [
      'a span beside a single one',
      [
        [0, 'toggle'],
        [2, 'toggle'],
        [3, 'extend'],
      ],
      [0, 2, 3],
    ],
    [
      'the last one stays',
      [
        [2, 'toggle'],
        [2, 'toggle'],
      ],
      [2],
    ],
  ] as const)('are chosen: %s', (_, clicks, expected) => {
    expect(columns(choose(...clicks))).toEqual(expected)
  })

  test('replace a block, and a block replaces them', () => {
    expect(selectLine(block, 'columns', at(0, 1), 'extend').kind).toBe('columns')
    expect(listSelected(selectCell(at(2, 2)), size)).toEqual({ rows: [2], columns: [2] })
  })
})

describe('keys', () => {
  const near = { isFar: false, page: 3 }
  const far = { isFar: true, page: 3 }
  test.each([
    ['ArrowUp', near, at(1, 1)],
    ['ArrowDown', near, at(3, 1)],
    ['ArrowLeft', near, at(2, 0)],
    ['ArrowRight', near, at(2, 2)],
    ['Home', near, at(2, 0)],
    ['End', near, at(2, 3)],
    ['PageUp', near, at(0, 1)],
    ['PageDown', near, at(4, 1)],
    ['ArrowUp', far, at(0, 1)],
    ['ArrowDown', far, at(4, 1)],
    ['ArrowLeft', far, at(2, 0)],
    ['ArrowRight', far, at(2, 3)],
    ['Home', far, at(0, 0)],
    ['End', far, at(4, 3)],
    ['x', near, null],
  ])('%s moves the cell (%j)', (key, how, expected) => {
    expect(moveCell(at(2, 1), key, size, how)).toEqual(expected)
  })
})

test('any clicks and keys select cells of the table, in order and without repetition', () => {
  const cell = fc.record({ row: fc.nat(4), column: fc.nat(3) })
  const kind = fc.constantFrom('rows', 'columns')
  const step = fc.oneof(
    cell.map((to) => (before: CellSelection | null) => extendTo(before, to)),
    cell.map((to) => () => selectCell(to)),
    fc.tuple(kind, cell, fc.constantFrom('only', 'extend', 'toggle')).map(
      ([along, to, how]) =>
        (before: CellSelection | null) =>
          selectLine(before, along, to, how),
    ),
    kind.map((along) => (before: CellSelection | null) => before && widenToLines(before, along)),
    fc
      .tuple(fc.constantFrom('ArrowUp', 'ArrowRight', 'PageDown', 'End'), fc.boolean())
      .map(([key, isFar]) => (before: CellSelection | null) => {
        const next = before && moveCell(before.focus, key, size, { isFar, page: 2 })
        return before && next && extendTo(before, next)
      }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const selection = steps.reduce<CellSelection | null>((before, take) => take(before), null)
      if (selection === null) return
      const { rows, columns } = listSelected(selection, size)
      for (const [lines, count] of [
        [rows, size.rows],
        [columns, size.columns],
      ] as const) {
        expect(lines.length).toBeGreaterThan(0)
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b))
        expect(lines.every((line) => line >= 0 && line < count)).toBe(true)
      }
    }),
  )
})
