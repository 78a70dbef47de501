import { describe, expect, test } from 'vitest'
import { createResponseCache } from '../../../src/web/api/response-cache.ts'

const LIFETIME = 300_000

describe('the response cache', () => {
  test('sends one request for concurrent callers', async () => {
    const cache = createResponseCache(LIFETIME)
    let asked = 0
    const ask = async () => ++asked
    expect(await Promise.all([cache.get('years', ask), cache.get('years', ask)])).toEqual([1, 1])
    expect(await cache.get('years', ask)).toBe(1)
    expect(await cache.get('months', ask)).toBe(2)
    expect(cache.held('years')).toMatchObject({ answer: 1 })
  })

  test('sends a new request after the lifetime', async () => {
    let now = 0
    const cache = createResponseCache(LIFETIME, () => now)
    await cache.get('years', async () => 'first')
    now = LIFETIME - 1
    expect(cache.held('years')).toMatchObject({ answer: 'first' })
    now = LIFETIME
    expect(cache.held('years')).toBeNull()
    expect(await cache.get('years', async () => 'second')).toBe('second')
  })

  test('reports a failure to all waiting callers and does not cache it', async () => {
    const cache = createResponseCache(LIFETIME)
    const fail = () => Promise.reject(new Error('no answer'))
    const both = await Promise.allSettled([cache.get('years', fail), cache.get('years', fail)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(cache.held('years')).toBeNull()
    expect(await cache.get('years', async () => 'now')).toBe('now')
  })
})
