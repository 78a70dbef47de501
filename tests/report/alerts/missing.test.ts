import { describe, expect, test } from 'vitest'
import type { MissingRule } from '../../../src/report/model/alert-plan.ts'
import { findMissing } from '../../../src/report/alerts/missing.ts'

const lagos: MissingRule = { kind: 'missing', by: '09:00', zone: 'Africa/Lagos' }
const berlin: MissingRule = { kind: 'missing', by: '02:30', zone: 'Europe/Berlin' }

describe('records that are missing', () => {
  test.each([
    ['one minute before the time', lagos, 'day', '2025-03-05', '2025-03-07T07:59:00Z', null],
    ['at the time of the zone', lagos, 'day', '2025-03-05', '2025-03-07T08:00:00Z', '2025-03-06'],
    ['when they are there', lagos, 'day', '2025-03-06', '2025-03-07T08:00:00Z', null],
    ['without any record', lagos, 'day', null, '2025-03-07T08:00:00Z', '2025-03-06'],
    ['a month on its first day', lagos, 'month', '2025-01-01', '2025-03-01T08:00:00Z', '2025-02'],
    ['a month before the time', lagos, 'month', '2025-01-01', '2025-03-01T07:00:00Z', null],
    ['a week', lagos, 'week', '2025-02-17', '2025-03-03T08:00:00Z', '2025-W09'],
    ['a quarter', lagos, 'quarter', '2024-10-01', '2025-07-01T08:00:00Z', '2025-Q2'],
    ['a year', lagos, 'year', '2023-01-01', '2025-01-01T08:00:00Z', '2024'],
    // 02:30 is skipped on this day, and is there twice on the other.
    ['when clocks go forward', berlin, 'day', '2025-03-28', '2025-03-30T01:00:00Z', '2025-03-29'],
    ['when clocks go back', berlin, 'day', '2025-10-24', '2025-10-26T00:30:00Z', '2025-10-25'],
  ] as const)('%s', (_, rule, grain, latest, now, expected) => {
    expect(findMissing(rule, grain, latest, new Date(now))).toBe(expected)
  })
})
