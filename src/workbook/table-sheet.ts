import { type CellStyle, type CellValue, rangeRef, type WriteSheet } from 'hucre/xlsx'
import {
  countLeading,
  explainMarks,
  formatNote,
  getText,
  groupHeaders,
  type HeaderGroup,
  listRemarks,
  type ReportTable,
  type TableColumn,
  type TableRow,
} from '../report/model/report-table.ts'
import { pickFormat } from '../report/model/format.ts'
import { nameTotal } from '../report/table/totals.ts'
import {
  buildKeyCell,
  dateNumberFormats,
  formatCellText,
  getNumberFormatCode,
  prefixNumberFormat,
} from './cells.ts'
import { formatCellFormula } from './cell-formulas.ts'
import { computeNumberWidth, computeTextWidth } from './column-widths.ts'
import {
  buildConditionalRules,
  explainTotal,
  explainValues,
  createSheet,
  formatTotalFormula,
} from './formulas.ts'
import { buildPrintSetup } from './print-setup.ts'

type Cells = NonNullable<WriteSheet['cells']>

export const FONT = { name: 'Calibri', size: 11 } as const
export const BOLD = { ...FONT, bold: true } as const
const TITLE_SIZE = 14
const LINE = { style: 'thin', color: { rgb: '8B949C' } } as const

/** Rows above the header: title, period. */
const TITLE_ROWS = 2

/** The most comments of a sheet that spreadsheets accept in the way the library numbers them. */
const MAX_COMMENTS = 1000

const NO_RECORD = 'No record'

/**
 * Lays out title, period, header, rows, totals and remarks. Rows without a record have a style of their own, and
 * those and rows with notes a comment. The filter ends above the totals, so that it never hides them.
 */
export function buildTableSheet(table: ReportTable, title: string, period: string, name: string): WriteSheet {
  const { rows, total, columns } = table
  const keyFormat = table.keyFormat && dateNumberFormats[table.keyFormat]
  const header = [table.keyLabel, ...columns.map(({ header: own, label }) => own?.label ?? label)].map(
    formatCellText,
  )
  const groups = groupHeaders(columns)
  const headerRows = TITLE_ROWS + (groups.length === 0 ? 1 : 2)
  const keys = rows.map((row) => buildKeyCell(row, keyFormat !== null))
  const body = rows.map((row, index): CellValue[] => [
    keys[index] ?? null,
    ...row.values.map((value, at) => value ?? (formatCellText(getText(row, at)) || null)),
  ])
  const last = headerRows + rows.length - 1
  const remarks = [
    ...explainMarks(table),
    ...listRemarks(table),
    ...(table.notes ?? []).map((note) => `Note ${note.number}. ${formatNote(note)}`),
  ].map(formatCellText)
  const computed = new Map(listComputed(table, headerRows))
  const cells: Cells = new Map([
    ['0,0', { style: { font: { ...BOLD, size: TITLE_SIZE } } }],
    ['1,0', { style: { font: FONT } }],
    ...groups.map(({ start }) => [`${TITLE_ROWS},${start + 1}`, { style: groupStyle }] as const),
    ...header.map((_, column) => {
      const isText = column === 0 || columns[column - 1]?.role === 'text'
      const words = explainValues(table, column - 1, (row) => computed.has(`${headerRows + row},${column}`))
      return [
        `${headerRows - 1},${column}`,
        { style: buildHeaderStyle(isText), ...buildComment(words) },
      ] as const
    }),
    ...computed,
  ])
  for (const [address, cell] of listRemarkable(table, headerRows, keyFormat)) {
    cells.set(address, { ...cells.get(address), ...cell })
  }
  if (total !== null) {
    cells.set(`${last + 1},0`, { style: totalStyle })
    for (const [index, column] of columns.entries()) {
      const formula = formatTotalFormula(table, index, headerRows)
      const value = total.values[index] ?? null
      const name = nameTotal(column, value, total.gaps?.[index])
      const numFmt =
        name === '' ? getNumberFormatCode(column.format) : prefixNumberFormat(column.format, name)
      const words = formula === null && value !== null ? [explainTotal(table, index)] : []
      const texts = [...words, ...(total.gaps?.[index] ?? [])]
      cells.set(`${last + 1},${index + 1}`, {
        ...(formula !== null && { formula, formulaResult: value }),
        ...buildComment(texts.length === 0 ? null : texts.join('\n')),
        style: { ...totalStyle, numFmt },
      })
    }
  }
  const labels = rows.map(({ label }) => label)
  const widths = [
    computeTextWidth(table.keyLabel, labels),
    ...columns.map((column, index) => {
      const texts = rows.map((row) => getText(row, index))
      if (column.role === 'text') return computeTextWidth(column.label, texts)
      const values = rows.flatMap((row) => row.values[index] ?? [])
      return computeNumberWidth(column, values, total?.values[index] ?? null, total?.gaps?.[index])
    }),
  ]
  const formats = [keyFormat, ...columns.map((column) => getColumnFormat(column))]
  const lines = [
    [formatCellText(title)],
    [formatCellText(period)],
    ...(groups.length === 0 ? [] : [[null, ...columns.map((_, index) => getGroupText(groups, index))]]),
    header,
    ...body,
    ...(total === null ? [] : [[formatCellText(total.label), ...total.values]]),
    ...remarks.flatMap((text, index) => [...(index === 0 ? [[]] : []), [text]]),
  ]
  return {
    name,
    columns: widths.map((width, index) => {
      const numFmt = formats[index] ?? null
      return { width, ...(numFmt !== null && { numFmt }) }
    }),
    rows: lines,
    cells,
    ...(groups.length > 0 && { merges: mergeGroups(groups) }),
    freezePane: { rows: headerRows, columns: countLeading(table) },
    autoFilter: { range: rangeRef(headerRows - 1, 0, last, columns.length) },
    ...buildPrintSetup(widths),
    conditionalRules: buildConditionalRules(table, headerRows),
  }
}

export const buildComment = (text: string | null) =>
  text !== null && { comment: { text: formatCellText(text) } }

/**
 * Returns the cells that are formulas over other cells of their rows, with their values. A column that adds others up
 * has the values of its records, which its total sums.
 */
function* listComputed(
  table: ReportTable,
  headerRows: number,
): Generator<[string, { style: CellStyle; formula: string; formulaResult: number | null }]> {
  const createRow = createSheet(table, headerRows)
  for (const [index, column] of table.columns.entries()) {
    if (column.formula === null || (column.total !== 'computed' && column.total !== 'none')) continue
    for (const [row, own] of table.rows.entries()) {
      const { values } = own
      const style = { numFmt: getColumnFormat(column, own) }
      const value = values[index] ?? null
      const formula = formatCellFormula(column.formula, createRow(headerRows + row, values), value)
      if (formula === null) continue
      yield [`${headerRows + row},${index + 1}`, { style, formula, formulaResult: value }]
    }
  }
}

/** Lists the cells of rows without a record or with a unit of their own, and the comments at the keys of rows. */
function* listRemarkable(
  { rows, columns }: ReportTable,
  headerRows: number,
  keyFormat: string | null,
): Generator<[string, { style: CellStyle; comment?: { text: string } }]> {
  const keyStyle: CellStyle = keyFormat === null ? {} : { numFmt: keyFormat }
  let comments = 0
  for (const [index, row] of rows.entries()) {
    const { hasRecord, isRest, notes = [], gaps = [] } = row
    const formats = columns.map((column) => ({ numFmt: getColumnFormat(column, row) }))
    for (const [column, { format }] of columns.entries()) {
      if (format?.ofRow) yield [`${headerRows + index},${column + 1}`, { style: formats[column] ?? {} }]
    }
    for (const [column, own] of gaps.entries()) {
      if (own.length === 0 || ++comments > MAX_COMMENTS) continue
      yield [
        `${headerRows + index},${column + 1}`,
        { style: formats[column] ?? {}, ...buildComment(own.join('\n')) },
      ]
    }
    const isMissing = !hasRecord && !isRest
    const texts = [...(isMissing ? [NO_RECORD] : []), ...notes.map(formatNote)]
    if (texts.length === 0) continue
    comments += 1
    const comment = comments <= MAX_COMMENTS && { comment: { text: texts.map(formatCellText).join('\n') } }
    const style = isMissing ? { ...missingStyle, ...keyStyle } : keyStyle
    yield [`${headerRows + index},0`, { style, ...comment }]
    if (!isMissing) continue
    for (const [column, format] of formats.entries()) {
      yield [`${headerRows + index},${column + 1}`, { style: { ...missingStyle, ...format } }]
    }
  }
}

/** Returns the number format of a column; that of texts keeps what looks like a number as it is. */
const getColumnFormat = ({ role, format }: TableColumn, row?: TableRow): string =>
  role === 'text' ? '@' : getNumberFormatCode(pickFormat(format, row))

const mergeGroups = (groups: readonly HeaderGroup[]) =>
  groups
    .filter(({ text, count }) => text !== null && count > 1)
    .map(({ start, count }) => ({
      startRow: TITLE_ROWS,
      startCol: start + 1,
      endRow: TITLE_ROWS,
      endCol: start + count,
    }))

/** Returns the text of a group in its first cell, with which the others are merged; else null. */
function getGroupText(groups: readonly HeaderGroup[], index: number): string | null {
  const text = groups.find(({ start }) => start === index)?.text ?? null
  return text && formatCellText(text)
}

const buildHeaderStyle = (isText: boolean): CellStyle => ({
  font: BOLD,
  alignment: { horizontal: isText ? 'left' : 'right' },
  border: { bottom: LINE },
})

const groupStyle: CellStyle = { font: BOLD, alignment: { horizontal: 'center' } }

const totalStyle: CellStyle = { font: BOLD, border: { top: LINE } }

const missingStyle: CellStyle = {
  font: { ...FONT, italic: true, color: { rgb: '5C6670' } },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'F0F2F4' } },
}
