import { expect, test } from 'vitest'
import type { TotalKind } from '../../src/report/model/column-kind.ts'
import { formatTotalFormula } from '../../src/workbook/formulas.ts'
import { marchOf, parts, tableOf, values, write } from '../support/read-workbook.ts'
import type { Highlights } from '../../src/report/model/report-table.ts'

const plain = { absolute: false } as const
const highlights: Highlights = {
  conditions: [
    {
      ...plain,
      columns: [0],
      operator: '!=',
      limits: [{ index: 1 }],
      mark: 'warning',
      isRow: true,
      label: '! A row',
    },
    { ...plain, columns: [1], operator: '>', limits: [2.5], mark: 'bad', isRow: false, label: '✗ Above' },
  ],
  scales: [{ columns: [0], from: 0, to: 9 }],
}
const table = tableOf(
  ['Airtel', 'MTN'],
  [
    ['2025-02-08', '2/8/2025', [3, 4]],
    ['2025-02-09', '2/9/2025', [0, 0]],
    ['2025-02-10', '2/10/2025', [5, 5]],
  ],
)
const withGap = { ...table, rows: table.rows.map((row, index) => ({ ...row, hasRecord: index !== 1 })) }

test('highlights are conditional formats of the rows that have a record', async () => {
  const { sheet, styles } = parts(await write({ ...withGap, highlights }))
  const formats = [
    ...sheet.matchAll(/<conditionalFormatting sqref="([^"]*)">(.*?)<\/conditionalFormatting>/g),
  ]
  expect(formats.map(([, range]) => range)).toEqual(['C4:C4 C6:C6', 'A4:C4 A6:C6', 'B4:B4 B6:B6'])
  expect(formats[0]?.[2]).toContain('<formula>AND(ISNUMBER($C4),$C4&gt;2.5)</formula>')
  expect(formats[1]?.[2]).toContain('<formula>OR(AND(ISNUMBER($B4),ISNUMBER($C4),$B4&lt;&gt;$C4))</formula>')
  expect(formats[2]?.[2]).toContain('<cfvo type="num" val="0"/><cfvo type="num" val="9"/>')
  expect(formats.map(([, , rule]) => /priority="(\d)"/.exec(rule ?? '')?.[1])).toEqual(['1', '2', '3'])
  expect(styles).toContain('formatCode="&quot;✗ &quot;#,##0.00;&quot;✗ &quot;-#,##0.00"')
})

test('a condition of two limits and one without signs are formulas', async () => {
  const conditions = [
    {
      ...plain,
      columns: [0],
      operator: 'outside',
      limits: [-1, { index: 1 }],
      mark: 'bad',
      isRow: false,
      label: '',
    },
    { columns: [1], operator: '>', absolute: true, limits: [2.5], mark: 'bad', isRow: false, label: '' },
  ] as const
  const { sheet } = parts(await write({ ...table, highlights: { conditions, scales: [] } }))
  expect(sheet).toContain('AND(ISNUMBER($B4),ISNUMBER($C4),OR($B4&lt;-1,$B4&gt;$C4))')
  expect(sheet).toContain('AND(ISNUMBER($C4),ABS($C4)&gt;2.5)')
})

test('what the marks mean is written below the table', async () => {
  const { rows } = await values(await write({ ...withGap, highlights }))
  expect(rows.slice(-3).map(([text]) => text)).toEqual([
    '! A row',
    '✗ Above',
    'Airtel: shaded from 0.00 to 9.00',
  ])
})

test('a table without highlights has no conditional format', async () => {
  expect(parts(await write(table)).sheet).not.toContain('conditionalFormatting')
})

test.each<[TotalKind, readonly (number | null)[], number, object, string | null]>([
  ['sum', [1, 4], 5, {}, 'SUBTOTAL(109,B4:B5)'],
  ['mean', [1, 4], 2.5, {}, 'SUBTOTAL(101,B4:B5)'],
  ['min', [1, 4], 1, {}, 'SUBTOTAL(105,B4:B5)'],
  ['max', [1, 4], 4, {}, 'SUBTOTAL(104,B4:B5)'],
  ['weightedMean', [1, 4], 2.5, {}, 'SUMPRODUCT(B4:B5,C4:C5)/SUM(C4:C5)'],
  ['mean', [1, null], 1, {}, 'SUBTOTAL(101,B4:B5)'],
  ['last', [1, null], 1, {}, 'B4:B4'],
  ['last', [1, 4], 1, {}, null],
  ['median', [1, 4], 2.5, {}, null],
  // An empty cell has a weight in a spreadsheet.
  ['weightedMean', [1, null], 1, {}, null],
  ['mean', [1, 0], 1, { hasRecord: false }, null],
  ['sum', [3, 2], 5, { isRest: true }, 'SUBTOTAL(109,B4:B5)'],
  ['mean', [3, 2], 2.8, { isRest: true }, null],
  // The largest sum of a day over all rows, and the lowest one.
  ['max', [1, 4], 5, {}, null],
  ['min', [1, 4], 3, {}, null],
])(
  'the total %s of %j, %d, the last row with %j, is the formula %s',
  (kind, column, total, last, formula) => {
    const figures = column.map((value) => [value, 10])
    const rates = marchOf(['Rate', 'Calls'], figures, { total: { label: 'Total', values: [total, 20] } })
    const table = {
      ...rates,
      columns: rates.columns.map((one, index) => (index === 0 ? { ...one, total: kind, weights: 1 } : one)),
      rows: rates.rows.map((row, index) => (index === 1 ? { ...row, ...last } : row)),
    }
    expect(formatTotalFormula(table, 0, 3)).toBe(formula)
    expect(formatTotalFormula({ ...table, hiddenRows: 3 }, 0, 3)).toBeNull()
  },
)
