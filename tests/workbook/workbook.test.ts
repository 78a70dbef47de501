import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TableColumn } from '../../src/report/model/report-table.ts'
import { marchOf, parts, styleOf, tableOf, values, write } from '../support/read-workbook.ts'

const amounts = [
  [1234.5, 0],
  [-4.25, 1_000_000],
  [0.005, 7],
]
const march = marchOf(['Airtel', 'MTN'], amounts)
const [airtel, mtn] = march.columns as [TableColumn, TableColumn]
const day = (date: string) => new Date(`${date}T00:00:00Z`)

describe('the sheet', () => {
  test('has title, period, and the same columns, rows and total as the screen', async () => {
    expect(await values(await write(march))).toEqual({
      name: 'Daily Minutes Data',
      rows: [
        ['Daily Minutes Data', null, null],
        ['2025 March', null, null],
        ['Date', 'Airtel', 'MTN'],
        [day('2025-03-01'), 1234.5, 0],
        [day('2025-03-02'), -4.25, 1_000_000],
        [day('2025-03-03'), 0.005, 7],
        ['Total', 1234.5 - 4.25 + 0.005, 1_000_007],
      ],
    })
  })

  test('lacks hidden columns; a mean that they weigh is a value', async () => {
    const columns = [
      { ...airtel, hidden: true },
      { ...mtn, total: 'weightedMean' as const, weights: 0 },
    ]
    const file = await write({ ...march, columns, total: { label: 'Total', values: [1, 2] } })
    expect((await values(file)).rows.slice(2)).toEqual([
      ['Date', 'MTN'],
      [day('2025-03-01'), 0],
      [day('2025-03-02'), 1_000_000],
      [day('2025-03-03'), 7],
      ['Total', 2],
    ])
    expect(parts(file).cell('B7')).not.toContain('<f>')
  })

  test('says below the rows why a column is blank, unless the column is hidden', async () => {
    const unavailable = 'The year before has no records.'
    const columns = march.columns.map((column, index) => ({ ...column, unavailable, hidden: index === 0 }))
    const { rows } = await values(await write({ ...march, columns }))
    expect(rows.slice(7).map(([text]) => text)).toEqual([null, 'MTN: The year before has no records.'])
  })

  test('has the total of a computed column as a value, and blanks as empty cells', async () => {
    const file = await write({
      ...march,
      columns: [airtel, { ...mtn, total: 'computed' }],
      rows: march.rows.map((row) => ({ ...row, values: [1, null] })),
      total: { label: 'Total', values: [3, 0.5] },
    })
    expect((await values(file)).rows.slice(3, 4)).toEqual([[day('2025-03-01'), 1, null]])
    expect(parts(file).cell('C7')).toContain('<v>0.5</v>')
    expect(parts(file).cell('C7')).not.toContain('<f>')
  })

  test('has a row of merged headers above the header of the columns', async () => {
    const table = marchOf(['Calls', 'Cost', 'Both'], [[1, 2, 3]])
    const columns = table.columns.map((column, index) =>
      index === 2 ? column : { ...column, header: { above: 'In', label: column.label } },
    )
    const file = await write({ ...table, columns })
    expect((await values(file)).rows.slice(2)).toEqual([
      [null, 'In', null, null],
      ['Date', 'Calls', 'Cost', 'Both'],
      [day('2025-03-01'), 1, 2, 3],
      ['Total', 1, 2, 3],
    ])
    const { sheet, cell } = parts(file)
    expect(sheet).toContain('<mergeCell ref="B3:C3"/>')
    expect(sheet).toContain('<autoFilter ref="A4:D5"')
    expect(sheet).toContain('ySplit="4"')
    expect(cell('B6')).toContain('<f>SUBTOTAL(109,B5:B5)</f>')
  })

  test('has a bold total row of formulas with cached values', async () => {
    const file = await write(march)
    const { cell } = parts(file)
    expect(cell('B7')).toMatch(/<f>SUBTOTAL\(109,B4:B6\)<\/f><v>1230\.255<\/v>/)
    expect(cell('C7')).toMatch(/<f>SUBTOTAL\(109,C4:C6\)<\/f><v>1000007<\/v>/)
    expect(styleOf(file, 'A7')).toEqual({ bold: true, format: undefined })
    expect(styleOf(file, 'B7')).toEqual({ bold: true, format: '#,##0.00' })
  })

  test('says below the total which rows are not shown', async () => {
    const { rows } = await values(await write({ ...march, remarks: ['The first 3 of 9 rows.', 'And more.'] }))
    const below = rows.slice(6).map(([first]) => first)
    expect(below).toEqual(['Total', null, 'The first 3 of 9 rows.', 'And more.'])
  })

  test('leaves the total of a column without one blank', async () => {
    const file = await write({ ...march, total: { label: 'Total', values: [null, 7] } })
    expect((await values(file)).rows.at(-1)).toEqual(['Total', null, 7])
  })

  test('has numbers with two decimals and thousands separators', async () => {
    const file = await write(march)
    expect(parts(file).cell('B5')).toMatch(/^<c r="B5" s="\d+"><v>-4\.25<\/v><\/c>$/)
    expect(styleOf(file, 'B5')).toEqual({ bold: false, format: '#,##0.00' })
  })

  test('has real dates in the format of the screen (spec 7.15)', async () => {
    const file = await write(march)
    expect(parts(file).cell('A4')).toMatch(/<v>45717<\/v>/)
    expect(styleOf(file, 'A4').format).toBe(String.raw`m\/d\/yyyy`)
    const day = await write(
      tableOf(['a'], [['2024-02-29', '2/29/2024 Thu', [1]]], { keyFormat: 'M/D/YYYY ddd' }),
    )
    expect((await values(day)).rows[3]?.[0]).toEqual(new Date('2024-02-29'))
    expect(styleOf(day, 'A4').format).toBe(String.raw`m\/d\/yyyy\ ddd`)
    const iso = await write(tableOf(['a'], [['2024-02-29', '2024-02-29', [1]]], { keyFormat: 'YYYY-MM-DD' }))
    expect(parts(iso).cell('A4')).toMatch(/<v>45351<\/v>/)
    expect(styleOf(iso, 'A4').format).toBe(String.raw`yyyy\-mm\-dd`)
  })

  test('has months and texts as text', async () => {
    const months = tableOf(['a'], [['01', 'Jan', [1]]], { keyKind: 'month', keyLabel: 'Month / MNO' })
    expect((await values(await write(months))).rows[3]).toEqual(['Jan', 1])
    const texts = tableOf(['a'], [['2025-03-01', '2025-03-01', [1]]], { keyKind: 'text' })
    expect((await values(await write(texts))).rows[3]).toEqual(['2025-03-01', 1])
  })

  test('has frozen header and first column, and a filter over header and rows without the total', async () => {
    const { sheet } = parts(await write(march))
    expect(sheet).toMatch(/<pane xSplit="1" ySplit="3" topLeftCell="B4" state="frozen"/)
    expect(sheet).toContain('<autoFilter ref="A3:C6"/>')
    expect(styleOf(await write(march), 'B3').bold).toBe(true)
  })

  test('has columns as wide as their content', async () => {
    const wide = marchOf(['x', 'A carrier with a long name', 'y'.repeat(5000)], [[1e9, 1, 1]])
    const { sheet } = parts(await write(wide))
    const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width))
    expect(widths[1]).toBeGreaterThanOrEqual('1,000,000,000.00'.length)
    expect(widths[2]).toBeGreaterThanOrEqual('A carrier with a long name'.length)
    expect(widths[3]).toBeLessThan(60)
  })

  test('has no total row if the report has none, and is never smaller than 1,024 bytes (spec 9.5)', async () => {
    const file = await write({ ...march, total: null, rows: [] })
    expect((await values(file)).rows).toHaveLength(3)
    expect(parts(file).sheet).not.toContain('<f>')
    expect(file.length).toBeGreaterThan(1024)
    expect(new TextDecoder().decode(file.slice(0, 2))).toBe('PK')
  })
})

describe('text from outside', () => {
  const hostile = [
    '=1+1', '+1', '-1', '@SUM(A1)', '\tTAB', '\rCR', '＝1+1', '=cmd|\' /C calc\'!A0', 'nul\0here', 'bell\u0007\u000b',
    'a]]>b', 'lone\ud800x', '\udc00', '<b>&"\'</b>', '😀', '_x0041_', '\uFFFE\uFFFF', '__proto__', '9Mobile → GLO',
  ] // prettier-ignore

  test('stays text in every reader: no formula, no control character', async () => {
    const figures = hostile.map((_, index) => -index)
    const table = marchOf(hostile, [figures], { keyLabel: '=key', keyKind: 'text', total: null })
    const file = await write(table, { title: '=1+1', period: '@now' })
    const { sheet, strings, workbook } = parts(file)
    expect(sheet).not.toContain('<f>')
    for (const xml of [sheet, strings, workbook]) {
      // oxlint-disable-next-line no-control-regex
      expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\uFFFE\uFFFF]|]]>/)
    }
    const { rows, name } = await values(file)
    expect(name).toBe('=1+1')
    expect(rows[0]?.[0]).toBe('=1+1')
    expect(rows[1]?.[0]).toBe('@now')
    expect(rows[2]).toEqual([
      '=key', '=1+1', '+1', '-1', '@SUM(A1)', 'TAB', 'CR', '＝1+1', '=cmd|\' /C calc\'!A0', 'nulhere', 'bell', 'a]]>b',
      'lonex', null, '<b>&"\'</b>', '😀', '_x0041_', null, '__proto__', '9Mobile → GLO',
    ]) // prettier-ignore
    expect(rows[3]?.slice(1)).toEqual(hostile.map((_, index) => 0 - index))
  })

  test('keeps any labels and amounts cell by cell (generated)', async () => {
    const label = fc.string({ unit: 'binary', maxLength: 40 })
    const figure = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    const row = fc.tuple(label, fc.array(figure, { minLength: 4, maxLength: 4 }))
    const fit = (code: number) =>
      code >= 0x20 &&
      !(code >= 0x7f && code <= 0x9f) &&
      !(code >= 0xd800 && code <= 0xdfff) &&
      code !== 0xfffe &&
      code !== 0xffff
    const kept = (text: string) =>
      Array.from(text)
        .filter((char) => fit(char.codePointAt(0) ?? 0))
        .join('') || null
    const labels = fc.array(label, { minLength: 4, maxLength: 4 })
    const positive = (figures: readonly (number | null)[] = []) => figures.map((value) => (value ?? 0) + 0)
    const property = fc.asyncProperty(
      labels,
      fc.array(row, { minLength: 1, maxLength: 5 }),
      async (names, rows) => {
        const lines = rows.map(([text, figures]) => ['k', text, figures] as const)
        const table = tableOf(names, lines, { keyKind: 'text' })
        const read = await values(await write(table))
        expect(read.rows[2]).toEqual(['Date', ...names.map(kept)])
        expect(read.rows.slice(3, 3 + rows.length)).toEqual(
          table.rows.map(({ label: text, values: figures }) => [kept(text), ...positive(figures)]),
        )
        expect(read.rows.at(-1)).toEqual(['Total', ...positive(table.total?.values)])
      },
    )
    await fc.assert(property, { numRuns: 40 })
  }, 60_000)

  test.each([
    ['a/b\\c?d*e:f[g]h', 'a b c d e f g h'],
    ["'quoted'", 'quoted'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['MNO to Routelink - Daily Minutes Data - 2025 March', 'MNO to Routelink - Daily'],
    ['Routelink to Operators of Lagos - Data', 'Routelink to Operators of Lagos'],
    ['Daily Local Exchange Traffic Data - 2025 March', 'Daily Local Exchange Traffic'],
    ['Answered and Dropped - Calls (in thousands)', 'Answered and Dropped - Calls'],
    [`'Sum' of ${'x'.repeat(40)}`, "Sum' of"],
    [`${'x'.repeat(30)}😀`, 'x'.repeat(30)],
    ['History', 'Report'],
    ['\0\u0001', 'Report'],
    ['[]', 'Report'],
  ])('is changed to a valid sheet name: %j', async (wish, name) => {
    expect((await values(await write(march, { title: wish }))).name).toBe(name)
  })
})
