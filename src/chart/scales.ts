import { isPercent, type NumberFormat } from '../report/model/format.ts'

/** Formats the number of an axis: K from 1,000 without decimals, M from 1,000,000 with one; percentages and units of the format. */
export const formatTick = (value: number, format: NumberFormat | null): string =>
  (isPercent(format) ? percentTick.format(value) : formatCompact(value)) + (format?.suffix ?? '')

const percentTick = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 4 })

export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e3) return `${(value / 1e3).toFixed(0)}K`
  return String(value)
}

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

function buildTicks(min: number, max: number, step: number): number[] {
  const from = Math.floor(roundToPrecision(min / step))
  const to = Math.ceil(roundToPrecision(max / step))
  return Array.from({ length: to - from + 1 }, (_, index) => roundToPrecision((from + index) * step))
}

/** Builds a scale of at most seven steps over the values, whose ticks have exactly the values of their labels. */
export function buildValueScale(min: number, max: number): ValueScale {
  const range = max - min
  if (range < 1e-6) return { min: 0, max: 1, ticks: [0, 1] }
  if (!Number.isFinite(range)) return { min, max, ticks: [0] }
  for (let power = Math.floor(Math.log10(range / 7)); ; power++) {
    for (const step of [1, 2, 5].map((digit) => Number(`${digit}e${power}`))) {
      const ticks = step < range / 7 ? [] : buildTicks(min, max, step)
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
