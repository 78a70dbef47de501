import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { untyped } from '../../../../src/server/platform/database/handle.ts'
import { createFolder } from '../../../support/folder.ts'
import { clearRecords, dataAt, put } from '../../../support/run-data.ts'
import { createTestApp } from '../../../support/test-app.ts'

const folder = createFolder()
const portal = await createTestApp()
const analyst = await portal.as('analyst')
beforeEach(() => clearRecords(portal.engine))

let minutes = 0
const run = (...args: readonly string[]) =>
  dataAt(new Date(Date.UTC(2025, 5, 2, 8, minutes++)), portal.location, ...args)
const add = async (dataset: string, content: string, ...options: readonly string[]) => {
  const path = put(folder, 'file.csv', content)
  expect(await run('import', dataset, path, ...options)).toMatchObject({ code: 0 })
  const [last] = (await run('imports')).out.split('\n')
  return /^import (\d+),/.exec(last ?? '')?.[1] ?? ''
}
const undo = (number: string) => run('undo', number)

const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA'
const day = (date: string, airtel: number) => `${date},MNO_TO_ROUTELINK,${airtel},2,3,4,5`
const days = (...rows: readonly string[]) => [HEAD, ...rows].join('\n')

/** The records and the names of the database, without their times. */
async function readAll() {
  const database = untyped(portal.engine.database)
  const records = await database
    .selectFrom('dataset_records')
    .select(['dataset', 'id', 'scope', 'period', 'key', 'measures'])
    .orderBy('dataset')
    .orderBy('id')
    .execute()
  const names = await database.selectFrom('dataset_names').selectAll().orderBy('period').execute()
  return { records, names: names.filter(({ names: list }) => list !== '[]') }
}

describe('an import that is undone', () => {
  test('leaves what was there before it added, replaced and removed records', async () => {
    const first = await add('daily-reports', days(day('2025-03-07', 1), day('2025-03-08', 2)))
    const before = await readAll()
    const replacing = days(day('2025-03-07', 9), day('2025-03-09', 3))
    const second = await add('daily-reports', replacing, '--replace', '2025-03')
    expect(await readAll()).not.toEqual(before)
    expect(await undo(second)).toEqual({
      code: 0,
      out: expect.stringMatching(
        /^undone: import \d+, daily-reports from file.csv: 1 added, 1 replaced, 1 removed \(2025-06-02T.*, command line \(.+\)\)$/,
      ) as string,
      err: '',
    })
    expect(await readAll()).toEqual(before)
    expect((await undo(first)).code).toBe(0)
    expect((await readAll()).records).toEqual([])
    expect((await run('imports')).out.split('\n')[0]).toMatch(
      /; undone 2025-06-02T.* by command line \(.+\)$/,
    )
  })

  test('is listed with the options and the SHA-256 of its file', async () => {
    const content = days(day('07/03/2025', 1))
    await add('daily-reports', content, '--read', 'dates=DD/MM/YYYY', '--replace', '2025-03')
    const [line] = (await run('imports')).out.split('\n')
    const hash = createHash('sha256').update(content).digest('hex')
    expect(line).toMatch(/^import \d+, daily-reports from file.csv: 1 added, 0 replaced, 0 removed \(/)
    expect(line?.split('; ').slice(1)).toEqual([
      '--replace 2025-03',
      '--read dates=DD/MM/YYYY',
      '--read decimals=point',
      `SHA-256 ${hash}`,
    ])
  })

  test('gives the list of names back in its order', async () => {
    const carriers = (content: string, ...options: readonly string[]) =>
      add('international-minutes', content, '--direction', 'IDA_TO_ROUTELINK', ...options)
    await carriers('Date,B,A\n2025-03-07,1,2\n')
    const before = await readAll()
    const second = await carriers('Date,C,A\n2025-03-07,1,2\n', '--replace', '2025-03')
    await carriers('Date,D\n2025-04-07,1\n')
    expect((await undo(second)).code).toBe(0)
    const url = '/v1/international-minutes/ida-to-routelink/2025-03'
    expect((await analyst('GET', url)).body['records']).toMatchObject({ carriers: ['B', 'A'] })
    expect((await readAll()).names[0]).toEqual(before.names[0])
  })

  test.each([
    ['a newer import', days(day('2025-03-07', 7)), ['--replace', '2025-03-07'], /newer imports: \d+/],
    ['the removal of a record', days(day('2025-03-09', 7)), ['--replace', '2025-03'], /newer imports: \d+/],
  ])('is refused after %s of the same records, and nothing changes', async (_, content, options, reason) => {
    const first = await add('daily-reports', days(day('2025-03-07', 1)))
    const second = await add('daily-reports', content, ...options)
    const before = await readAll()
    const { code, out } = await undo(first)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(reason) as string })
    expect(out).toMatch(/^records of import \d+ were changed since.*; nothing was undone$/)
    expect(await readAll()).toEqual(before)
    expect((await undo(second)).code).toBe(0)
    expect((await undo(first)).code).toBe(0)
  })

  test('is refused where a removed record was added again', async () => {
    await add('daily-reports', days(day('2025-03-07', 1), day('2025-03-08', 1)))
    const second = await add('daily-reports', days(day('2025-03-08', 1)), '--replace', '2025-03')
    await add('daily-reports', days(day('2025-03-07', 5)))
    expect((await undo(second)).out).toMatch(/were changed since, such as 2025-03-07; newer imports: \d+;/)
  })

  test('is not hindered by a newer import of other records', async () => {
    const first = await add('daily-reports', days(day('2025-03-07', 1)))
    await add('daily-reports', days(day('2025-04-07', 1)))
    expect((await undo(first)).code).toBe(0)
    expect((await readAll()).records.map(({ key }) => key)).toEqual(['2025-04-07'])
  })

  test('is refused twice, for an unknown number and after 90 days', async () => {
    const first = await add('daily-reports', days(day('2025-03-07', 1)))
    await undo(first)
    expect((await undo(first)).out).toMatch(
      /^import \d+ was undone at .* by command line .*; nothing was undone$/,
    )
    expect((await undo('999999')).out).toBe('there is no import 999999; nothing was undone')
    const second = await add('daily-reports', days(day('2025-03-07', 1)))
    const later = new Date('2025-09-02T08:00:00.000Z')
    const path = put(folder, 'file.csv', days(day('2025-05-07', 1)))
    await dataAt(later, portal.location, 'import', 'daily-reports', path)
    expect((await undo(second)).out).toMatch(/is too old: what it replaced was kept for 90 days/)
  })

  test('leaves the state before it, whatever was imported and undone', async () => {
    const date = fc.constantFrom('2025-03-01', '2025-03-02', '2025-03-03', '2025-04-01')
    const file = fc.uniqueArray(fc.tuple(date, fc.integer({ min: 0, max: 3 })), {
      selector: ([text]) => text,
      minLength: 1,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
        await clearRecords(portal.engine)
        const states = [await readAll()]
        const numbers: string[] = []
        for (const rows of files) {
          for (const month of ['2025-03', '2025-04']) {
            const own = rows.filter(([text]) => text.startsWith(month)).map(([text, one]) => day(text, one))
            if (own.length === 0) continue
            const path = put(folder, 'file.csv', days(...own))
            const { out } = await run('import', 'daily-reports', path, '--replace', month)
            if (out.includes('nothing changed')) continue
            numbers.push(/^import (\d+),/.exec((await run('imports')).out)?.[1] ?? '')
            states.push(await readAll())
          }
        }
        for (const number of numbers.toReversed()) {
          states.pop()
          expect((await undo(number)).out).toMatch(/^undone/)
          expect(await readAll()).toEqual(states.at(-1))
        }
      }),
      { numRuns: 15 },
    )
    // Hundreds of commands: longer beside other work.
  }, 120_000)
})

test('an import is stored with its file, hash, choices and counts, and one that changes nothing is not', async () => {
  const number = await add('daily-reports', days(day('2025-03-07', 1)), '--read', 'decimals=point')
  await run('import', 'daily-reports', put(folder, 'file.csv', days(day('2025-03-07', 1))))
  const [row] = await portal.engine.database.selectFrom('imports').selectAll().orderBy('id', 'desc').execute()
  expect(row).toMatchObject({
    id: Number(number),
    dataset: 'daily-reports',
    file: 'file.csv',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    rows: 1,
    added: 1,
    unchanged: 0,
  })
  expect(JSON.parse(row?.options ?? '')).toMatchObject({ replaced: null, read: { decimals: '.' } })
})
