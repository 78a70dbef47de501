import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CopiedCells,
  formatCopiedCells,
  formatPlainNumber,
  removeNoise,
} from '../../../src/report/table/copied-cells.ts'
import { compileNumberFormat } from '../../../src/definition/columns/compile-columns.ts'
import { toPoints } from '../../../src/report/model/format.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { sampleTable } from '../../support/sample-table.ts'
import { tableOf } from '../../support/read-workbook.ts'

const all = (table: ReportTable): CopiedCells => ({
  rows: [...table.rows, ...(table.total === null ? [] : [{ ...table.total, columns: table.columns }])],
  columns: [-1, ...table.columns.map((_, index) => index)],
})
const lines = (table: ReportTable, cells = all(table)) =>
  formatCopiedCells(table, cells)
    .text.split('\n')
    .map((line) => line.split('\t'))

const percent = compileNumberFormat({ style: 'percent', decimals: 1 })

const march = tableOf(
  ['Airtel', 'MTN'],
  [
    ['2025-03-07', '3/7/2025', [1234567.5, -4.005]],
    ['2025-07-03', '7/3/2025', [0, 0.1 + 0.2]],
  ],
)

describe('the copied text (spec 2.20)', () => {
  test('has texts as they are', () => {
    const columns = march.columns.map((one, index) =>
      index === 1 ? ({ ...one, role: 'text' } as const) : one,
    )
    const rows = march.rows.map((row) => ({ ...row, values: [1, null], texts: ['', '=1+1'] }))
    expect(lines({ ...march, columns, rows, total: null })[1]).toEqual(['2025-03-07', '1', '=1+1'])
  })

  test('has one header row, ISO dates, plain numbers and the total row', () => {
    expect(lines(march)).toEqual([
      ['Date', 'Airtel', 'MTN'],
      ['2025-03-07', '1234567.5', '-4.005'],
      ['2025-07-03', '0', '0.3'],
      ['Total', '1234567.5', '-3.705'],
    ])
  })

  test('has no noise of sums, but every digit of a percentage', () => {
    const [row] = march.rows
    const noisy = [{ ...row, values: [7_219_295.42 - 6_852_621.8, 1 / 3] }] as ReportTable['rows']
    const columns = march.columns.map((column, index) => ({
      ...column,
      format: index === 1 ? percent : null,
    }))
    const copied = lines({ ...march, columns, rows: noisy, total: null })[1]
    expect(copied).toEqual(['2025-03-07', '366673.62', '0.333333333333333'])
    expect(removeNoise(0.012179858039781753)).toBe(0.012179858)
    expect(removeNoise(2.5e-9)).toBe(2.5e-9)
    expect(removeNoise(1e300)).toBe(1e300)
  })

  test('has months with their year, which the screen leaves out', () => {
    const table = sampleTable({ rows: 'months', names: 1 })
    const months = Array.from({ length: 12 }, (_, index) => `2024-${String(index + 1).padStart(2, '0')}`)
    expect(lines(table).map(([key]) => key)).toEqual(['Month / MNO', ...months, 'Total'])
    expect(lines({ ...table, keyYear: null })[1]?.[0]).toBe('Jan')
  })

  test.each([
    ['week', '2025-W07', 'W07', '2025-W07'],
    ['quarter', '2025-Q1', 'Q1', '2025-Q1'],
    ['quarter', 'Q1', 'Q1', 'Q1'],
    ['hour', '2025-03-07 14', '2025-03-07 14:00', '2025-03-07 14:00'],
    ['hour', '14', '14:00', '14:00'],
    ['text', 'Lagos', 'Lagos', 'Lagos'],
  ] as const)('writes the %s %s as %s on the screen and %s in the copy', (keyKind, key, label, copied) => {
    expect(lines(tableOf(['a'], [[key, label, [1]]], { keyKind }))[1]?.[0]).toBe(copied)
  })

  test('joins a header with the one above it', () => {
    const columns = march.columns.map((column, index) => ({
      ...column,
      label: index === 0 ? 'In: Calls' : 'Minutes',
      header: { above: 'In', label: index === 0 ? 'Calls' : 'Minutes' },
    }))
    expect(lines({ ...march, columns })[0]).toEqual(['Date', 'In: Calls', 'In: Minutes'])
  })

  test.each([
    ['=Equal Talk', '=Equal Talk'],
    ['+Net Mobile', '+Net Mobile'],
    ["'=Both Ltd", "'=Both Ltd"],
    ['a\tb\r\nc', 'a b c'],
    ['"quoted" name', '"""quoted"" name"'],
    ['a "quoted" name', 'a "quoted" name'],
  ])('writes the name %j as %j, so that it comes back as it was, in one cell', (name, copied) => {
    const table = tableOf([name], [])
    expect(lines(table, { rows: [], columns: [0] })).toEqual([[copied]])
  })
})

describe('the copied HTML', () => {
  const rows = (table: ReportTable, cells = all(table)) =>
    [...formatCopiedCells(table, cells).html.matchAll(/<tr>(.*)<\/tr>/g)].map(([, row]) => row)

  test('says what is a number, a date or a text, independent of the language of Excel', () => {
    const { html } = formatCopiedCells(march, all(march))
    expect(html).toContain('xmlns:x="urn:schemas-microsoft-com:office:excel"')
    expect(html).toContain(String.raw`mso-displayed-decimal-separator:"\."`)
    expect(rows(march)[1]).toBe(
      String.raw`<td sdval="45723" sdnum="1033;1033;YYYY-MM-DD" style="mso-number-format:'yyyy\-mm\-dd'">2025-03-07</td>` +
        String.raw`<td x:num="1234567.5" sdval="1234567.5" sdnum="1033;1033;#,##0.00" style="mso-number-format:'\#\,\#\#0\.00'">1234567.5</td>` +
        String.raw`<td x:num="-4.005" sdval="-4.005" sdnum="1033;1033;#,##0.00" style="mso-number-format:'\#\,\#\#0\.00'">-4.005</td>`,
    )
    expect(rows(march)[0]).toBe(
      ['Date', 'Airtel', 'MTN']
        .map((name) => String.raw`<th x:str sdnum="1033;1033;@" style="mso-number-format:'\@'">${name}</th>`)
        .join(''),
    )
  })

  test('shows percentages and decimals as the screen does', () => {
    const columns = march.columns.map((column) => ({ ...column, format: percent }))
    expect(rows({ ...march, columns })[1]).toContain(String.raw`style="mso-number-format:'\#\,\#\#0\.0\%'"`)
    const points = march.columns.map((column) => ({ ...column, format: toPoints(percent) }))
    expect(rows({ ...march, columns: points })[1]).toContain(
      String.raw`sdnum="1033;1033;#,##0.0%&quot; pts&quot;" style="mso-number-format:'\#\,\#\#0\.0\%\0022\ pts\0022'"`,
    )
  })

  test('contains names as text', () => {
    expect(rows(tableOf(['<img src=x onerror=alert(1)> & "b"'], []))[0]).toContain(
      '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;b&quot;</th>',
    )
  })
})

describe('numbers', () => {
  test('are written without separators and exponent, and read back to 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
        const text = formatPlainNumber(value)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0)
      }),
    )
  })
})

/** Reads tab-separated values as a spreadsheet does: a cell that begins with a quotation mark ends at the next single one. */
function readCells(text: string): string[][] {
  return text
    .split('\n')
    .map((line) =>
      line.split('\t').map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)),
    )
}

test('any names and values stay in their cells, and the HTML says which are texts', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc
      .array(fc.constantFrom('=', '+', '-', '@', '"', "'", '\t', '\n', '\r', '<', '&', 'a'), { maxLength: 6 })
      .map((parts) => parts.join('')),
  )
  const thousandths = fc.integer({ min: -1e15, max: 1e15 }).map((count) => count / 1000)
  const value = fc.option(thousandths, { nil: null })
  const width = fc.integer({ min: 1, max: 4 })
  const shape = width.chain((count) =>
    fc.record({
      names: fc.array(name, { minLength: count, maxLength: count }),
      rows: fc.array(fc.tuple(name, fc.boolean(), fc.array(value, { minLength: count, maxLength: count })), {
        maxLength: 4,
      }),
    }),
  )
  fc.assert(
    fc.property(shape, ({ names, rows }) => {
      const table: ReportTable = {
        ...tableOf(names, [], { keyKind: 'text' }),
        rows: rows.map(([key, hasRecord, values]) => ({ key, label: key, values, hasRecord, isRest: false })),
        total: null,
      }
      const { text, html } = formatCopiedCells(table, all(table))
      const cells = readCells(text)
      expect(cells.map((line) => line.length)).toEqual(Array(rows.length + 1).fill(names.length + 1))
      for (const cell of [...(cells[0] ?? []), ...cells.map(([first]) => first ?? '')]) {
        expect(cell).not.toMatch(/[\t\r\n]/)
      }
      for (const [index, [, hasRecord, values]] of rows.entries()) {
        const expected = values.map((one) => (one === null || !hasRecord ? '' : formatPlainNumber(one)))
        expect(cells[index + 1]?.slice(1)).toEqual(expected)
      }
      expect(html.match(/<t[dh][ >]/g)?.length).toBe((rows.length + 1) * (names.length + 1))
      expect(html).not.toMatch(/<(?!\/?(?:html|head|meta|style|body|table|tr|th|td)\b)/)
    }),
  )
})
