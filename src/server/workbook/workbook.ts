import { type CellStyle, type CellValue, rangeRef, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import type { ReportTable } from '../../report/table.ts'
import {
  formatCellText,
  dateNumberFormats,
  buildKeyCell,
  computeNumberWidth,
  formatSheetName,
  computeTextWidth,
} from './cells.ts'

type Cells = NonNullable<WriteSheet['cells']>

const NUMBER = '#,##0.00'
const FONT = { name: 'Calibri', size: 11 } as const
const BOLD = { ...FONT, bold: true } as const
const LINE = { style: 'thin', color: { rgb: '8B949C' } } as const

/** Rows above the values: title, period, header. */
const HEADER_ROWS = 3

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
export function writeWorkbook({
  table,
  title,
  period,
  sheetName = title,
}: WorkbookContent): Promise<Uint8Array> {
  return writeXlsx({
    sheets: [buildSheet(table, title, period, formatSheetName(sheetName))],
    defaultFont: FONT,
    properties: { title: formatCellText(title) },
  })
}

function buildSheet(table: ReportTable, title: string, period: string, name: string): WriteSheet {
  const { rows, total, columns } = table
  const keyFormat = table.keyFormat && dateNumberFormats[table.keyFormat]
  const header = [table.keyLabel, ...columns.map(({ label }) => label)].map(formatCellText)
  const keys = rows.map((row) => buildKeyCell(row, keyFormat !== null))
  const body = rows.map(({ values }, index): CellValue[] => [keys[index] ?? null, ...values])
  const last = HEADER_ROWS + rows.length - 1
  const cells: Cells = new Map([
    ['0,0', { style: { font: { ...BOLD, size: 14 } } }],
    ['1,0', { style: { font: FONT } }],
    ...header.map(
      (_, column) => [`${HEADER_ROWS - 1},${column}`, { style: buildHeaderStyle(column) }] as const,
    ),
  ])
  if (total !== null) {
    cells.set(`${last + 1},0`, { style: totalStyle })
    for (const [index, value] of total.values.entries()) {
      const range = rangeRef(HEADER_ROWS, index + 1, last, index + 1)
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
        width: computeTextWidth(
          table.keyLabel,
          rows.map(({ label }) => label),
        ),
        ...(keyFormat && { numFmt: keyFormat }),
      },
      ...columns.map(({ label }, index) => ({
        width: computeNumberWidth(
          label,
          rows.map(({ values }) => values[index] ?? 0),
          total?.values[index],
        ),
        numFmt: NUMBER,
      })),
    ],
    rows: [
      [formatCellText(title)],
      [formatCellText(period)],
      header,
      ...body,
      ...(total === null ? [] : [[formatCellText(total.label), ...total.values]]),
    ],
    cells,
    freezePane: { rows: HEADER_ROWS, columns: 1 },
    autoFilter: { range: rangeRef(HEADER_ROWS - 1, 0, last, columns.length) },
  }
}

const buildHeaderStyle = (column: number): CellStyle => ({
  font: BOLD,
  alignment: { horizontal: column === 0 ? 'left' : 'right' },
  border: { bottom: LINE },
})

const totalStyle: CellStyle = { font: BOLD, border: { top: LINE } }
