import { describe, expect, test } from 'vitest'
import readXlsxFile from 'read-excel-file/node'
import { sampleColumn } from '../support/sample-table.ts'
import { sampleAbout, tableOf, write } from '../support/read-workbook.ts'

const march = tableOf(['Answered', 'Dropped'], [['2025-03-01', '3/1/2025', [1, 2]]])
const described = {
  ...march,
  columns: march.columns.map((column, index) =>
    index === 0 ? { ...column, description: 'Calls that were answered.' } : column,
  ),
}
const sheets = async (...input: Parameters<typeof write>) =>
  (await readXlsxFile(Buffer.from(await write(...input)))).map(({ sheet, data }) => [sheet, data] as const)

const facts = {
  Report: 'Daily Minutes',
  Period: '2025 March',
  Source: 'API call /v1/minutes/2025/3',
  'Data as of': '2 June 2025, 09:00:00 UTC (2025-06-02T09:00:00Z)',
  'Exported by': 'analyst',
  'Exported at': '2 June 2025, 10:00:05 UTC (2025-06-02T10:00:05Z)',
  'Exported from': 'BI Dashboard',
  Rows: 1,
  Totals: 'They follow the filter.',
}
const about = async (...input: Parameters<typeof write>) => (await sheets(...input))[1]?.[1] ?? []
const aboutFacts = async (...input: Parameters<typeof write>) => Object.fromEntries(await about(...input))

describe('the sheet About', () => {
  test('says where the table comes from, by whom and when it was exported', async () => {
    const found = await sheets(march)
    expect(found.map(([name]) => name)).toEqual(['Daily Minutes Data', 'About'])
    expect(found[1]?.[1]).toEqual(Object.entries(facts))
  })

  test('has the tab, the description and the unit, if there are any', async () => {
    const described = { ...sampleAbout, tab: 'MNO', description: 'Calls of a day.', unit: 'calls' }
    expect((await about(march, { about: described })).slice(0, 5)).toEqual([
      ['Report', 'Daily Minutes'],
      ['Tab', 'MNO'],
      ['Period', '2025 March'],
      ['Description', 'Calls of a day.'],
      ['Unit', 'calls'],
    ])
  })

  test('has the names that the period counts', async () => {
    const counted = [['Networks', 'A, B, C, D']] as const
    expect(await aboutFacts(march, { about: { ...sampleAbout, counted } })).toMatchObject({
      Period: '2025 March',
      Networks: 'A, B, C, D',
    })
  })

  test('has the columns with their descriptions, if one has any', async () => {
    expect((await about(described)).slice(Object.keys(facts).length)).toEqual([
      [null, null],
      ['Column', 'Description'],
      ['Answered', 'Calls that were answered.'],
      ['Dropped', null],
    ])
  })

  test('lists the rows without a record', async () => {
    const february = tableOf(
      ['Answered'],
      Array.from({ length: 28 }, (_, day) => [`2025-02-${String(day + 1).padStart(2, '0')}`, '', [0]]),
    )
    const rows = february.rows.map((row, day) => ({ ...row, hasRecord: day !== 8 && day !== 9 }))
    expect(await aboutFacts({ ...february, rows })).toMatchObject({
      Rows: 28,
      'Days without a record': '2: 9 and 10 February 2025',
    })
  })

  test('says what the table leaves out and why columns are blank, unless they are hidden', async () => {
    const columns = march.columns.map((column, index) => ({
      ...column,
      unavailable: 'The year before has no records.',
      hidden: index === 0,
    }))
    const found = await about({ ...march, columns, remarks: ['The first 3 of 9 rows.'] })
    expect(found.filter(([name]) => name === 'Remark')).toEqual([
      ['Remark', 'The first 3 of 9 rows.'],
      ['Remark', 'Dropped: The year before has no records.'],
    ])
  })

  test.each([
    [['sum', 'mean'], 0, 'They follow the filter.'],
    [['sum', 'last'], 0, 'They follow the filter, except Dropped.'],
    [['last', 'weightedMean'], 0, 'They do not follow the filter.'],
    [['sum', 'sum'], 4, 'They do not follow the filter.'],
  ] as const)(
    'says whether totals follow the filter: %j, hidden rows %d',
    async (totals, hiddenRows, text) => {
      const columns = march.columns.map((column, index) => ({ ...column, total: totals[index] ?? 'sum' }))
      expect(await aboutFacts({ ...march, columns, hiddenRows })).toMatchObject({ Totals: text })
    },
  )

  test('says nothing of totals without any', async () => {
    expect(await aboutFacts({ ...march, total: null })).not.toHaveProperty('Totals')
  })

  test('has another name if the table has it', async () => {
    const found = await sheets(march, { title: 'about' })
    expect(found.map(([name]) => name)).toEqual(['about', 'About the table'])
  })

  test('contains texts as they are, without control characters', async () => {
    const columns = [{ ...sampleColumn('=1+1', 0), description: '=SUM(A1)\u0007' }]
    const found = await about({ ...tableOf(['A'], [['2025-03-01', '3/1/2025', [1]]]), columns })
    expect(found.slice(-2)).toEqual([
      ['Column', 'Description'],
      ['=1+1', '=SUM(A1)'],
    ])
  })
})
