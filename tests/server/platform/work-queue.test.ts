import { expect, test } from 'vitest'
import { createWorkQueue, QueueFullError } from '../../../src/server/platform/work-queue.ts'

/** A queue of one task; `next` ends the running task, and `done` lists the sources of the ended ones. */
function heldQueue() {
  const queue = createWorkQueue({ atOnce: 1, waiting: 32, share: 8 })
  const done: (string | undefined)[] = []
  let end: () => void = () => undefined
  const send = (source?: string) =>
    queue(
      () =>
        new Promise<void>((resolve) => {
          end = () => {
            done.push(source)
            resolve()
          }
        }),
      source,
    )
  const next = async () => {
    const before = done.length
    end()
    await expect.poll(() => done.length).toBe(before + 1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const flood = (sources: number) => {
    for (let index = 0; index < 8 * sources; index += 1)
      send(`source ${index % sources}`).catch(() => undefined)
  }
  return { send, next, done, flood }
}

test('a few tasks run at once, some wait and the others are rejected', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 3, share: 3 })
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => release.push(resolve))
    running -= 1
  }
  const tasks = Array.from({ length: 5 }, (_, index) => queue(work, `source ${index}`))
  await expect(queue(work, 'source 5')).rejects.toThrow(QueueFullError)
  for (let done = 0; done < 5; done += 1) {
    await expect.poll(() => release.length).toBeGreaterThan(0)
    release.shift()?.()
  }
  await Promise.all(tasks)
  expect(most).toBe(2)
  await expect(queue(async () => 'free again')).resolves.toBe('free again')
})

test('a source has its share of the waiting tasks', async () => {
  const { send } = heldQueue()
  for (let index = 0; index < 9; index += 1) void send('busy')
  await expect(send('busy')).rejects.toThrow(QueueFullError)
  void send('other')
})

test('the single task of another source is next after one of a flood', async () => {
  const { send, next, done, flood } = heldQueue()
  flood(1)
  void send('single')
  for (let time = 0; time < 3; time += 1) await next()
  expect(done).toEqual(['source 0', 'source 0', 'single'])
})

test('a task without a source waits in a full queue', async () => {
  const { send, next, done, flood } = heldQueue()
  flood(5)
  void send()
  for (let time = 0; time < 8; time += 1) await next()
  expect(done.filter((source) => source === undefined)).toHaveLength(1)
})
