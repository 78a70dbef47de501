import { describe, expect, test, vi } from 'vitest'
import {
  createSessionStore,
  isToken,
  readSessionUse,
  recordUse,
  storeIdleMinutes,
} from '../../../src/web/api/session-store.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const overlaid = (storage: Storage, methods: Partial<Storage>): Storage =>
  Object.assign(Object.create(storage), methods)

const SESSION = { authToken: 'abc', sessionId: 's', username: 'ada', userRole: 'R' }

describe('the stored session (spec 3.1)', () => {
  test('uses four keys and writes the token last and removes it first', () => {
    const log: string[] = []
    const storage = memoryStorage()
    const store = createSessionStore(() =>
      overlaid(storage, {
        setItem: (key: string, value: string) => {
          log.push(`+${key}`)
          storage.setItem(key, value)
        },
        removeItem: (key: string) => {
          log.push(`-${key}`)
          storage.removeItem(key)
        },
      }),
    )
    store.write(SESSION)
    expect(log).toEqual(['+username', '+userRole', '+sessionId', '+authToken'])
    expect(store.read()).toEqual(SESSION)
    expect(store.isEmpty()).toBe(false)
    log.length = 0
    store.clear()
    expect(log).toEqual(['-authToken', '-sessionId', '-userRole', '-username'])
    expect(store.isEmpty()).toBe(true)
    expect(store.read()).toBeNull()
  })

  test('removes an old session id when the new session has none', () => {
    const kept = memoryStorage()
    const one = createSessionStore(() => kept)
    one.write(SESSION)
    one.write({ ...SESSION, sessionId: null })
    expect(one.read()).toEqual({ ...SESSION, sessionId: null })
  })

  test.each(['', 'a b', 'a\nb', 'a\u0000', 'ü', '\u{1F600}', 'x'.repeat(1_000_000)])(
    'rejects %.9j… as a token',
    (text) => {
      expect(isToken(text)).toBe(false)
      const storage = memoryStorage()
      storage.setItem('authToken', text)
      expect(createSessionStore(() => storage).read()).toBeNull()
    },
  )

  test('stays in memory when the browser denies its storage', () => {
    const store = createSessionStore(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(store.read()).toBeNull()
    store.write(SESSION)
    expect(store.read()).toEqual(SESSION)
    store.clear()
    expect(store.isEmpty()).toBe(true)
  })

  test('stays in memory when the storage is full', () => {
    const storage = memoryStorage()
    const full = overlaid(storage, {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    const store = createSessionStore(() => full)
    store.write(SESSION)
    expect(store.token()).toBe('abc')
  })

  test('observes changes of its own keys and a cleared storage', () => {
    const store = createSessionStore(memoryStorage)
    expect([null, 'authToken', 'username', 'theme', 'logLevel'].map((key) => store.concerns(key))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

test('the time left of a session is known once a use and the limit are, and negative once it is over (spec 4.25)', () => {
  vi.stubGlobal('localStorage', memoryStorage())
  recordUse(60_000)
  expect(readSessionUse(0)).toBeNull()
  storeIdleMinutes(3)
  expect(readSessionUse(5 * 60_000)).toEqual({ idleMinutes: 3, left: -60_000 })
  localStorage.setItem('lastUse', 'x')
  expect(readSessionUse(0)).toBeNull()
})
