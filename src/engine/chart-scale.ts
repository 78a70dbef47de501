/** The value axis of a chart: where it begins and ends, and its ticks. It always holds 0. */
export interface ValueScale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

/** A tick stands for its label: K has no decimals and M has one (R45), so 1,500 cannot be a tick. */
const isLabelled = (tick: number): boolean => {
  const size = Math.abs(tick)
  if (size >= 1e15) return true
  if (size >= 1e6) return Math.round(size / 1e5) * 1e5 === size
  return size < 1e3 || Math.round(size / 1e3) * 1e3 === size
}

/** 1, 2, 5, 10, 20 …, from the first that is not below `least`. */
function* niceSteps(least: number): Generator<number> {
  for (let power = Math.floor(Math.log10(least)); ; power++) {
    for (const digit of [1, 2, 5]) {
      const step = Number(`${digit}e${power}`)
      if (step >= least) yield step
    }
  }
}

const clean = (value: number) => Number(value.toPrecision(12)) + 0

function ticksOf(low: number, high: number, step: number): number[] {
  const from = Math.floor(clean(low / step))
  const to = Math.ceil(clean(high / step))
  return Array.from({ length: to - from + 1 }, (_, index) => clean((from + index) * step))
}

/** A scale of five to seven steps over the values, whose ticks all say exactly what they are. */
export function valueScale(lowest: number, highest: number): ValueScale {
  const low = Math.min(0, lowest)
  const high = Math.max(0, highest)
  const range = high - low
  if (range < 1e-6) return { min: 0, max: 1, ticks: [0, 1] }
  if (!Number.isFinite(range)) return { min: low, max: high, ticks: [0] }
  for (const step of niceSteps(range / 7)) {
    const ticks = ticksOf(low, high, step)
    if (!ticks.every(isLabelled)) continue
    return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks }
  }
  return { min: low, max: high, ticks: [0] }
}
