import { formatNames } from '../report/model/format.ts'
import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import type { Labels } from '../report/selection/titles-and-file-names.ts'
import { describeMissingRows } from '../report/table/rows-without-record.ts'
import type { ReportPlan } from '../report/model/report-plan.ts'
import { listRemarks, type ReportTable } from '../report/model/report-table.ts'
import { chooseSheetName, formatCellText } from './cells.ts'
import { computeTextWidth } from './column-widths.ts'
import { companionSetup } from './print-setup.ts'
import { formatMoment, stampMarks } from './stamp.ts'
import { BOLD } from './table-sheet.ts'
import { listFixedTotals } from './formulas.ts'

/** Where a table comes from, and what its definition says about it. */
export type AboutContent = ReturnType<typeof buildAbout>

/**
 * Builds what a workbook says about the screen of a plan; `tab` also names the variant, or is null. `changedAt` is the last
 * change of the records, or null if that is not known.
 */
export const buildAbout = (
  plan: Pick<ReportPlan, 'title' | 'description' | 'unit'>,
  tab: string | null,
  { dataCall: { path, query }, counted }: Pick<Labels, 'dataCall' | 'counted'>,
  changedAt: string | null = null,
) => {
  const parameters = new URLSearchParams(query).toString()
  return {
    report: plan.title,
    tab,
    source: parameters === '' ? path : `${path}?${parameters}`,
    description: plan.description,
    unit: plan.unit,
    counted,
    changedAt,
  }
}

export const ABOUT_NAMES = ['About', 'About the table'] as const

const TEXT_WIDTH = 80

const wrapped: CellStyle = { alignment: { wrapText: true, vertical: 'top', horizontal: 'left' } }

const SOURCE = 'Source'
const SOURCE_PREFIX = 'API call '

/** Parses the cells of a row of the sheet as the call of its source; null for another row. */
export const parseSourceFact = ([name, text]: readonly unknown[]): string | null =>
  name === SOURCE && typeof text === 'string' && text.startsWith(SOURCE_PREFIX)
    ? text.slice(SOURCE_PREFIX.length)
    : null

type Fact = readonly [name: string, text: string | number | null]

/**
 * Returns the sheet that explains the table of the sheet `tableSheet`: where it comes from, by whom and when it was
 * exported, which rows have no record, what is left out, and the columns with their descriptions. The cells of the
 * stamp contain `stampMarks`.
 */
export function buildAboutSheet(
  table: ReportTable,
  period: string,
  { report, tab, source, description, unit, counted, changedAt }: AboutContent,
  tableSheet: string,
): WriteSheet {
  const { columns, rows } = table
  const missing = describeMissingRows(table)
  const facts: Fact[] = [
    ['Report', report],
    ['Tab', tab],
    ['Period', period],
    ...counted,
    ['Description', description],
    ['Unit', unit],
    [SOURCE, `${SOURCE_PREFIX}${source}`],
    ['Data as of', changedAt === null ? stampMarks.dataAt : formatMoment(new Date(changedAt))],
    ['Exported by', stampMarks.user],
    ['Exported at', stampMarks.exportedAt],
    ['Exported from', stampMarks.product],
    ['Rows', rows.length],
    ...(missing === null
      ? []
      : [[`${missing.noun} without a record`, `${missing.count}: ${missing.text}`] as const]),
    ['Totals', explainTotals(table)],
    ...listRemarks(table).map((text): Fact => ['Remark', text]),
  ]
  const lines = facts.flatMap(([name, value]): CellValue[][] => {
    if (value === null || value === '') return []
    return [[name, typeof value === 'string' ? formatCellText(value) : value]]
  })
  const isDescribed = columns.some((column) => column.description !== null)
  const described = columns.map((column) => [
    formatCellText(column.label),
    formatCellText(column.description ?? ''),
  ])
  const all = [...lines, ...(isDescribed ? [[], ['Column', 'Description'], ...described] : [])]
  const isBold = (row: number, column: number) =>
    row < lines.length ? column === 0 : row === lines.length + 1
  const cells = all.flatMap((row, index) =>
    row.map((_, column) => {
      const style = isBold(index, column) ? { ...wrapped, font: BOLD } : wrapped
      return [`${index},${column}`, { style }] as const
    }),
  )
  const labels = all.map(([label]) => String(label ?? ''))
  return {
    name: chooseSheetName(ABOUT_NAMES, tableSheet),
    columns: [{ width: computeTextWidth('', labels) }, { width: TEXT_WIDTH }],
    rows: all,
    cells: new Map(cells),
    ...companionSetup,
  }
}

/** Says which totals follow a filter; null without totals. */
function explainTotals(table: ReportTable): string | null {
  const count = table.total?.values.filter((value) => value !== null).length ?? 0
  if (count === 0) return null
  const fixed = listFixedTotals(table).map(({ label }) => label)
  if (fixed.length === 0) return 'They follow the filter.'
  if (fixed.length === count) return 'They do not follow the filter.'
  return `They follow the filter, except ${formatNames(fixed, 10)}.`
}
