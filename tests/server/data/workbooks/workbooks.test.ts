import { describe, expect, test } from 'vitest'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { QueueFullError } from '../../../../src/server/platform/work-queue.ts'
import type { WorkbookTask } from '../../../../src/server/data/workbooks/read-screen.ts'
import { createWorkbooks } from '../../../../src/server/data/workbooks/workbooks.ts'
import type { WorkbookResult } from '../../../../src/workbook/workbook.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { addAllDemo } from '../../../support/stored-records.ts'
import { sampleAbout } from '../../../support/read-workbook.ts'

const plan = loadShippedReports().flatMap(({ plans }) => plans)[0] ?? expect.fail('no plan')
const task = (title: string): WorkbookTask => ({
  response: '',
  previousYear: null,
  earlier: [],
  notes: [],
  plan,
  selection: {},
  title,
  period: '',
  about: sampleAbout,
})

/** A builder whose builds end when the test says so, and in the order in which they began. */
function steppedBuilder(width: number) {
  const begun: string[] = []
  const ends: ((result: WorkbookResult) => void)[] = []
  const builder = {
    width,
    build: ({ title }: WorkbookTask): Promise<WorkbookResult> => {
      begun.push(title)
      return new Promise((resolve) => ends.push(resolve))
    },
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (file = new Uint8Array(1)) => {
    ends.shift()?.(file)
    await settle()
  }
  return { builder, begun, end, settle }
}

describe('workbooks of concurrent requests', () => {
  test('are built once for all requests of one database version', async () => {
    const { builder, begun, end, settle } = steppedBuilder(1)
    const workbooks = createWorkbooks(builder)
    const ask = (dataVersion: number | undefined, user = 1) =>
      workbooks({ key: 'march', dataVersion, user, read: async () => task(`at ${dataVersion}`) })
    const [one, other] = [ask(7), ask(7, 2)]
    await settle()
    const later = ask(8)
    await settle()
    expect(begun).toEqual(['at 7'])
    const file = new Uint8Array(3)
    await end(file)
    expect([await one, await other]).toEqual([file, file])
    await settle()
    expect(begun).toEqual(['at 7', 'at 8'])
    const newer = new Uint8Array(4)
    await end(newer)
    expect(await later).toBe(newer)
    expect(await ask(8)).toBe(newer)
    expect(begun).toHaveLength(2)
  })

  test('are built in turn for each user, and requests beyond the limit are rejected at once', async () => {
    const { builder, begun, end, settle } = steppedBuilder(1)
    const workbooks = createWorkbooks(builder)
    const ask = (user: number, index: number) =>
      workbooks({
        key: `${user}/${index}`,
        dataVersion: undefined,
        user,
        read: async () => task(`${user}/${index}`),
      })
    const greedy = Array.from({ length: 40 }, (_, index) => ask(1, index).catch((error: unknown) => error))
    await settle()
    const modest = ask(2, 0)
    await settle()
    for (let round = 0; round < 3; round += 1) await end()
    expect(begun.slice(0, 3)).toEqual(['1/0', '1/1', '2/0'])
    expect(await modest).toBeInstanceOf(Uint8Array)
    for (let round = 0; round < 40; round += 1) await end()
    const refused = (await Promise.all(greedy)).filter((result) => result instanceof QueueFullError)
    expect(refused.length).toBe(40 - 33)
  })

  test('are not cached after a failure, which affects only its own requests', async () => {
    let builds = 0
    const workbooks = createWorkbooks({
      width: 1,
      build: () => {
        builds += 1
        return builds === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(new Uint8Array(1))
      },
    })
    const ask = () => workbooks({ key: 'march', dataVersion: 7, user: 1, read: async () => task('march') })
    await expect(ask()).rejects.toThrow('lost')
    expect(await ask()).toBeInstanceOf(Uint8Array)
  })
})

describe('workbooks of an unavailable data folder', () => {
  const away = new Error('moved')

  test('are neither sent nor cached if their build started before', async () => {
    const { builder, begun, end, settle } = steppedBuilder(1)
    let isAway = false
    const checkFiles = () => {
      if (isAway) throw away
    }
    const workbooks = createWorkbooks(builder, { checkFiles })
    const ask = () => workbooks({ key: 'march', dataVersion: 7, user: 1, read: async () => task('march') })
    const early = ask().catch((error: unknown) => error)
    await settle()
    isAway = true
    await end(new Uint8Array(3))
    expect(await early).toBe(away)
    await expect(ask()).rejects.toBe(away)
    isAway = false
    const late = ask()
    await settle()
    const file = new Uint8Array(4)
    await end(file)
    expect(await late).toBe(file)
    expect(begun).toHaveLength(2)
  })
})

describe('a cached workbook', () => {
  const url = '/v1/local-exchange-traffic/download/2025/5'

  test('is sent only to callers with permission, each export with its log entry and the name of its day', async () => {
    const testApp = await createTestApp()
    await addAllDemo(testApp.engine.database, testApp.now())
    const analyst = await testApp.as('analyst')
    const administrator = await testApp.as('administrator')
    const first = await analyst('GET', url)
    expect(first.headers['content-disposition']).toContain('Local_Exchange_Traffic_2025_5_2025-06-02.xlsx')
    expect((await testApp.send({ method: 'GET', url })).status).toBe(401)
    expect((await administrator('GET', url)).status).toBe(200)
    const role = await testApp.engine.database
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'analyst')
      .executeTakeFirstOrThrow()
    await testApp.engine.database.deleteFrom('role_rights').where('role_id', '=', role.id).execute()
    expect((await analyst('GET', url)).status).toBe(403)
    testApp.pass(20 * 3_600_000)
    const nextDay = await (await testApp.as('administrator'))('GET', url)
    expect(nextDay.headers['content-disposition']).toContain('_2025-06-03.xlsx')
    expect(testApp.lines('"report exported"')).toHaveLength(3)
  })
})
