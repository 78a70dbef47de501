import { shorten, textWidth } from './chart-text.ts'
import type { ReportTable } from './report-table.ts'

/** The labels under a chart, one per row, and the rows that carry one. */
export interface RowAxis {
  readonly labels: readonly string[]
  readonly ticks: readonly number[]
}

const LABEL_SIZE = 11
const LABEL_GAP = 12
const strides = [1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 60, 90, 120, 180, 365]

const latest = new WeakMap<ReportTable, { readonly width: number; readonly axis: RowAxis }>()

/** Labels that fit side by side into `width` px: a date loses its year where all rows have the same one. */
export function rowAxis(table: ReportTable, width: number): RowAxis {
  const known = latest.get(table)
  if (known?.width === width) return known.axis
  const axis = layOut(table, width)
  latest.set(table, { width, axis })
  return axis
}

function layOut(table: ReportTable, width: number): RowAxis {
  const labels = shortLabels(table)
  const slot = width / Math.max(1, labels.length)
  const widest = labels.reduce((most, label) => Math.max(most, textWidth(label, LABEL_SIZE)), 0)
  const least = (widest + LABEL_GAP) / slot
  const months = monthStarts(table)
  if (months.length > 2 && least > 1) {
    const apart = labels.length / months.length
    const every = [1, 2, 3, 4, 6].find((count) => count * apart >= least) ?? 12
    return { labels, ticks: months.filter((_, index) => index % every === 0) }
  }
  const stride = strides.find((count) => count >= least) ?? Math.ceil(least)
  return { labels, ticks: labels.flatMap((_, index) => (index % stride === 0 ? [index] : [])) }
}

function shortLabels({ rows, keyKind }: ReportTable): string[] {
  if (keyKind !== 'date') return rows.map(({ label }) => shorten(label, LABEL_SIZE, 90))
  const years = new Set(rows.map(({ key }) => key.slice(0, 4)))
  if (years.size > 1) return rows.map(({ label }) => label)
  return rows.map(({ label }) => label.replace(/^\d{4}-|\/\d{4}$/, ''))
}

/** Rows that begin a month, where there are more than two months of days. */
function monthStarts({ rows, keyKind }: ReportTable): number[] {
  if (keyKind !== 'date') return []
  return rows.flatMap(({ key }, index) => (key.endsWith('-01') ? [index] : []))
}
