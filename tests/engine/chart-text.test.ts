import { expect, test } from 'vitest'
import { spread } from '../../src/chart/direct-labels.ts'
import { shorten, textWidth } from '../../src/chart/text.ts'

test('a text that fits stays, one that does not ends with an ellipsis', () => {
  expect(shorten('Airtel', 12, 100)).toBe('Airtel')
  expect(shorten('Airtel Nigeria Limited', 12, 60)).toMatch(/^Airtel.*…$/)
  expect(textWidth(shorten('Airtel Nigeria Limited', 12, 60), 12)).toBeLessThanOrEqual(60)
})

test('line breaks become blanks, and a grapheme is never torn', () => {
  expect(shorten('a\n b', 12, 100)).toBe('a b')
  expect(shorten('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 12, 30)).toBe('👩‍👩‍👧‍👦…')
})

test('positions move apart in their order, within the bounds', () => {
  expect(spread([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90])
  expect(spread([50, 50, 50], 16, 0, 100)).toEqual([50, 66, 82])
  expect(spread([95, 96, 97], 16, 0, 100)).toEqual([68, 84, 100])
  expect(spread([0, 0, 0, 0], 60, 0, 90)).toEqual([0, 30, 60, 90])
  expect(spread([], 16, 0, 100)).toEqual([])
})
