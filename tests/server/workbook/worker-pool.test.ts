import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createWorkerPool } from '../../../src/server/workbook/worker-pool.ts'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { openDatabaseHandle } from '../../../src/server/database/open.ts'
import type { WorkbookBuilder } from '../../../src/server/workbook/workbooks.ts'
import { createFolder } from '../../support/folder.ts'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'
import { addAllDemo, measuresOf, storeRecords } from '../../support/stored-records.ts'

const WORKER = 'src/server/workbook/worker.ts'

let inline: TestApp
let threaded: TestApp
let pool: WorkbookBuilder
let readers: readonly [Send, Send]
beforeAll(async () => {
  inline = await createTestApp()
  await addAllDemo(inline.engine.database, inline.now())
  pool = createWorkerPool({ file: WORKER, location: inline.location, dataFiles: inline.engine.dataFiles })
  // The pool reads the first portal's database; the second one lends it its calls.
  threaded = await createTestApp({ workbookBuilder: pool })
  readers = [await inline.as('analyst'), await threaded.as('analyst')]
})
afterAll(async () => {
  await threaded.close()
  await inline.close()
})

describe('a workbook built in a worker thread (M14)', () => {
  test.each([
    '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/download/2025/3/ROUTELINK_TO_MNO',
    '/v1/international-minutes/download/routelink-to-mno/2024-02',
    '/v1/local-exchange-traffic/download/2025/5',
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

test('a worker without memory fails only its own request, and the next one works (M14)', async () => {
  const narrow = createWorkerPool({
    file: WORKER,
    location: inline.location,
    dataFiles: inline.engine.dataFiles,
    threads: 1,
    heapMb: 64,
  })
  const testApp = await createTestApp({ workbookBuilder: narrow })
  const analyst = await testApp.as('analyst')
  const month = '2019-03'
  const carriers = Array.from({ length: 12_000 }, (_, index) => `Carrier ${index} ${'x'.repeat(900)}`)
  const engine = openDatabaseHandle(inline.location)
  await engine.database.transaction().execute(async (trx) => {
    const figures = measuresOf(carriers, 1)
    const days = { '2019-03-01': figures, '2019-03-02': figures, '2019-03-03': figures }
    await storeRecords(trx, 'international-minutes', 'IDA_TO_ROUTELINK', days)
  })
  await engine.close()
  const large = await analyst('GET', `/v1/international-minutes/download/ida-to-routelink/${month}`)
  expect({ status: large.status, message: large.body['message'] }).toEqual({
    status: 500,
    message: 'The server could not answer this request.',
  })
  expect((await analyst('GET', '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK')).status).toBe(200)
  expect((await analyst('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')).status).toBe(200)
  await testApp.close()
}, 90_000)

describe.runIf(process.env['TEST_ENGINE'] !== 'postgres')(
  'a worker without its database (M6, M14, C5)',
  () => {
    let folder: string
    let other: DatabaseHandle
    beforeEach(async () => {
      folder = createFolder(onTestFinished)
      other = openDatabaseHandle({ dataDir: folder })
      await migrate(other)
      await addAllDemo(other.database, inline.now())
    })
    afterEach(() => other.close())

    /** How a server answers whose workers look for their database in `dataDir`. */
    async function answerOf(dataDir: string, dataFiles: DatabaseHandle['dataFiles']) {
      const workbookBuilder = createWorkerPool({ file: WORKER, location: { dataDir }, dataFiles })
      const testApp = await createTestApp({ workbookBuilder })
      const analyst = await testApp.as('analyst')
      const answer = await analyst('GET', '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK')
      const log = testApp.log()
      await testApp.close()
      return { answer: [answer.status, answer.headers['retry-after']], log }
    }

    test('reads no database that the server has not opened', async () => {
      expect((await answerOf(folder, other.dataFiles)).answer).toEqual([200, undefined])
      const { answer, log } = await answerOf(folder, inline.engine.dataFiles)
      expect(answer).toEqual([503, '2'])
      expect(log).toContain(`portal.db in the data folder ${folder} was replaced by another file`)
    })

    test('returns 503 if the file cannot be opened, and names it', async () => {
      const gone = join(folder, 'gone')
      const { answer, log } = await answerOf(gone, [])
      expect(answer).toEqual([503, '2'])
      expect(log).toContain(`portal.db in ${gone} cannot be opened: `)
      expect(log).not.toContain('request failed')
    })
  },
)
