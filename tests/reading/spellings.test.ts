import { expect, test } from 'vitest'
import { fillChoices } from '../../schemas/dataset/reading.ts'
import type { Cell } from '../../src/reading/cells.ts'
import { checkNames } from '../../src/reading/spellings.ts'

const check = (cells: readonly Cell[]) =>
  checkNames(
    cells.map((cell, index) => ({ row: index + 2, cells: [cell] })),
    [{ index: 0, heading: 'Product' }],
    fillChoices(),
  ).map(({ row, text }) => `row ${row}: ${text}`)

test('a date among names is refused, since a spreadsheet makes dates of names such as 5-3', () => {
  const day = new Date('2025-03-05')
  expect(check(['Flat', day, '5-40'])).toEqual([
    "row 3: '2025-03-05' is a date among texts, which a spreadsheet may have made of a name such as 5-3; format the column as text and correct the name",
  ])
  // Dates that a dimension tells apart are names, whatever a cell for none says.
  expect(check([day, day, 'none'])).toEqual([])
})
