import { expect, test } from 'vitest'
import type { DueTime } from '../../../../schemas/api/schedule.ts'
import { findNextDue } from '../../../../src/server/delivery/schedules/next-due.ts'

const daily: DueTime = { every: 'daily', day: 1, time: '07:00', zone: 'Africa/Lagos' }

test.each<[string, Partial<DueTime>, string, string]>([
  ['the same day', {}, '2025-06-02T05:59:59', '2025-06-02T06:00'],
  ['the next day at the due time itself', {}, '2025-06-02T06:00:00', '2025-06-03T06:00'],
  ['the next Sunday', { every: 'weekly', day: 7 }, '2025-06-02T12:00', '2025-06-08T06:00'],
  ['the 3rd', { every: 'monthly', day: 3 }, '2025-06-03T06:00', '2025-07-03T06:00'],
  ['the end of a shorter month', { every: 'monthly', day: 31 }, '2025-02-01T00:00', '2025-02-28T06:00'],
  ['the 30th', { every: 'monthly', day: 30 }, '2025-04-01T00:00', '2025-04-30T06:00'],
  ['29 February', { every: 'monthly', day: 30 }, '2024-02-01T00:00', '2024-02-29T06:00'],
  ['Friday before a last Sunday', { every: 'lastWorkingDay' }, '2025-08-01T00:00', '2025-08-29T06:00'],
  ['Monday at the end', { every: 'lastWorkingDay' }, '2025-06-01T00:00', '2025-06-30T06:00'],
  ['summer time', { zone: 'Europe/Berlin' }, '2025-03-29T12:00', '2025-03-30T05:00'],
  ['the end of a gap', { zone: 'Europe/Berlin', time: '02:30' }, '2025-03-29T12:00', '2025-03-30T01:00'],
  ['winter time', { zone: 'Europe/Berlin' }, '2025-10-25T12:00', '2025-10-26T06:00'],
])('is due on %s', (_, change, after, due) => {
  const found = findNextDue({ ...daily, ...change }, new Date(`${after}Z`))
  expect(found?.toISOString()).toBe(`${due}:00.000Z`)
})
