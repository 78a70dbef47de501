import { describe, expect, test } from 'vitest'
import { createClock } from '../../src/time/clock-changes.ts'

const skipped = (zone: string, day: string) => {
  const shows = createClock(zone)
  const minutes = Array.from({ length: 1440 }, (_, index) => index).filter((minute) => !shows(day, minute))
  return minutes.length === 0 ? null : [minutes[0], minutes.at(-1)]
}

describe('the times that clocks skip', () => {
  test.each<[string, string, readonly number[] | null]>([
    ['Europe/Berlin', '2025-03-30', [120, 179]],
    ['Europe/Berlin', '2025-03-29', null],
    ['Europe/Berlin', '2025-10-26', null],
    ['America/New_York', '2025-03-09', [120, 179]],
    ['Australia/Lord_Howe', '2025-10-05', [120, 149]],
    // The day itself is skipped.
    ['Pacific/Apia', '2011-12-30', [0, 1439]],
    // Midnight is skipped.
    ['Africa/Cairo', '2025-04-25', [0, 59]],
    ['Africa/Lagos', '2025-03-30', null],
  ])('%s on %s', (zone, day, minutes) => {
    expect(skipped(zone, day)).toEqual(minutes)
  })
})
