import { formatMissingRows } from '../report/rows/rows-without-record.ts'
import type { ReportTable, TableRow } from '../report/table/report-table.ts'
import type { PlotArea } from './chart-type.ts'
import type { Json } from './vega-encodings.ts'

// Rows without a record: the table shows them as the definition says, a chart does not draw what was not measured.

/** Whether a row was added because there is no record of it. */
const isUnrecorded = ({ hasRecord, isRest }: TableRow): boolean => !hasRecord && !isRest

const blanked = new WeakMap<ReportTable, ReportTable>()

/** The table with blanks in the rows without a record; built once per table, and the table itself if it has none. */
export function blankUnrecorded(table: ReportTable): ReportTable {
  const known = blanked.get(table)
  if (known !== undefined) return known
  const blanks = table.columns.map(() => null)
  const built = table.rows.some(isUnrecorded)
    ? { ...table, rows: table.rows.map((row) => (isUnrecorded(row) ? { ...row, values: blanks } : row)) }
    : table
  blanked.set(table, built)
  return built
}

const described = new WeakMap<ReportTable, string>()

/** `2 days without a record: 9 and 10 February 2025.`; empty if every row has one. */
export function describeUnrecorded(table: ReportTable): string {
  const text = described.get(table) ?? formatMissingRows(table)
  described.set(table, text)
  return text
}

/** Rows without a record that follow each other, in px of the plot. */
interface GapBand {
  readonly x: number
  readonly x2: number
}

/** The bands behind the rows without a record. */
export function buildGapBands({ rows }: ReportTable, { width }: PlotArea): readonly GapBand[] {
  const slot = width / rows.length
  const bands: { x: number; x2: number }[] = []
  for (const [index, row] of rows.entries()) {
    if (!isUnrecorded(row)) continue
    const last = bands.at(-1)
    const x = index * slot
    if (last?.x2 === x) last.x2 = (index + 1) * slot
    else bands.push({ x, x2: (index + 1) * slot })
  }
  return bands
}

/** The bands as a mark that is as high as the plot, under all other marks. */
export const gapBandMark: Json = {
  type: 'rect',
  from: { data: 'gaps' },
  encode: {
    update: {
      x: { field: 'x' },
      x2: { field: 'x2' },
      y: { value: 0 },
      y2: { signal: 'height' },
      fill: { signal: 'mutedColor' },
      fillOpacity: { value: 0.1 },
    },
  },
}
