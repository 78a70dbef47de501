import { beforeEach, expect, test, vi } from 'vitest'
import { getTimeLeft, readSessionUse, storeSessionUse } from '../../../src/web/api/session-use.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})

test('the time left of a session is negative once it is over (spec 4.25)', () => {
  expect(getTimeLeft({ at: MINUTE, idleMinutes: 3 }, 5 * MINUTE)).toBe(-MINUTE)
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
