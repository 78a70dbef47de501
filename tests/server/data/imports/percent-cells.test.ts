import { type WriteOptions, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { fillChoices } from '../../../../schemas/dataset/reading.ts'
import type { SheetRow } from '../../../../src/reading/cells.ts'
import { decideNumbers } from '../../../../src/reading/decide-numbers.ts'
import { readXlsx } from '../../../../src/server/data/imports/xlsx-rows.ts'

type Cells = NonNullable<WriteOptions['sheets'][number]['cells']>
type Cell = Cells extends Map<string, infer One> ? One : never

const percent = (value: number, numFmt = '0%'): Partial<Cell> => ({ value, style: { numFmt } })

/** Reads a column of a workbook as an import does. */
async function read(cells: readonly (number | string | Partial<Cell>)[], choices: object = {}) {
  const styled = new Map(
    cells.flatMap((cell, index) => (typeof cell === 'object' ? [[`${index},0`, cell]] : [])),
  )
  const rows = cells.map((cell) => [typeof cell === 'object' ? (cell.value ?? null) : cell])
  const bytes = await writeXlsx({ sheets: [{ name: 'A', rows, cells: styled }] })
  const sheet: SheetRow[] = []
  for await (const row of (await readXlsx(Buffer.from(bytes), null)).rows) sheet.push(row)
  const { questions } = decideNumbers(sheet, { index: 0, heading: 'Loss' }, fillChoices(choices))
  return questions.map(({ row, text }) => `row ${row}: ${text}`)
}

test.each([
  [
    [percent(0.05), 5],
    {},
    "row 1: '5%' is the number 0.05 in the spreadsheet, but '5' in row 2 is shown without a percent sign; give both cells one format and check their values",
  ],
  [
    [percent(0.0725, '0.00%')],
    { percents: { '': 'points' } },
    `row 1: '7.25%' is the number 0.0725 in the spreadsheet, but percents of this column are stored as points ("read": { "percents": { "Loss": "points" } }); write it as a text, or without its format as 7.25`,
  ],
] as const)(
  'a number that a spreadsheet shows as a percentage is called so: %j with %j',
  async (cells, choices, message) => {
    expect(await read(cells, choices)).toEqual([message])
  },
)

test.each([
  [[percent(0.05), 0, percent(1)], {}],
  [[percent(0.05), '7%'], { percents: { '': 'parts' } }],
  [[percent(0.05, '0.0"%"'), 5], {}],
])('%j with %j is read', async (cells, choices) => {
  expect(await read(cells, choices)).toEqual([])
})
