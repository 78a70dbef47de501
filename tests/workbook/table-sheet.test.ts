import { describe, expect, test } from 'vitest'
import { lookOf, parts, styleOf, tableOf, values, write } from '../support/read-workbook.ts'

const february = tableOf(
  ['Airtel', 'MTN'],
  [
    ['2025-02-08', '2/8/2025', [3, 4]],
    ['2025-02-09', '2/9/2025', [0, 0]],
    ['2025-02-10', '2/10/2025', [0, 0]],
  ],
)
const withMissing = (...missing: readonly number[]) => ({
  ...february,
  rows: february.rows.map((row, index) => ({ ...row, hasRecord: !missing.includes(index) })),
})

test('texts are cells of texts, left of their column, and not part of the comparison', async () => {
  const columns = february.columns.map((column, index) =>
    index === 1 ? ({ ...column, role: 'text', total: 'none' } as const) : column,
  )
  const rows = february.rows.map((row, index) => ({
    ...row,
    values: [row.values[0] ?? null, null],
    texts: ['', ['=1+1', '', '007'][index] ?? ''],
  }))
  const file = await write({ ...february, columns, rows, total: null })
  expect((await values(file)).rows.slice(3).map((row) => row[2])).toEqual(['=1+1', null, '007'])
  expect(parts(file).cell('C4')).toMatch(/ t="(?:s|inlineStr)"/)
})

describe('a row without a record', () => {
  test('is italic on grey, with the format and the zeros of other rows', async () => {
    const file = await write(withMissing(1))
    expect((await values(file)).rows[4]?.slice(1)).toEqual([0, 0])
    for (const address of ['A5', 'B5', 'C5']) {
      expect(lookOf(file, address)).toEqual({ italic: true, fill: 'FFF0F2F4' })
    }
    for (const address of ['A4', 'B4', 'A6', 'B7']) {
      expect(lookOf(file, address)).toEqual({ italic: false, fill: undefined })
    }
    expect(styleOf(file, 'A5')).toEqual(styleOf(file, 'A4'))
    expect(styleOf(file, 'B5')).toEqual(styleOf(file, 'B4'))
  })

  test('says so in a comment at its first cell', async () => {
    const { comments, names } = parts(await write(withMissing(1, 2)))
    expect(
      [...comments.matchAll(/<comment ref="(\w+)".*?<t>(.*?)<\/t>/g)].map((found) => found.slice(1)),
    ).toEqual([
      ['A5', 'No record'],
      ['A6', 'No record'],
    ])
    expect(names).toContain('xl/drawings/vmlDrawing1.vml')
  })

  test('is marked when its values are blank', async () => {
    const table = withMissing(1)
    const rows = table.rows.map((row) => (row.hasRecord ? row : { ...row, values: [null, null] }))
    const file = await write({ ...table, rows })
    expect((await values(file)).rows[4]?.slice(1)).toEqual([null, null])
    expect(lookOf(file, 'B5').italic).toBe(true)
  })

  test('has at most a thousand comments, which spreadsheets accept', async () => {
    const table = tableOf(
      ['A'],
      Array.from({ length: 1200 }, (_, index) => [`k${index}`, `k${index}`, [0]]),
      { keyKind: 'text' },
    )
    const rows = table.rows.map((row) => ({ ...row, hasRecord: false }))
    const file = await write({ ...table, rows })
    expect([...parts(file).comments.matchAll(/<comment /g)]).toHaveLength(1000)
    expect(lookOf(file, 'A1203').italic).toBe(true)
  })
})

test('a sheet whose rows all have a record has no comments', async () => {
  expect(parts(await write(february)).names.filter((name) => /comment|vml/.test(name))).toEqual([])
})

test('the filter ends above the totals, with and without rows that have no record', async () => {
  for (const table of [february, withMissing(2)]) {
    const { sheet, cell } = parts(await write(table))
    expect(sheet).toContain('<autoFilter ref="A3:C6"/>')
    expect(cell('B7')).toContain('<f>SUBTOTAL(109,B4:B6)</f><v>3</v>')
  }
})

test('the total row says what a total is that is no sum; its cell stays a number', async () => {
  const columns = february.columns.map((column, index) =>
    index === 0 ? ({ ...column, total: 'weightedMean' } as const) : column,
  )
  const file = await write({ ...february, columns })
  expect(styleOf(file, 'B7').format).toBe(
    '&quot;weighted mean &quot;#,##0.00;&quot;weighted mean &quot;-#,##0.00',
  )
  expect(styleOf(file, 'C7').format).toBe('#,##0.00')
  expect((await values(file)).rows[6]).toEqual(['Total', 3, 4])
})
