import { expect, test } from 'vitest'
import { listUnits } from '../../src/query/periods.ts'
import { grainNames } from '../../src/time/grains.ts'

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
