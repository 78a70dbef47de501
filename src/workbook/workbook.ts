import { type WriteSheet, writeXlsx } from 'hucre/xlsx'
import { pickColumns } from '../report/table/pick-columns.ts'
import type { ReportTable } from '../report/model/report-table.ts'
import { type AboutContent, buildAboutSheet } from './about-sheet.ts'
import { formatCellText, formatSheetName, MAX_COLUMNS } from './cells.ts'
import { computeTextWidth } from './column-widths.ts'
import { buildComparisonSheet } from './comparison-sheet.ts'
import { formatMoment } from './stamp.ts'
import { namePrintTitles } from './print-setup.ts'
import { BOLD, buildTableSheet, FONT } from './table-sheet.ts'

export const TOO_WIDE = `A workbook can have at most ${MAX_COLUMNS} columns, and this period has more.`

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The file without its stamp, or the reason why it cannot be built: the period has no records, or more columns than a
 * sheet.
 */
export type WorkbookResult = Uint8Array | 'empty' | 'too wide'

export interface WorkbookContent {
  readonly table: ReportTable
  readonly title: string
  readonly period: string
  readonly about: AboutContent
}

/**
 * Writes an .xlsx file with the columns, labels, order and total of the screen: real numbers and dates, header and first
 * column frozen, a filter over the values, totals as formulas with their values, set up for print. A second sheet says
 * where the table comes from and what the definition says about the numbers; a third one compares it with an earlier
 * period, if the table has one. `stampWorkbook` completes the file.
 */
export async function writeWorkbook({
  table: whole,
  title,
  period,
  about,
}: WorkbookContent): Promise<Uint8Array> {
  const table = removeHidden(whole)
  const name = formatSheetName(title)
  const sheet = buildTableSheet(table, title, period, name)
  return writeXlsx({
    sheets: [sheet, buildAboutSheet(table, period, about, name), ...buildComparisonSheet(table, name)],
    namedRanges: [namePrintTitles(sheet)],
    defaultFont: FONT,
  })
}

/** Writes the workbook of a report without its stamp, if its table fits into one. */
export async function writeReportWorkbook(content: WorkbookContent): Promise<WorkbookResult> {
  const { rows, columns } = content.table
  if (rows.length === 0) return 'empty'
  if (columns.filter(({ hidden }) => !hidden).length >= MAX_COLUMNS) return 'too wide'
  return writeWorkbook(content)
}

/** Writes an .xlsx file with a sheet for each table of a dashboard, and one that says where each comes from. */
export async function writeDashboardWorkbook({
  title,
  tables,
  user,
  product,
  exportedAt,
}: {
  readonly title: string
  readonly tables: readonly WorkbookContent[]
  readonly user: string
  readonly product: string
  readonly exportedAt: Date
}): Promise<Uint8Array> {
  const names = new Set(['about'])
  const sheets = tables.map(({ table, title: own, period, about: { report, tab, source } }) => {
    const name = chooseSheetName(own, names)
    const sheet = buildTableSheet(removeHidden(table), own, period, name)
    const origin = [report, tab, period, source].filter((text) => text !== null && text !== '')
    return { sheet, origin: [name, origin.join(', ')] }
  })
  const facts = [
    ['Dashboard', title],
    ['Exported by', user],
    ['Exported at', formatMoment(exportedAt)],
    ['Exported from', product],
  ]
  const rows = [...facts, ...sheets.map(({ origin }) => origin)].map((row) => row.map(formatCellText))
  const about: WriteSheet = {
    name: 'About',
    columns: [{ width: computeTextWidth('', [...names]) }, { width: 100 }],
    rows,
    cells: new Map(rows.map((_, row) => [`${row},0`, { style: { font: BOLD } }])),
  }
  return writeXlsx({
    sheets: [...sheets.map(({ sheet }) => sheet), about],
    namedRanges: sheets.map(({ sheet }) => namePrintTitles(sheet)),
    defaultFont: FONT,
    properties: { title, creator: `${user} (${product})`, created: exportedAt, modified: exportedAt },
  })
}

/** Returns the name of a sheet that no other one has, and adds it to those that are taken, in lower case. */
function chooseSheetName(title: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = formatSheetName(number === 1 ? title : `${number} ${title}`)
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

function removeHidden(table: ReportTable): ReportTable {
  const kept = table.columns.flatMap(({ hidden }, index) => (hidden ? [] : [index]))
  return kept.length === table.columns.length ? table : pickColumns(table, kept)
}
