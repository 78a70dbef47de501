import { strFromU8, unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import type { NumberFormat } from '../../src/report/model/format.ts'
import { addRemark, type ReportTable } from '../../src/report/model/report-table.ts'
import { parts, tableOf, write } from '../support/read-workbook.ts'

const march = tableOf(['Answered', 'Dropped'], [['2025-03-01', '3/1/2025', [120, 5]]])
const percent: NumberFormat = {
  options: {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    style: 'percent',
    notation: 'standard',
    signDisplay: 'exceptZero',
  },
  suffix: '',
}

/** March with 100 answered calls in February, and none dropped. */
function compare(table: ReportTable): ReportTable {
  const { columns } = table
  const [totals, earlierTotals] = [table.total?.values ?? [], [100, 0]]
  return {
    ...table,
    comparison: {
      name: 'February 2025',
      currentName: 'March 2025',
      rows: [null],
      lines: [
        { kind: 'earlier', label: 'February 2025', values: earlierTotals, columns },
        { kind: 'difference', label: 'Difference', values: [20, 5], columns },
        {
          kind: 'change',
          label: 'Difference %',
          values: [0.2, null],
          columns: columns.map((column) => ({ ...column, format: percent })),
        },
      ],
      totals,
      earlierTotals,
      table,
    },
  }
}
const readSheets = async (...input: Parameters<typeof write>) =>
  (await readXlsxFile(Buffer.from(await write(...input)))).map(({ sheet, data }) => [sheet, data] as const)

describe('the sheet Comparison (spec 4.23, 9.5)', () => {
  test('names a number that lacks records, and says which', async () => {
    const gap = 'Rates has no record of Delta.'
    const { comparison, ...table } = compare(march)
    if (comparison === undefined) throw new Error('no comparison')
    const lines = comparison.lines.map((line) => ({ ...line, gaps: [[gap], []] }))
    const file = await write({ ...table, comparison: { ...comparison, lines } })
    const [comments = new Uint8Array()] = Object.entries(unzipSync(file)).flatMap(([name, content]) =>
      name.includes('comments') ? [content] : [],
    )
    expect(strFromU8(comments).split(gap)).toHaveLength(4)
    expect(parts(file).styles).toContain('&quot;incomplete &quot;#,##0.00')
  })

  test('has a row per column with the totals of both periods and their differences', async () => {
    const [, , comparison] = await readSheets(compare(march))
    expect(comparison).toEqual([
      'Comparison',
      [
        ['Totals of March 2025, compared with February 2025', null, null, null, null],
        [null, null, null, null, null],
        ['Column', 'March 2025', 'February 2025', 'Difference', 'Difference %'],
        ['Answered', 120, 100, 20, 0.2],
        ['Dropped', 5, 0, 5, null],
      ],
    ])
  })

  test('computes the differences by formulas, in the formats of the screen', async () => {
    const file = parts(await write(compare(march)))
    const cells = [...file.comparison.matchAll(/<c r="([A-Z]\d)"[^>]*><f>([^<]*)<\/f><v>([^<]*)<\/v>/g)]
    expect(cells.map(([, ...cell]) => cell)).toEqual([
      ['D4', 'B4-C4', '20'],
      ['E4', 'D4/ABS(C4)', '0.2'],
      ['D5', 'B5-C5', '5'],
    ])
    expect(file.styles).toContain('+#,##0.0%;-#,##0.0%;#,##0.0%')
  })

  test('has a column for each further line, and formulas that read the line they are about', async () => {
    const compared = compare(march)
    const { comparison } = compared
    if (comparison === undefined) throw new Error('no comparison')
    const { columns } = march
    const lines = [
      ...comparison.lines,
      { kind: 'rate', label: 'Difference per day %', values: [0.1, null], columns },
      { kind: 'earlier', label: 'March 2024', values: [60, 2], columns },
      { kind: 'difference', label: 'Difference to March 2024', values: [60, 3], columns },
      { kind: 'change', label: 'Difference % to March 2024', values: [1, 1.5], columns },
    ] as const
    const all = { ...compared, comparison: { ...comparison, lines } }
    const [, , sheet] = await readSheets(all)
    expect(sheet?.[1].slice(2, 4)).toEqual([
      ['Column', 'March 2025', ...lines.map(({ label }) => label)],
      ['Answered', 120, 100, 20, 0.2, 0.1, 60, 60, 1],
    ])
    const file = parts(await write(all))
    const cells = [...file.comparison.matchAll(/<c r="([A-Z]4)"[^>]*><f>([^<]*)<\/f>/g)]
    expect(cells.map(([, ...cell]) => cell)).toEqual([
      ['D4', 'B4-C4'],
      ['E4', 'D4/ABS(C4)'],
      ['H4', 'B4-G4'],
      ['I4', 'H4/ABS(G4)'],
    ])
  })

  test('repeats the difference where a difference of percentages is in points', async () => {
    const { comparison, ...table } = compare(march)
    if (comparison === undefined) throw new Error('no comparison')
    const points = { ...percent, suffix: '\u00A0pts' }
    const lines = comparison.lines.map((line) => ({
      ...line,
      columns: line.columns.map((column) => ({ ...column, format: points })),
      values: line.kind === 'change' ? [20, 5] : line.values,
    }))
    const file = parts(await write({ ...table, comparison: { ...comparison, lines } }))
    expect(file.comparison).toContain('<f>D4</f><v>20</v>')
  })

  test('is missing without a comparison, and changes no other sheet', async () => {
    expect(await readSheets(march)).toHaveLength(2)
    const [plain, compared] = [parts(await write(march)), parts(await write(compare(march)))]
    expect(compared.sheet).toBe(plain.sheet)
    expect(compared.about).toBe(plain.about)
    expect(plain.names).not.toContain('xl/worksheets/sheet3.xml')
  })

  test('leaves out hidden columns', async () => {
    const [answered, dropped] = march.columns
    if (answered === undefined || dropped === undefined) throw new Error('two columns expected')
    const hidden = compare({ ...march, columns: [{ ...answered, hidden: true }, dropped] })
    const [, , comparison] = await readSheets(hidden)
    expect(comparison?.[1].slice(3)).toEqual([['Dropped', 5, 0, 5, null]])
  })

  test('has another name beside a table of that name', async () => {
    const names = async (title: string) => (await readSheets(compare(march), { title })).map(([name]) => name)
    expect(await names('comparison')).toEqual(['comparison', 'About', 'Comparison of periods'])
  })
})

test('why a table has no comparison is a remark of the file', () => {
  expect(addRemark(march, null)).toBe(march)
  expect(addRemark(march, 'No data for February 2025.').remarks).toEqual(['No data for February 2025.'])
})
