import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getTimeLeft, isEndNear, readSessionUse, storeSessionUse } from '../../../src/web/api/session-use.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

describe('the end of an unused session (spec 4.25)', () => {
  test.each([
    [60, 57, false],
    [60, 58, true],
    [60, 59.9, true],
    [60, 60, false],
    [3, 1, false],
    [3, 1.5, true],
    [1, 0.5, true],
  ])('of %s minutes without use is near after %s: %s', (idleMinutes, minutes, isNear) => {
    expect(isEndNear({ at: 0, idleMinutes }, minutes * MINUTE)).toBe(isNear)
  })

  test('is negative once it is over', () => {
    expect(getTimeLeft({ at: MINUTE, idleMinutes: 3 }, 5 * MINUTE)).toBe(-MINUTE)
  })
})

test('the last use is read as it was stored, and anything else is none', () => {
  expect(readSessionUse()).toBeNull()
  storeSessionUse({ at: 5, idleMinutes: 60 })
  expect(readSessionUse()).toEqual({ at: 5, idleMinutes: 60 })
  for (const text of ['', '{', '{"at":"5"}', 'null']) {
    localStorage.setItem('sessionUse', text)
    expect(readSessionUse()).toBeNull()
  }
})
