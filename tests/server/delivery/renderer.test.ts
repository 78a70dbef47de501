import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createThreadRenderer, type Renderer } from '../../../src/server/delivery/renderer.ts'
import { createFolder } from '../../support/folder.ts'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'
import { addAllDemo, measuresOf, storeRecords } from '../../support/stored-records.ts'

const WORKER = 'src/server/delivery/render-worker.ts'

let inline: TestApp
let threaded: TestApp
let pool: Renderer
let readers: readonly [Send, Send]
beforeAll(async () => {
  pool = createThreadRenderer(WORKER)
  inline = await createTestApp()
  threaded = await createTestApp({ renderer: pool })
  for (const { engine, now } of [inline, threaded]) await addAllDemo(engine.database, now())
  readers = [await inline.as('analyst'), await threaded.as('analyst')]
})
afterAll(async () => {
  await threaded.close()
  await inline.close()
})

describe('a workbook built in a worker thread', () => {
  test.each([
    '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK',
    '/v1/international-minutes/download/routelink-to-mno/2024-02',
    '/api/international-exchange/download?year=2025&month=8',
  ])('has for %s the content of one built in the main thread', async (url) => {
    const [one, other] = await Promise.all(readers.map((send) => send('GET', url)))
    expect([one?.status, other?.status]).toEqual([200, 200])
    const parts = [one, other].map((answer) => partsOf(answer?.raw ?? Buffer.alloc(0)))
    expect(parts[1]).toEqual(parts[0])
  })

  test('returns a 404 with a message for a period without records', async () => {
    const { status, body } = await readers[1]('GET', '/v1/monthly-reports/download/2031/MNO_TO_ROUTELINK')
    expect({ status, message: body['message'] }).toEqual({
      status: 404,
      message: 'No data available for 2031',
    })
  })

  test('uses several threads, and leaves at least one free for requests if there are three', () => {
    expect(pool.width).toBeGreaterThanOrEqual(2)
    expect(pool.width).toBeLessThanOrEqual(Math.max(2, availableParallelism() - 1))
  })
})

/** The parts of a workbook but the one that bears the time of its making. */
const partsOf = (file: Buffer) =>
  Object.entries(unzipSync(file))
    .filter(([name]) => name !== 'docProps/core.xml')
    .map(([name, bytes]) => [name, strFromU8(bytes)])

test('a worker without memory fails only its own request, and the next one works', async () => {
  const narrow = createThreadRenderer(WORKER, 1, 64)
  const testApp = await createTestApp({ renderer: narrow })
  await addAllDemo(testApp.engine.database, testApp.now())
  const analyst = await testApp.as('analyst')
  const month = '2019-03'
  const carriers = Array.from({ length: 12_000 }, (_, index) => `Carrier ${index} ${'x'.repeat(900)}`)
  await testApp.engine.database.transaction().execute(async (trx) => {
    const figures = measuresOf(carriers, 1)
    const days = { '2019-03-01': figures, '2019-03-02': figures, '2019-03-03': figures }
    await storeRecords(trx, 'international-minutes', 'IDA_TO_ROUTELINK', days)
  })
  const large = await analyst('GET', `/v1/international-minutes/download/ida-to-routelink/${month}`)
  expect({ status: large.status, message: large.body['message'] }).toEqual({
    status: 500,
    message: 'The server could not answer this request.',
  })
  expect((await analyst('GET', '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK')).status).toBe(200)
  expect((await analyst('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')).status).toBe(200)
  await testApp.close()
}, 90_000)

test('a download waits for no mail while others are due, and mails use all threads but one', async () => {
  const folder = createFolder()
  const file = join(folder, 'worker.mjs')
  const downloaded = join(folder, 'downloaded')
  // A mail is drawn only after the download has ended.
  writeFileSync(
    file,
    `import { existsSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
export const renderMail = async () => {
  while (!existsSync(${JSON.stringify(downloaded)})) await setImmediate()
  return 'mail'
}
export default () => 'empty'`,
  )
  const two = createThreadRenderer(file, 2)
  const ended: unknown[] = []
  const work = [1, 2, 3].map(async () => ended.push(await two.renderMail({} as never)))
  ended.push(await two.build({} as never))
  writeFileSync(downloaded, '')
  await Promise.all(work)
  expect(ended).toEqual(['empty', 'mail', 'mail', 'mail'])
  await two.close()
})

test('a caller leaves a draft that takes too long, whose thread ends it before the next one', async () => {
  const folder = createFolder()
  const file = join(folder, 'worker.mjs')
  const [started, allowed] = [join(folder, 'started'), join(folder, 'allowed')]
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
let answered = 0
export const answerDraft = async () => {
  writeFileSync(${JSON.stringify(started)}, '')
  while (!existsSync(${JSON.stringify(allowed)})) await setImmediate()
  answered += 1
  return { body: String(answered) }
}`,
  )
  const one = createThreadRenderer(file, 1)
  const gone = new AbortController()
  const left = one.answerDraft({} as never, gone.signal)
  await vi.waitFor(() => expect(existsSync(started)).toBe(true), 10_000)
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  const next = one.answerDraft({} as never)
  writeFileSync(allowed, '')
  expect(await next).toEqual({ body: '2' })
  await one.close()
})
