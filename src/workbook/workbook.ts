import { type CellStyle, type CellValue, rangeRef, type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { groupHeaders, type HeaderGroup } from '../report/header-groups.ts'
import { explainBlanks, type ReportTable, type TableColumn, type TableRow } from '../report/table.ts'
import { buildAboutSheet, type WorkbookNotes } from './about-sheet.ts'
import {
  formatCellText,
  dateNumberFormats,
  buildKeyCell,
  computeNumberWidth,
  formatSheetName,
  getNumberFormatCode,
  computeTextWidth,
} from './cells.ts'

type Cells = NonNullable<WriteSheet['cells']>

const FONT = { name: 'Calibri', size: 11 } as const
const BOLD = { ...FONT, bold: true } as const
const LINE = { style: 'thin', color: { rgb: '8B949C' } } as const

/** Rows above the header: title, period. */
const TITLE_ROWS = 2

/** The limit of a worksheet in Excel. */
export const MAX_COLUMNS = 16_384

export const TOO_WIDE = `A workbook can have at most ${MAX_COLUMNS} columns, and this period has more.`

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The file, or the reason why it cannot be built: the period has no records, or more columns than a sheet. */
export type WorkbookResult = Uint8Array | 'empty' | 'too wide'

export interface WorkbookContent {
  readonly table: ReportTable
  /** The title of the screen's table. */
  readonly title: string
  readonly period: string
  /** The default is the title. */
  readonly sheetName?: string
  readonly notes?: WorkbookNotes
}

/**
 * Writes an .xlsx file with the columns, labels, order and total of the screen: real numbers and dates, header and first
 * column frozen, a filter over the values, the total row as SUM formulas with their values. A second sheet has what the
 * definition says about the numbers.
 */
export function writeWorkbook({
  table: whole,
  title,
  period,
  sheetName = title,
  notes = { description: null, unit: null },
}: WorkbookContent): Promise<Uint8Array> {
  const table = removeHidden(whole)
  const name = formatSheetName(sheetName)
  const about = buildAboutSheet(table, notes, name)
  return writeXlsx({
    sheets: [buildSheet(table, title, period, name), ...(about === null ? [] : [about])],
    defaultFont: FONT,
    properties: { title: formatCellText(title) },
  })
}

/** Writes the workbook of a report, if its table fits into one. */
export async function writeReportWorkbook(content: WorkbookContent): Promise<WorkbookResult> {
  const { rows, columns } = content.table
  if (rows.length === 0) return 'empty'
  if (columns.filter(({ hidden }) => !hidden).length >= MAX_COLUMNS) return 'too wide'
  return writeWorkbook(content)
}

/** The table without its hidden columns. */
function removeHidden(table: ReportTable): ReportTable {
  const kept = table.columns.flatMap(({ hidden }, index) => (hidden ? [] : [index]))
  if (kept.length === table.columns.length) return table
  const pick = <T>(list: readonly T[]): T[] =>
    list.filter((_, index) => table.columns[index]?.hidden === false)
  return {
    ...table,
    columns: pick(table.columns).map((column) => ({
      ...column,
      weights: column.weights === null ? null : kept.indexOf(column.weights),
    })),
    rows: table.rows.map((row) => ({ ...row, values: pick(row.values) })),
    total: table.total && { ...table.total, values: pick(table.total.values) },
  }
}

function buildSheet(table: ReportTable, title: string, period: string, name: string): WriteSheet {
  const { rows, total, columns } = table
  const keyFormat = table.keyFormat && dateNumberFormats[table.keyFormat]
  const header = [table.keyLabel, ...columns.map(({ header: own, label }) => own?.label ?? label)].map(
    formatCellText,
  )
  const groups = groupHeaders(columns)
  const headerRows = TITLE_ROWS + (groups.length === 0 ? 1 : 2)
  const keys = rows.map((row) => buildKeyCell(row, keyFormat !== null))
  const body = rows.map(({ values }, index): CellValue[] => [keys[index] ?? null, ...values])
  const last = headerRows + rows.length - 1
  const cells: Cells = new Map([
    ['0,0', { style: { font: { ...BOLD, size: 14 } } }],
    ['1,0', { style: { font: FONT } }],
    ...groups.map(({ start }) => [`${TITLE_ROWS},${start + 1}`, { style: groupStyle }] as const),
    ...header.map(
      (_, column) => [`${headerRows - 1},${column}`, { style: buildHeaderStyle(column) }] as const,
    ),
  ])
  if (total !== null) {
    cells.set(`${last + 1},0`, { style: totalStyle })
    for (const [index, column] of columns.entries()) {
      const value = total.values[index] ?? null
      const formula = value === null ? null : formatTotalFormula(table, headerRows, column, index, value)
      cells.set(`${last + 1},${index + 1}`, {
        ...(formula !== null && { formula, formulaResult: value }),
        style: { ...totalStyle, numFmt: getNumberFormatCode(column.format) },
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
      ...columns.map((column, index) => ({
        width: computeNumberWidth(
          column,
          rows.flatMap(({ values }) => values[index] ?? []),
          total?.values[index] ?? null,
        ),
        numFmt: getNumberFormatCode(column.format),
      })),
    ],
    rows: [
      [formatCellText(title)],
      [formatCellText(period)],
      ...(groups.length === 0 ? [] : [[null, ...columns.map((_, index) => getGroupText(groups, index))]]),
      header,
      ...body,
      ...(total === null ? [] : [[formatCellText(total.label), ...total.values]]),
      ...[...table.remarks, ...explainBlanks(columns)].flatMap((text, index) => [
        ...(index === 0 ? [[]] : []),
        [formatCellText(text)],
      ]),
    ],
    cells,
    ...(groups.length > 0 && { merges: mergeGroups(groups) }),
    freezePane: { rows: headerRows, columns: 1 },
    autoFilter: { range: rangeRef(headerRows - 1, 0, last, columns.length) },
  }
}

const mergeGroups = (groups: readonly HeaderGroup[]) =>
  groups
    .filter(({ text, count }) => text !== null && count > 1)
    .map(({ start, count }) => ({
      startRow: TITLE_ROWS,
      startCol: start + 1,
      endRow: TITLE_ROWS,
      endCol: start + count,
    }))

/** The text is in the first cell of a group, with which the others are merged. */
function getGroupText(groups: readonly HeaderGroup[], index: number): string | null {
  const text = groups.find(({ start }) => start === index)?.text ?? null
  return text && formatCellText(text)
}

/**
 * The formula of a total; null where none gives the value of the screen, which looks at all rows, and only at those that
 * have a record unless it adds. Spreadsheets leave out empty cells, but not for a weighted mean.
 */
function formatTotalFormula(
  { rows, hiddenRows }: ReportTable,
  headerRows: number,
  { total, weights }: TableColumn,
  index: number,
  value: number,
): string | null {
  if (hiddenRows > 0) return null
  const last = headerRows + rows.length - 1
  const isFilled = ({ values }: TableRow, at: number) => values[at] !== null
  const formatRange = (column: number) => rangeRef(headerRows, column + 1, last, column + 1)
  const range = formatRange(index)
  if (total === 'sum') return `SUM(${range})`
  if (rows.some((row) => row.isRest || (!row.hasRecord && isFilled(row, index)))) return null
  switch (total) {
    case 'mean':
      return `AVERAGE(${range})`
    case 'min':
      return `MIN(${range})`
    case 'max':
      return `MAX(${range})`
    case 'last': {
      const row = rows.findLastIndex((one) => isFilled(one, index))
      const [line, isLast] = [headerRows + row, rows[row]?.values[index] === value]
      return isLast ? rangeRef(line, index + 1, line, index + 1) : null
    }
    case 'weightedMean': {
      // Weights in a hidden column are not in the file.
      if (weights === null || weights < 0) return null
      if (rows.some((row) => !isFilled(row, index) || !isFilled(row, weights))) return null
      const weightRange = formatRange(weights)
      return `SUMPRODUCT(${range},${weightRange})/SUM(${weightRange})`
    }
    case 'none':
    case 'computed':
      return null
  }
}

const buildHeaderStyle = (column: number): CellStyle => ({
  font: BOLD,
  alignment: { horizontal: column === 0 ? 'left' : 'right' },
  border: { bottom: LINE },
})

const groupStyle: CellStyle = { font: BOLD, alignment: { horizontal: 'center' } }

const totalStyle: CellStyle = { font: BOLD, border: { top: LINE } }
