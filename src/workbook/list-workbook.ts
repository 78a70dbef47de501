import { type CellStyle, type CellValue, rangeRef, writeXlsx } from 'hucre/xlsx'
import { chooseSheetName, computeTextWidth, formatCellText, formatSheetName, toSerial } from './cells.ts'
import { buildPrintSetup, listPrintNames, type PrintLayout } from './print-setup.ts'
import { BOLD, FONT } from './table-sheet.ts'

/** A column of a list; the cells of a moment are times of UTC in ISO form, or texts. */
export interface ListColumn {
  readonly header: string
  readonly kind: 'text' | 'moment' | 'count'
}

export interface ListContent {
  readonly title: string
  /** What the list contains, by whom and when it was exported: names and texts of the sheet About. */
  readonly facts: readonly (readonly [name: string, text: string])[]
  readonly columns: readonly ListColumn[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  readonly creator: string
  readonly createdAt: Date
}

const MOMENT = /^\d{4}-\d\d-\d\dT/
const NUMBER_FORMATS = { moment: String.raw`yyyy\-mm\-dd hh:mm`, count: '0' } as const
const HEADER_ROWS = 1
const ABOUT_NAMES = ['About', 'About the list'] as const
const ABOUT_WIDTHS = [22, 60] as const

/**
 * Writes an .xlsx file of a list of records: texts as texts, times as dates of UTC, the header frozen, a filter, set up
 * for print, and a second sheet that says what it is.
 */
export function writeListWorkbook(content: ListContent): Promise<Uint8Array> {
  const { title, facts, columns, rows, creator, createdAt } = content
  const name = formatSheetName(title)
  const widths = columns.map(({ header, kind }, index) =>
    computeTextWidth(
      header,
      rows.map((row) => (kind === 'moment' ? 'yyyy-mm-dd hh:mm' : String(row[index] ?? ''))),
    ),
  )
  const layout: PrintLayout = {
    title,
    period: '',
    widths,
    textLengths: [],
    headerRows: [HEADER_ROWS, HEADER_ROWS],
    rowCount: rows.length + HEADER_ROWS,
  }
  const header: CellStyle = { font: BOLD, border: { bottom: { style: 'thin', color: { rgb: '8B949C' } } } }
  return writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(({ kind }, index) => ({
          width: widths[index] ?? 0,
          ...(kind !== 'text' && { numFmt: NUMBER_FORMATS[kind] }),
        })),
        rows: [
          columns.map((column) => formatCellText(column.header)),
          ...rows.map((row) => row.map((value, index) => toCell(value, columns[index]?.kind))),
        ],
        cells: new Map(columns.map((_, column) => [`0,${column}`, { style: header }])),
        freezePane: { rows: HEADER_ROWS, columns: 1 },
        autoFilter: { range: rangeRef(0, 0, rows.length, columns.length - 1) },
        ...buildPrintSetup(layout),
      },
      {
        name: chooseSheetName(ABOUT_NAMES, name),
        columns: ABOUT_WIDTHS.map((width) => ({ width })),
        rows: facts.map((fact) => fact.map(formatCellText)),
        cells: new Map(facts.map((_, row) => [`${row},0`, { style: { font: BOLD } }])),
      },
    ],
    namedRanges: listPrintNames(layout, name),
    defaultFont: FONT,
    properties: { title, creator, created: createdAt, modified: createdAt },
  })
}

function toCell(value: string | number | null, kind: ListColumn['kind'] | undefined): CellValue {
  if (typeof value !== 'string') return value
  return kind === 'moment' && MOMENT.test(value) ? toSerial(Date.parse(value)) : formatCellText(value)
}
