import type { ReportTable } from '../report/model/report-table.ts'
import { dayParts, isDayPart } from '../time/grains.ts'
import { measureText, truncate } from './text.ts'

/** Labels side by side: the angle in degrees, and the height below the plot in px. */
const level = { angle: 0, height: 28 }
const LABEL_SIZE = 11
const LABEL_GAP = 12
/** Names are not truncated to less than this before they are slanted. */
const MIN_TEXT_WIDTH = 90
const strides = [1, 2, 3, 5, 7, 10, 14, 15, 20, 30, 60, 90, 120, 180, 365]
/** Of hours, every third or sixth is a time of day that readers look for. */
const hourStrides = [1, 2, 3, 6, 12, 24, 48, 72, 168]

/** Returns the distances of labels: of times whole hours, or parts into which an hour divides. */
function listStrides({ keyKind }: ReportTable): readonly number[] {
  if (!isDayPart(keyKind)) return strides
  const perHour = dayParts[keyKind].count / 24
  const parts = strides.filter((count) => count < perHour && perHour % count === 0)
  return [...parts, ...hourStrides.map((count) => count * perHour)]
}

/** Chooses labels that fit side by side into `width` px. Names that do not fit are slanted: `left` px are before the plot. */
export function buildRowAxis(table: ReportTable, width: number, left: number) {
  const slot = width / Math.max(1, table.rows.length)
  const labels = shortenLabels(table, slot)
  const widest = labels.reduce((most, label) => Math.max(most, measureText(label, LABEL_SIZE)), 0)
  const least = (widest + LABEL_GAP) / slot
  const months = findMonthStarts(table)
  if (months.length > 2 && least > 1) {
    const apart = labels.length / months.length
    const every = [1, 2, 3, 4, 6].find((count) => count * apart >= least) ?? 12
    return { labels, ticks: months.filter((_, index) => index % every === 0), ...level }
  }
  if (table.keyKind === 'text' && least > 1) return layoutSlanted(table, slot, left)
  const stride = listStrides(table).find((count) => count >= least) ?? Math.ceil(least)
  return { labels, ticks: pickEvery(stride, labels), ...level }
}

function shortenLabels({ rows, keyKind }: ReportTable, slot: number): string[] {
  const most = Math.max(MIN_TEXT_WIDTH, slot - LABEL_GAP)
  if (keyKind !== 'date') return rows.map(({ label }) => truncate(label, LABEL_SIZE, most))
  const years = new Set(rows.flatMap(({ key, isRest }) => (isRest ? [] : [key.slice(0, 4)])))
  const labels = rows.map(({ label }) => label.replace(/(\/\d{4}) \w{3}$/, '$1'))
  return years.size > 1 ? labels : labels.map((label) => label.replace(/^\d{4}-|\/\d{4}$/, ''))
}

/** Finds the rows that are first days of months, by index; none if the rows are not in the order of their dates. */
function findMonthStarts({ rows, keyKind }: ReportTable): number[] {
  if (keyKind !== 'date' || rows.some(({ key }, index) => key < (rows[index - 1]?.key ?? ''))) return []
  return rows.flatMap(({ key }, index) => (key.endsWith('-01') ? [index] : []))
}

const pickEvery = (stride: number, labels: readonly string[]): number[] =>
  labels.flatMap((_, index) => (index % stride === 0 ? [index] : []))

/** The least distance of two slanted labels in px, across their direction. */
const LINE_HEIGHT = 13
const MAX_SLANTED_WIDTH = 120
const SLANT = -45
const UPRIGHT = -90

/** Shows all names, which are no sequence: they are slanted, or upright if they are close. */
function layoutSlanted({ rows }: ReportTable, slot: number, left: number) {
  const isUpright = slot * Math.SQRT1_2 < LINE_HEIGHT
  const labels = rows.map(({ label }, index) => {
    const most = isUpright ? MAX_SLANTED_WIDTH : (left + (index + 0.5) * slot) * Math.SQRT2
    return truncate(label, LABEL_SIZE, Math.min(MAX_SLANTED_WIDTH, most))
  })
  const ticks = pickEvery(Math.ceil(LINE_HEIGHT / slot), labels)
  const widest = ticks.reduce(
    (most, index) => Math.max(most, measureText(labels[index] ?? '', LABEL_SIZE)),
    0,
  )
  const height = Math.ceil(widest * (isUpright ? 1 : Math.SQRT1_2)) + 24
  return { labels, ticks, angle: isUpright ? UPRIGHT : SLANT, height }
}
