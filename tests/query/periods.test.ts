import { expect, test } from 'vitest'
import { findEarlier, listUnits } from '../../src/query/periods.ts'
import { type GrainName, grainNames, grains } from '../../src/time/grains.ts'

test('units consist of whole periods of a grain, weeks of days only; the year of a week is that of its Thursday', () => {
  const longer = ['day', 'week', 'month', 'quarter', 'year']
  expect(Object.fromEntries(grainNames.map((grain) => [grain, listUnits(grain)]))).toEqual({
    'quarter-hour': ['quarter-hour', 'hour', ...longer],
    hour: ['hour', ...longer],
    day: longer,
    week: ['week', 'year'],
    month: ['month', 'quarter', 'year'],
    quarter: ['quarter', 'year'],
    year: ['year'],
  })
})

test.each<[GrainName, string, string | null]>([
  ['day', '2024-02-28', '2023-02-28'],
  ['day', '2024-02-29', null],
  ['day', '2025-02-28', '2024-02-28'],
  ['hour', '2024-02-29T14', null],
  ['week', '2026-W53', null],
])('the same %s as %s of the year before is %s', (name, period, earlier) => {
  const grain = grains[name]
  const found = findEarlier(name, grain.parse(period) ?? NaN, 'year')
  expect(found === null ? null : grain.format(found)).toBe(earlier)
})
