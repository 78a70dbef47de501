import { expect, test } from 'vitest'
import { avoidOverlap } from '../../src/chart/labels.ts'
import { truncate, measureText } from '../../src/chart/text.ts'

test('a text that fits is unchanged, a longer one ends with an ellipsis', () => {
  expect(truncate('Airtel', 12, 100)).toBe('Airtel')
  expect(truncate('Airtel Nigeria Limited', 12, 60)).toMatch(/^Airtel.*…$/)
  expect(measureText(truncate('Airtel Nigeria Limited', 12, 60), 12)).toBeLessThanOrEqual(60)
})

test('line breaks become spaces, and graphemes are never split', () => {
  expect(truncate('a\n b', 12, 100)).toBe('a b')
  expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12, 30)).toBe('👩‍👩‍👧‍👦…')
})

test('positions are spread in their order, within the bounds', () => {
  expect(avoidOverlap([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90])
  expect(avoidOverlap([50, 50, 50], 16, 0, 100)).toEqual([50, 66, 82])
  expect(avoidOverlap([95, 96, 97], 16, 0, 100)).toEqual([68, 84, 100])
  expect(avoidOverlap([0, 0, 0, 0], 60, 0, 90)).toEqual([0, 30, 60, 90])
  expect(avoidOverlap([], 16, 0, 100)).toEqual([])
})
