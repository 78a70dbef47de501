import { expect, test } from 'vitest'
import { isEndNear } from '../../../src/web/app/idle-notice.tsx'

test.each([
  [60, 3, false],
  [60, 2, true],
  [60, 0.1, true],
  [60, 0, false],
  [3, 2, false],
  [3, 1.5, true],
  [1, 0.5, true],
])(
  'the end of a session of %s minutes without use is near with %s left: %s (spec 4.25)',
  (idleMinutes, minutes, isNear) => {
    expect(isEndNear(idleMinutes, minutes * 60_000)).toBe(isNear)
  },
)
