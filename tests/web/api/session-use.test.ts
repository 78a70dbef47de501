import { expect, test, vi } from 'vitest'
import { readSessionUse, recordUse, storeIdleMinutes } from '../../../src/web/api/session-use.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

test('the time left of a session is known once a use and the limit are, and negative once it is over (spec 4.25)', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  recordUse(60_000)
  expect(readSessionUse(0)).toBeNull()
  storeIdleMinutes(3)
  expect(readSessionUse(5 * 60_000)).toEqual({ idleMinutes: 3, left: -60_000 })
  localStorage.setItem('lastUse', 'x')
  expect(readSessionUse(0)).toBeNull()
})
