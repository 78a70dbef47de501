import { type CellStyle, type CellValue, rangeRef, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { ReportTable } from '../../report/table.ts'
import { cellText, dateNumberFormats, keyCell, numberWidth, formatSheetName, textWidth } from './cells.ts'

type Cells = NonNullable<WriteSheet['cells']>

const NUMBER = '#,##0.00'
const FONT = { name: 'Calibri', size: 11 } as const
const BOLD = { ...FONT, bold: true } as const
const LINE = { style: 'thin', color: { rgb: '8B949C' } } as const

/** Rows above the values: title, period, header. */
const HEAD = 3

export interface WorkbookContent {
  readonly table: ReportTable
  /** The title of the screen's table. */
  readonly title: string
  readonly period: string
  /** The default is the title. */
  readonly sheetName?: string
}

/**
 * Writes an .xlsx file with the columns, labels, order and total of the screen: real numbers and dates, header and first
 * column frozen, a filter over the values, the total row as SUM formulas with their values.
 */
export function workbook({ table, title, period, sheetName = title }: WorkbookContent): Promise<Uint8Array> {
  return writeXlsx({
    sheets: [sheet(table, title, period, formatSheetName(sheetName))],
    defaultFont: FONT,
    properties: { title: cellText(title) },
  })
}

function sheet(table: ReportTable, title: string, period: string, name: string): WriteSheet {
  const { rows, total, columns } = table
  const keyFormat = table.keyFormat && dateNumberFormats[table.keyFormat]
  const header = [table.keyLabel, ...columns.map(({ label }) => label)].map(cellText)
  const keys = rows.map((row) => keyCell(row, keyFormat !== null))
  const body = rows.map(({ values }, index): CellValue[] => [keys[index] ?? null, ...values])
  const last = HEAD + rows.length - 1
  const cells: Cells = new Map([
    ['0,0', { style: { font: { ...BOLD, size: 14 } } }],
    ['1,0', { style: { font: FONT } }],
    ...header.map((_, column) => [`${HEAD - 1},${column}`, { style: headerStyle(column) }] as const),
  ])
  if (total !== null) {
    cells.set(`${last + 1},0`, { style: totalStyle })
    for (const [index, value] of total.values.entries()) {
      const range = rangeRef(HEAD, index + 1, last, index + 1)
      cells.set(`${last + 1},${index + 1}`, {
        formula: `SUM(${range})`,
        formulaResult: value,
        style: { ...totalStyle, numFmt: NUMBER },
      })
    }
  }
  return {
    name,
    columns: [
      {
        width: textWidth(
          table.keyLabel,
          rows.map(({ label }) => label),
        ),
        ...(keyFormat && { numFmt: keyFormat }),
      },
      ...columns.map(({ label }, index) => ({
        width: numberWidth(
          label,
          rows.map(({ values }) => values[index] ?? 0),
          total?.values[index],
        ),
        numFmt: NUMBER,
      })),
    ],
    rows: [
      [cellText(title)],
      [cellText(period)],
      header,
      ...body,
      ...(total === null ? [] : [[cellText(total.label), ...total.values]]),
    ],
    cells,
    freezePane: { rows: HEAD, columns: 1 },
    autoFilter: { range: rangeRef(HEAD - 1, 0, last, columns.length) },
  }
}

const headerStyle = (column: number): CellStyle => ({
  font: BOLD,
  alignment: { horizontal: column === 0 ? 'left' : 'right' },
  border: { bottom: LINE },
})

const totalStyle: CellStyle = { font: BOLD, border: { top: LINE } }
