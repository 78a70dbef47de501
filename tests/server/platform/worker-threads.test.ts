import { once } from 'node:events'
import { getPriority } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { getWorkerArguments } from '../../../src/server/platform/worker-threads.ts'

const SUBJECT = resolve('src/server/platform/worker-threads.ts')

/** The priority of a worker thread before and after it lowered its own, twice. */
async function runInThread(): Promise<unknown> {
  const script = `
    const { getPriority } = require('node:os')
    const { parentPort } = require('node:worker_threads')
    const { lowerThreadPriority } = require(${JSON.stringify(SUBJECT)})
    const before = getPriority()
    lowerThreadPriority()
    const after = getPriority()
    lowerThreadPriority()
    parentPort.postMessage([before, after, getPriority()])`
  const worker = new Worker(script, {
    eval: true,
    execArgv: getWorkerArguments(SUBJECT),
  })
  const [priorities] = await once(worker, 'message')
  await worker.terminate()
  return priorities
}

test.runIf(process.platform === 'linux')(
  'a thread lowers its own priority, and that of no other thread',
  async () => {
    const main = getPriority()
    expect(await runInThread()).toEqual([main, Math.max(main, 5), Math.max(main, 5)])
    expect(getPriority()).toBe(main)
  },
)

test('only TypeScript sources need a loader', () => {
  expect(getWorkerArguments('dist/server/hash-worker.js')).toEqual([])
  expect(getWorkerArguments(SUBJECT)).toEqual(['--require', expect.stringContaining('tsx')])
})
