import { expect, test } from 'vitest'
import { buildSparkline } from '../../../src/web/dashboards/sparkline.tsx'

test('a sparkline goes from the lowest to the highest value', () => {
  expect(buildSparkline([0, 10, 5])).toBe('M2.0 34.0L60.0 2.0L118.0 18.0')
})

test('a missing value is a gap, and a value between two gaps is a dot', () => {
  expect(buildSparkline([0, null, 10, null, 5, 5])).toBe('M2.0 34.0h0M48.4 2.0h0M94.8 18.0L118.0 18.0')
})

test('equal values are a line in the middle; fewer than two are none', () => {
  expect(buildSparkline([3, 3])).toBe('M2.0 18.0L118.0 18.0')
  expect(buildSparkline([3])).toBe('')
  expect(buildSparkline([null, 3])).toBe('')
})
