import { describe, expect, test } from 'vitest'
import { includesDay, listDays } from '../../src/time/days.ts'

describe('days', () => {
  test('are listed across months and years', () => {
    expect(listDays({ first: '2024-12-30', last: '2025-01-02' })).toEqual([
      '2024-12-30',
      '2024-12-31',
      '2025-01-01',
      '2025-01-02',
    ])
    expect(listDays({ first: '2024-02-28', last: '2024-03-01' })).toHaveLength(3)
    expect(listDays({ first: '2025-03-07', last: '2025-03-07' })).toEqual(['2025-03-07'])
  })

  test('are in a period if its year has them, or its days, which can be of another year', () => {
    const week = { year: 2025, days: { first: '2024-12-30', last: '2025-01-05' } }
    expect(includesDay(week, '2024-12-30')).toBe(true)
    expect(includesDay(week, '2024-12-29')).toBe(false)
    expect(includesDay({ year: 2025, days: null }, '2024-12-30')).toBe(false)
    expect(includesDay({ year: null, days: null }, '1900-01-01')).toBe(true)
  })
})
