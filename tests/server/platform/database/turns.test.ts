import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { joinReads } from '../../../../src/server/platform/database/turns.ts'

/** A read whose results the test decides. */
function createRead() {
  const started: { readonly end: (value: number) => void; readonly fail: (error: Error) => void }[] = []
  const read = () =>
    new Promise<number>((resolve, reject) => {
      started.push({ end: resolve, fail: reject })
    })
  return { started, read }
}

const LIMITS = { atOnce: 2, slowMs: 60_000 }

test('calls of one turn share a read, which starts after them', async () => {
  const { started, read } = createRead()
  const joined = joinReads(read, LIMITS)
  const calls = [joined(), joined(), joined()]
  expect(started).toHaveLength(0)
  await turn()
  expect(started).toHaveLength(1)
  started[0]?.end(7)
  expect(await Promise.all(calls)).toEqual([7, 7, 7])
})

test('a call never gets the result of a read that started before it', async () => {
  const { started, read } = createRead()
  const joined = joinReads(read, LIMITS)
  const first = joined()
  await turn()
  const second = joined()
  started[0]?.end(1)
  expect(await first).toBe(1)
  await turn()
  expect(started).toHaveLength(2)
  started[1]?.end(2)
  expect(await second).toBe(2)
})

test('at most two reads run at once; further calls share the next one', async () => {
  const { started, read } = createRead()
  const joined = joinReads(read, LIMITS)
  const calls: Promise<number>[] = []
  for (let count = 0; count < 6; count += 1) {
    calls.push(joined())
    await turn()
  }
  expect(started).toHaveLength(2)
  started[1]?.end(1)
  expect(await calls[1]).toBe(1)
  await turn()
  expect(started).toHaveLength(3)
  started[2]?.end(2)
  started[0]?.end(0)
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 2, 2, 2])
})

test('a read that fails rejects its own calls, and the next read runs', async () => {
  const { started, read } = createRead()
  const joined = joinReads(read, LIMITS)
  const calls = [joined(), joined()].map((call) => call.catch((error: unknown) => error))
  await turn()
  started[0]?.fail(new Error('lost'))
  expect(await Promise.all(calls)).toEqual([new Error('lost'), new Error('lost')])
  const next = joined()
  await turn()
  started[1]?.end(3)
  expect(await next).toBe(3)
})

test('reads without a response delay the next ones for a moment only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { started, read } = createRead()
    const joined = joinReads(read, { atOnce: 2, slowMs: 500 })
    for (let count = 0; count < 2; count += 1) {
      void joined()
      await turn()
    }
    const next = joined()
    await turn()
    expect(started).toHaveLength(2)
    vi.advanceTimersByTime(500)
    await turn()
    expect(started).toHaveLength(3)
    started[2]?.end(5)
    expect(await next).toBe(5)
  } finally {
    vi.useRealTimers()
  }
})
