import { expect, test } from 'vitest'
import { palette } from '../../../src/report/model/series-style.ts'

test('the palette has 25 colours and starts with those of the five operators (spec 9.7)', () => {
  expect(palette).toHaveLength(25)
  expect(palette.slice(0, 5)).toEqual(['#8884d8', '#82ca9d', '#ffc658', '#ff7300', '#8dd1e1'])
  expect(new Set(palette).size).toBe(25)
})
