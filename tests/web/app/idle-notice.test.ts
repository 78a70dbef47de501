import { expect, test } from 'vitest'
import { isEndNear } from '../../../src/web/app/idle-notice.tsx'

const MINUTE = 60_000

test.each([
  [60, 57, false],
  [60, 58, true],
  [60, 59.9, true],
  [60, 60, false],
  [3, 1, false],
  [3, 1.5, true],
  [1, 0.5, true],
])(
  'the end of a session of %s minutes without use is near after %s: %s (spec 4.25)',
  (idleMinutes, minutes, isNear) => {
    expect(isEndNear({ at: 0, idleMinutes }, minutes * MINUTE)).toBe(isNear)
  },
)
