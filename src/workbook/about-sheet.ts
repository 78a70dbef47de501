import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import type { ReportTable } from '../report/table.ts'
import { computeTextWidth, formatCellText } from './cells.ts'

/** What a definition says about its numbers. */
export interface WorkbookNotes {
  readonly description: string | null
  readonly unit: string | null
}

const NAME = 'About'
const TEXT_WIDTH = 80

const wrapped: CellStyle = { alignment: { wrapText: true, vertical: 'top' } }
const BOLD = { name: 'Calibri', size: 11, bold: true } as const

/**
 * The sheet that explains the table of the sheet `tableSheet`: description, unit, and the columns with their
 * descriptions. Null if the definition has none of these.
 */
export function buildAboutSheet(
  { columns }: ReportTable,
  { description, unit }: WorkbookNotes,
  tableSheet: string,
): WriteSheet | null {
  const facts = [
    ['Description', description],
    ['Unit', unit],
  ].flatMap(([name, text]): CellValue[][] => (name && text ? [[name, formatCellText(text)]] : []))
  const described = columns.some((column) => column.description !== null)
    ? columns.map((column): CellValue[] => [
        formatCellText(column.label),
        formatCellText(column.description ?? ''),
      ])
    : []
  if (facts.length + described.length === 0) return null
  const gap: CellValue[][] = facts.length > 0 && described.length > 0 ? [[]] : []
  const heading: CellValue[][] = described.length > 0 ? [['Column', 'Description']] : []
  const rows = [...facts, ...gap, ...heading, ...described]
  const headingRow = facts.length + gap.length
  const isBold = (row: number, column: number) =>
    row < facts.length ? column === 0 : heading.length > 0 && row === headingRow
  const cells = rows.flatMap((row, index) =>
    row.map((_, column) => {
      const style = isBold(index, column) ? { ...wrapped, font: BOLD } : wrapped
      return [`${index},${column}`, { style }] as const
    }),
  )
  const labels = rows.map(([label]) => String(label ?? ''))
  return {
    name: tableSheet.toLowerCase() === NAME.toLowerCase() ? `${NAME} the table` : NAME,
    columns: [{ width: computeTextWidth('', labels) }, { width: TEXT_WIDTH }],
    rows,
    cells: new Map(cells),
  }
}
