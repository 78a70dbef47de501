import type { ReportTable, Series } from '../report/model/report-table.ts'
import { memoize } from './memoize.ts'

/** The value axis of a chart: its domain and its ticks. */
export interface ValueScale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** Checks that a tick has exactly the value of its label: K has no decimals and M has one, so 1,500 cannot be a tick. */
const hasExactLabel = (tick: number): boolean => {
  const size = Math.abs(tick)
  if (size >= 1e15) return true
  if (size >= 1e6) return Math.round(size / 1e5) * 1e5 === size
  return size < 1e3 || Math.round(size / 1e3) * 1e3 === size
}

/** Yields 1, 2, 5, 10, 20 …, starting at the first that is at least `least`. */
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

/** Builds a scale of at most seven steps over the values, whose ticks have exactly the values of their labels. */
export function buildValueScale({ low, high }: Extent): ValueScale {
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

/** Extends two scales so that their zeros are at one height. */
export function alignZeros(one: ValueScale, other: ValueScale): [ValueScale, ValueScale] {
  const [first, second] = [getShareBelowZero(one), getShareBelowZero(other)]
  const share = Math.max(first, second) === 1 && first !== second ? 0.5 : Math.max(first, second)
  return [setShareBelowZero(one, share), setShareBelowZero(other, share)]
}

const getShareBelowZero = ({ min, max }: ValueScale): number => -min / (max - min)

function setShareBelowZero(scale: ValueScale, share: number): ValueScale {
  const current = getShareBelowZero(scale)
  if (current < share) return { ...scale, min: (-share / (1 - share)) * scale.max }
  return current > share ? { ...scale, max: (-scale.min * (1 - share)) / share } : scale
}

export interface Extent {
  readonly low: number
  readonly high: number
}

/** Joins extents, 0 included. */
export const joinExtents = (extents: readonly Extent[]): Extent => ({
  low: extents.reduce((least, { low }) => Math.min(least, low), 0),
  high: extents.reduce((most, { high }) => Math.max(most, high), 0),
})

const getColumnExtents = memoize(({ rows }: ReportTable) =>
  memoize(({ columnIndex }: Series): Extent => {
    let [low, high] = [0, 0]
    for (const { values } of rows) {
      const value = values[columnIndex] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
    return { low, high }
  }),
)

/** Finds the bounds of all values of these series, 0 included. */
export const getSeriesExtent = (table: ReportTable, series: readonly Series[]): Extent =>
  joinExtents(series.map(getColumnExtents(table)))
