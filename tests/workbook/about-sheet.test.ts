import { describe, expect, test } from 'vitest'
import readXlsxFile from 'read-excel-file/node'
import { sampleColumn } from '../support/sample-table.ts'
import { tableOf, write } from '../support/read-workbook.ts'

const march = tableOf(['Answered', 'Dropped'], [['2025-03-01', '3/1/2025', [1, 2]]])
const described = {
  ...march,
  columns: march.columns.map((column, index) =>
    index === 0 ? { ...column, description: 'Calls that were answered.' } : column,
  ),
}
const sheets = async (...input: Parameters<typeof write>) =>
  (await readXlsxFile(Buffer.from(await write(...input)))).map(({ sheet, data }) => [sheet, data] as const)

describe('the sheet About', () => {
  test('is missing if the definition explains nothing', async () => {
    const found = await sheets(march, { notes: { description: null, unit: null } })
    expect(found.map(([name]) => name)).toEqual(['Daily Minutes Data'])
  })

  test('has the description, the unit, and the columns with their descriptions', async () => {
    const notes = { description: 'Calls of a day.', unit: 'calls' }
    expect((await sheets(described, { notes }))[1]).toEqual([
      'About',
      [
        ['Description', 'Calls of a day.'],
        ['Unit', 'calls'],
        [null, null],
        ['Column', 'Description'],
        ['Answered', 'Calls that were answered.'],
        ['Dropped', null],
      ],
    ])
  })

  test('has only what is there', async () => {
    expect((await sheets(march, { notes: { description: null, unit: 'min' } }))[1]?.[1]).toEqual([
      ['Unit', 'min'],
    ])
    expect((await sheets(described))[1]?.[1]).toEqual([
      ['Column', 'Description'],
      ['Answered', 'Calls that were answered.'],
      ['Dropped', null],
    ])
  })

  test('has another name if the table has it', async () => {
    const found = await sheets(march, { title: 'about', notes: { description: null, unit: 'min' } })
    expect(found.map(([name]) => name)).toEqual(['about', 'About the table'])
  })

  test('contains texts as they are, without control characters', async () => {
    const columns = [{ ...sampleColumn('=1+1', 0), description: '=SUM(A1)\u0007' }]
    const found = await sheets({ ...tableOf(['A'], [['2025-03-01', '3/1/2025', [1]]]), columns })
    expect(found[1]?.[1]).toEqual([
      ['Column', 'Description'],
      ['=1+1', '=SUM(A1)'],
    ])
  })
})
