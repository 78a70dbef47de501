import type { CellStyle, CellValue, WriteSheet } from 'hucre/xlsx'
import type { ComparedTable } from '../report/table/add-comparison.ts'
import type { ReportTable } from '../report/model/report-table.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import { chooseSheetName, formatCellText, getNumberFormatCode } from './cells.ts'
import { computeTextWidth } from './column-widths.ts'
import { companionSetup } from './print-setup.ts'
import { BOLD } from './table-sheet.ts'

export const COMPARISON_NAMES = ['Comparison', 'Comparison of periods'] as const

/** Returns the table of a workbook: why it has no comparison is one of its remarks. */
export const addProblem = ({ table, problem }: ComparedTable): ReportTable =>
  problem === null ? table : { ...table, remarks: [...table.remarks, problem] }

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
  const { name, currentName, lines } = comparison
  const [earlier, differences, changes] = lines.slice(-3)
  const isMean = table.total === null
  const figures = (isMean ? lines[0] : table.total)?.values ?? []
  const labels = columns.map(({ label }) => formatCellText(label))
  const cells = new Map<string, { style: CellStyle; formula?: string; formulaResult?: number | null }>([
    ['0,0', { style: { font: BOLD } }],
    ...[0, 1, 2, 3, 4].map((column) => {
      const style = column === 0 ? { font: BOLD } : header
      return [`${HEADER_ROWS - 1},${column}`, { style }] as const
    }),
  ])
  const body = columns.map(({ format }, index): CellValue[] => {
    const line = HEADER_ROWS + index + 1
    const [difference, change] = [differences?.values[index] ?? null, changes?.values[index] ?? null]
    const formats = [format, format, differences?.columns[index]?.format, changes?.columns[index]?.format]
    const formulas = [
      null,
      null,
      difference === null ? null : { formula: `B${line}-C${line}`, formulaResult: difference },
      change === null ? null : { formula: `D${line}/ABS(C${line})`, formulaResult: change },
    ]
    for (const [at, of] of formats.entries()) {
      const style: CellStyle = { numFmt: getNumberFormatCode(of ?? null) }
      cells.set(`${line - 1},${at + 1}`, { style, ...formulas[at] })
    }
    return [labels[index] ?? '', figures[index] ?? null, earlier?.values[index] ?? null, difference, change]
  })
  const headers = ['Column', currentName, name, 'Difference', 'Difference %'].map(formatCellText)
  return [
    {
      name: chooseSheetName(COMPARISON_NAMES, tableSheet),
      columns: [
        { width: computeTextWidth('', labels) },
        ...[1, 2, 3, 4].map(() => ({ width: NUMBER_WIDTH })),
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
