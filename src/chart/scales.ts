import type { ReportTable, Series } from '../report/model/report-table.ts'
import { formatCompact } from './format-tick.ts'
import { memoize } from './memoize.ts'

/** The value axis of a chart: its domain and its ticks. */
export interface ValueScale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** Checks that a tick has exactly the value of its label: K has no decimals and M has one, so 1,500 cannot be a tick. */
const hasExactLabel = (tick: number): boolean =>
  Math.abs(tick) >= 1e15 || Number(formatCompact(tick).replace('K', 'e3').replace('M', 'e6')) === tick

const roundToPrecision = (value: number) => Number(value.toPrecision(12)) + 0

function buildTicks({ low, high }: Extent, step: number): number[] {
  const from = Math.floor(roundToPrecision(low / step))
  const to = Math.ceil(roundToPrecision(high / step))
  return Array.from({ length: to - from + 1 }, (_, index) => roundToPrecision((from + index) * step))
}

/** Builds a scale of at most seven steps over the values, whose ticks have exactly the values of their labels. */
export function buildValueScale(extent: Extent): ValueScale {
  const { low: min, high: max } = extent
  const range = max - min
  if (range < 1e-6) return { min: 0, max: 1, ticks: [0, 1] }
  if (!Number.isFinite(range)) return { min, max, ticks: [0] }
  for (let power = Math.floor(Math.log10(range / 7)); ; power++) {
    for (const step of [1, 2, 5].map((digit) => Number(`${digit}e${power}`))) {
      const ticks = step < range / 7 ? [] : buildTicks(extent, step)
      const [first, last] = [ticks[0], ticks.at(-1)]
      if (first === undefined || last === undefined || !ticks.every(hasExactLabel)) continue
      return { min: first, max: last, ticks }
    }
  }
}

/** Extends two scales so that their zeros are at one height. */
export function alignZeros(...scales: readonly [ValueScale, ValueScale]): readonly ValueScale[] {
  const shares = scales.map(({ min, max }) => -min / (max - min))
  const most = Math.max(...shares)
  const share = most === 1 && Math.min(...shares) < 1 ? 0.5 : most
  return scales.map((scale, index) => {
    const current = shares[index] ?? share
    if (current < share) return { ...scale, min: (-share / (1 - share)) * scale.max }
    return current > share ? { ...scale, max: (-scale.min * (1 - share)) / share } : scale
  })
}

export interface Extent {
  readonly low: number
  readonly high: number
}

/** Finds the bounds of values; those of none are infinite. */
export const findExtent = (values: readonly number[]): Extent => ({
  low: values.reduce((least, value) => Math.min(least, value), Infinity),
  high: values.reduce((most, value) => Math.max(most, value), -Infinity),
})

export const joinExtents = (extents: readonly Extent[]): Extent => ({
  low: Math.min(...extents.map(({ low }) => low)),
  high: Math.max(...extents.map(({ high }) => high)),
})

const getColumnExtent = memoize(({ rows }: ReportTable) =>
  memoize(({ columnIndex }: Series) => findExtent(rows.flatMap(({ values }) => values[columnIndex] ?? []))),
)

/** Finds the bounds of all values of these series. */
export const getSeriesExtent = (table: ReportTable, series: readonly Series[]): Extent =>
  joinExtents(series.map(getColumnExtent(table)))
