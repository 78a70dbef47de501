import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import { isPoints, type NumberFormat } from '../report/model/format.ts'
import type { ReportTable } from '../report/model/report-table.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import { INCOMPLETE, nameGaps } from '../report/table/totals.ts'
import { chooseSheetName, formatCellText, getNumberFormatCode, prefixNumberFormat } from './cells.ts'
import { computeTextWidth } from './column-widths.ts'
import { companionSetup } from './print-setup.ts'
import { BOLD, buildComment } from './table-sheet.ts'

export const COMPARISON_NAMES = ['Comparison', 'Comparison of periods'] as const

/** Rows above the first column of the table: what is compared, an empty row, the headers. */
const HEADER_ROWS = 3
const NUMBER_WIDTH = 18

const header: CellStyle = { font: BOLD, alignment: { horizontal: 'right', wrapText: true } }

/**
 * Returns the sheet that compares the totals of the sheet `tableSheet`, or its means if it has no row of totals, with
 * those of an earlier period, one row per column, with differences as formulas. They are values: a filter of the table
 * does not change them.
 */
export function buildComparisonSheet(all: ReportTable, tableSheet: string): WriteSheet[] {
  const table = pickColumns(
    all,
    all.columns.flatMap(({ role }, index) => (role === 'text' ? [] : [index])),
  )
  const { columns, comparison } = table
  if (comparison === undefined) return []
  const { name, currentName } = comparison
  const isMean = table.total === null
  const total = table.total ?? { values: [] }
  const own: Lines[number] = { ...total, kind: 'current', label: currentName, columns }
  const lines = isMean ? comparison.lines : [own, ...comparison.lines]
  const labels = columns.map(({ label }) => formatCellText(label))
  const formulas = lines.map(({ kind }, at) => listFormula(lines, kind, at))
  const cells: NonNullable<WriteSheet['cells']> = new Map([
    ['0,0', { style: { font: BOLD } }],
    ...[header, ...lines].map((_, column) => {
      const style = column === 0 ? { font: BOLD } : header
      return [`${HEADER_ROWS - 1},${column}`, { style }] as const
    }),
  ])
  for (const [at, { values, gaps, columns: formats }] of lines.entries()) {
    for (const [index, { format }] of formats.entries()) {
      const [row, value] = [HEADER_ROWS + index, values[index] ?? null]
      const formula = value === null ? undefined : formulas[at]?.(row + 1, format)
      const lacks = gaps?.[index]?.join('\n') || null
      const numFmt = lacks === null ? getNumberFormatCode(format) : prefixNumberFormat(format, INCOMPLETE)
      cells.set(`${row},${at + 1}`, {
        style: { numFmt },
        ...buildComment(lacks),
        ...(formula && { formula, formulaResult: value }),
      })
    }
  }
  const body = columns.map((_, index): CellValue[] => [
    labels[index] ?? '',
    ...lines.map(({ values }) => values[index] ?? null),
  ])
  const headers = ['Column', ...lines.map(({ label }) => label.replace(/^Mean of /, ''))].map(formatCellText)
  return [
    {
      name: chooseSheetName(COMPARISON_NAMES, tableSheet),
      columns: [
        { width: computeTextWidth('', labels) },
        ...lines.map((line) => ({
          width: NUMBER_WIDTH + Math.max(...nameGaps(line).map(({ length }) => length), 0),
        })),
      ],
      rows: [
        [formatCellText(`${isMean ? 'Means' : 'Totals'} of ${currentName}, compared with ${name}`)],
        [],
        headers,
        ...body,
      ],
      cells,
      freezePane: { rows: HEADER_ROWS, columns: 1 },
      ...companionSetup,
    },
  ]
}

type Lines = NonNullable<ReportTable['comparison']>['lines']

/** Returns the formula of a line for the row of a column; undefined for a line of values. */
function listFormula(lines: Lines, kind: Lines[number]['kind'], at: number) {
  const nameColumn = (wanted: Lines[number]['kind']) =>
    String.fromCodePoint(CODE_OF_B + lines.slice(0, at).findLastIndex((line) => line.kind === wanted))
  const [current, earlier, difference] = (['current', 'earlier', 'difference'] as const).map(nameColumn)
  if (kind === 'difference') return (row: number) => `${current}${row}-${earlier}${row}`
  if (kind !== 'change') return undefined
  return (row: number, format: NumberFormat | null) =>
    isPoints(format) ? `${difference}${row}` : `${difference}${row}/ABS(${earlier}${row})`
}

const CODE_OF_B = 66
