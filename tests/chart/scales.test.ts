import { expect, test } from 'vitest'
import { alignZeros, buildValueScale, formatCompact } from '../../src/chart/scales.ts'
import fc from 'fast-check'

test.each([
  [0, 501_537, [0, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000]],
  [0, 1_232_806, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000, 1_200_000, 1_400_000]],
  [0, 1_800, [0, 1_000, 2_000]],
  [0, 0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [-300, 500, [-400, -200, 0, 200, 400, 600]],
  [0, 0, [0, 1]],
])('the value axis from %d to %d has round ticks', (low, high, ticks) => {
  expect(buildValueScale(low, high).ticks).toEqual(ticks)
})

test.each([
  [0, 500, 0, 1, 0, 500, 0, 1],
  [-300, 500, 0, 1, -400, 600, -2 / 3, 1],
  [0, 500, -1, 3, -500 / 3, 500, -1, 3],
  [-500, 0, 0, 1, -500, 500, -1, 1],
])(
  'scales of %d to %d and of %d to %d have their zeros at one height',
  (low, high, otherLow, otherHigh, ...ends) => {
    const scales = alignZeros(buildValueScale(low, high), buildValueScale(otherLow, otherHigh))
    const found = scales.flatMap(({ min, max }) => [min, max])
    for (const [index, end] of ends.entries()) expect(found[index]).toBeCloseTo(end, 10)
  },
)

const read = (label: string): number => {
  const factor = label.endsWith('M') ? 1e6 : label.endsWith('K') ? 1e3 : 1
  return Number(label.replace(/[KM]$/, '')) * factor
}

const hundredths = (min: number) => fc.integer({ min, max: 1e14 }).map((value) => value / 100)

test('every tick equals its label, and the scale contains all values and 0 (spec 4.19)', () => {
  fc.assert(
    fc.property(hundredths(-1e14), hundredths(0), (lowest, high) => {
      const low = Math.min(0, lowest)
      const { min, max, ticks } = buildValueScale(low, high)
      expect(min).toBeLessThanOrEqual(low)
      expect(max).toBeGreaterThanOrEqual(high)
      expect(max).toBeGreaterThan(min)
      expect(ticks.length).toBeLessThanOrEqual(10)
      for (const tick of ticks) expect(read(formatCompact(tick))).toBeCloseTo(tick, 5)
    }),
  )
})

test('the scale stays finite for the most extreme values', () => {
  for (const value of [5e-324, 1e-9, 1e15, Number.MAX_SAFE_INTEGER, 1e300, Number.MAX_VALUE]) {
    expect(buildValueScale(0, value).ticks.length).toBeGreaterThan(0)
    expect(buildValueScale(-value, value).ticks.length).toBeGreaterThan(0)
  }
})
