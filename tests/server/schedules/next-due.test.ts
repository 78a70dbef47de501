import { expect, test } from 'vitest'
import type { DueTime } from '../../../schemas/api/schedule.ts'
import { findNextDue } from '../../../src/server/schedules/next-due.ts'

const daily: DueTime = { every: 'daily', day: 1, time: '07:00', zone: 'Africa/Lagos' }

test.each<[string, Partial<DueTime>, string, string]>([
  ['the same day', {}, '2025-06-02T05:59:59.000Z', '2025-06-02T06:00:00.000Z'],
  ['the next day at the due time itself', {}, '2025-06-02T06:00:00.000Z', '2025-06-03T06:00:00.000Z'],
  ['the next Sunday', { every: 'weekly', day: 7 }, '2025-06-02T12:00:00Z', '2025-06-08T06:00:00.000Z'],
  ['the 3rd', { every: 'monthly', day: 3 }, '2025-06-03T06:00:00Z', '2025-07-03T06:00:00.000Z'],
  [
    'the last day of a shorter month',
    { every: 'monthly', day: 31 },
    '2025-02-01T00:00:00Z',
    '2025-02-28T06:00:00.000Z',
  ],
  ['the 30th', { every: 'monthly', day: 30 }, '2025-04-01T00:00:00Z', '2025-04-30T06:00:00.000Z'],
  ['29 February', { every: 'monthly', day: 30 }, '2024-02-01T00:00:00Z', '2024-02-29T06:00:00.000Z'],
  [
    'Friday before a month that ends on Sunday',
    { every: 'lastWorkingDay' },
    '2025-08-01T00:00:00Z',
    '2025-08-29T06:00:00.000Z',
  ],
  [
    'Monday at the end of a month',
    { every: 'lastWorkingDay' },
    '2025-06-01T00:00:00Z',
    '2025-06-30T06:00:00.000Z',
  ],
  ['summer time', { zone: 'Europe/Berlin' }, '2025-03-29T12:00:00Z', '2025-03-30T05:00:00.000Z'],
  [
    'the first moment after a gap',
    { zone: 'Europe/Berlin', time: '02:30' },
    '2025-03-29T12:00:00Z',
    '2025-03-30T01:00:00.000Z',
  ],
  ['winter time', { zone: 'Europe/Berlin' }, '2025-10-25T12:00:00Z', '2025-10-26T06:00:00.000Z'],
])('is due on %s', (_, change, after, due) => {
  expect(findNextDue({ ...daily, ...change }, new Date(after))?.toISOString()).toBe(due)
})
