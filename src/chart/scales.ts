import { truncate, measureText } from './text.ts'
import type { ReportTable, Series } from '../report/table.ts'

/** The value axis of a chart: its domain, which always contains 0, and its ticks. */
export interface ValueScale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** A tick has exactly the value of its label: K has no decimals and M has one, so 1,500 cannot be a tick. */
const hasExactLabel = (tick: number): boolean => {
  const size = Math.abs(tick)
  if (size >= 1e15) return true
  if (size >= 1e6) return Math.round(size / 1e5) * 1e5 === size
  return size < 1e3 || Math.round(size / 1e3) * 1e3 === size
}

/** 1, 2, 5, 10, 20 …, starting at the first that is at least `least`. */
function* niceSteps(least: number): Generator<number> {
  for (let power = Math.floor(Math.log10(least)); ; power++) {
    for (const digit of [1, 2, 5]) {
      const step = Number(`${digit}e${power}`)
      if (step >= least) yield step
    }
  }
}

const roundToPrecision = (value: number) => Number(value.toPrecision(12)) + 0

function buildTicks(low: number, high: number, step: number): number[] {
  const from = Math.floor(roundToPrecision(low / step))
  const to = Math.ceil(roundToPrecision(high / step))
  return Array.from({ length: to - from + 1 }, (_, index) => roundToPrecision((from + index) * step))
}

/** A scale of at most seven steps over the values, whose ticks have exactly the values of their labels. */
export function buildValueScale(lowest: number, highest: number): ValueScale {
  const low = Math.min(0, lowest)
  const high = Math.max(0, highest)
  const range = high - low
  if (range < 1e-6) return { min: 0, max: 1, ticks: [0, 1] }
  if (!Number.isFinite(range)) return { min: low, max: high, ticks: [0] }
  for (const step of niceSteps(range / 7)) {
    const ticks = buildTicks(low, high, step)
    if (!ticks.every(hasExactLabel)) continue
    return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks }
  }
  return { min: low, max: high, ticks: [0] }
}

/** The labels under a chart, one per row, and the indexes of the rows whose labels are shown. */
export interface RowAxis {
  readonly labels: readonly string[]
  readonly ticks: readonly number[]
}

const LABEL_SIZE = 11
const LABEL_GAP = 12
const strides = [1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 60, 90, 120, 180, 365]

const latest = new WeakMap<ReportTable, { readonly width: number; readonly axis: RowAxis }>()

/** Labels that fit side by side into `width` px. Dates are without the year if all rows are of one year. */
export function buildRowAxis(table: ReportTable, width: number): RowAxis {
  const known = latest.get(table)
  if (known?.width === width) return known.axis
  const axis = layoutRowAxis(table, width)
  latest.set(table, { width, axis })
  return axis
}

function layoutRowAxis(table: ReportTable, width: number): RowAxis {
  const labels = shortenLabels(table)
  const slot = width / Math.max(1, labels.length)
  const widest = labels.reduce((most, label) => Math.max(most, measureText(label, LABEL_SIZE)), 0)
  const least = (widest + LABEL_GAP) / slot
  const months = findMonthStarts(table)
  if (months.length > 2 && least > 1) {
    const apart = labels.length / months.length
    const every = [1, 2, 3, 4, 6].find((count) => count * apart >= least) ?? 12
    return { labels, ticks: months.filter((_, index) => index % every === 0) }
  }
  const stride = strides.find((count) => count >= least) ?? Math.ceil(least)
  return { labels, ticks: labels.flatMap((_, index) => (index % stride === 0 ? [index] : [])) }
}

function shortenLabels({ rows, keyKind }: ReportTable): string[] {
  if (keyKind !== 'date') return rows.map(({ label }) => truncate(label, LABEL_SIZE, 90))
  const years = new Set(rows.flatMap(({ key, isRest }) => (isRest ? [] : [key.slice(0, 4)])))
  if (years.size > 1) return rows.map(({ label }) => label)
  return rows.map(({ label }) => label.replace(/^\d{4}-|\/\d{4}$/, ''))
}

/** The indexes of the rows that are first days of months; none if the rows are not in the order of their dates. */
function findMonthStarts({ rows, keyKind }: ReportTable): number[] {
  if (keyKind !== 'date' || rows.some(({ key }, index) => key < (rows[index - 1]?.key ?? ''))) return []
  return rows.flatMap(({ key }, index) => (key.endsWith('-01') ? [index] : []))
}

export interface Extent {
  readonly low: number
  readonly high: number
}

const known = new WeakMap<ReportTable, readonly Extent[]>()

/** The least and the greatest value of each column, 0 included; computed once per table. */
function getColumnExtents(table: ReportTable): readonly Extent[] {
  const found = known.get(table) ?? findExtents(table)
  known.set(table, found)
  return found
}

function findExtents({ rows, columns }: ReportTable): Extent[] {
  const extents = columns.map(() => ({ low: 0, high: 0 }))
  for (const { values } of rows) {
    for (const [column, extent] of extents.entries()) {
      const value = values[column] ?? 0
      if (value < extent.low) extent.low = value
      if (value > extent.high) extent.high = value
    }
  }
  return extents
}

/** The bounds of all values of these series, 0 included. */
export function getSeriesExtent(table: ReportTable, series: readonly Series[]): Extent {
  const extents = getColumnExtents(table)
  let [low, high] = [0, 0]
  for (const { columnIndex } of series) {
    const extent = extents[columnIndex]
    if (extent === undefined) continue
    low = Math.min(low, extent.low)
    high = Math.max(high, extent.high)
  }
  return { low, high }
}
