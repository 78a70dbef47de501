import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOtherPortal } from '../../../support/other-definitions.ts'
import { clearRecords, put } from '../../../support/run-data.ts'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const define = (id: string, time: object, list: string) => ({
  id,
  time,
  measures: [{ field: 'calls', label: 'Calls' }],
  response: {},
  endpoints: { list },
})
const load = define('load', { kind: 'hour' }, '/v1/load/{date}')
const trunk = define('trunk', { kind: 'quarter-hour' }, '/v1/trunk/{date}')
const roaming = define('roaming', { kind: 'week' }, '/v1/roaming/{year}')
const quarters = define('quarters', { kind: 'quarter' }, '/v1/quarters/{year}')
const months = define('months', { kind: 'month' }, '/v1/months/{year}')

const portal = await createOtherPortal()
for (const one of [load, trunk, roaming, quarters, months]) portal.define(one)
beforeEach(() => clearRecords(portal.engine))

const bring = (dataset: string, content: string, ...options: readonly string[]) =>
  portal.run('import', dataset, put(portal.folder, 'file.csv', content), ...options)
/** Imports a workbook whose first column has the format of times. */
const bringTimes = async (dataset: string, ...cells: CellValue[][]) => {
  const rows = [['Time', 'Calls'], ...cells]
  const sheets = [{ name: 'Times', columns: [{ numFmt: 'yyyy-mm-dd hh:mm' }], rows }]
  return portal.run('import', dataset, put(portal.folder, 'times.xlsx', await writeXlsx({ sheets })))
}
const refusal = (message: string) => ({ code: 1, out: expect.stringContaining(message) as string })
const stored = async () => {
  const records = portal.engine.database.selectFrom('dataset_records').select(['period', 'key'])
  return (await records.execute()).map(({ period, key }) => `${period} ${key}`).toSorted()
}
const exported = async (dataset: string, ...options: readonly string[]) => {
  const path = join(portal.folder, 'out.csv')
  rmSync(path, { force: true })
  const ran = await portal.run('export', dataset, path, ...options)
  return ran.code === 0 ? readFileSync(path, 'utf8').replace(/^\uFEFF/, '') : ran.out
}

describe('quarters of an hour', () => {
  test('are read as spreadsheets and people write them, and exported so that they can be read again', async () => {
    const file = 'Time,Calls\n2025-03-07 10:15,1\n2025-03-07T10:30:00Z,2\n3/7/2025 9:45,3\n'
    expect(await bring('trunk', file, '--read', 'dates=month-first')).toMatchObject({ code: 0 })
    expect(await bring('trunk', 'Date,Time,Calls\n2025-03-08,0:15,1\n')).toMatchObject({ code: 0 })
    expect(await bringTimes('trunk', [45_723 + (23 * 60 + 45) / 1440, 3])).toMatchObject({ code: 0 })
    expect(await stored()).toEqual([
      '2025-03-07 2025-03-07T09:45',
      '2025-03-07 2025-03-07T10:15',
      '2025-03-07 2025-03-07T10:30',
      '2025-03-07 2025-03-07T23:45',
      '2025-03-08 2025-03-08T00:15',
    ])
    expect(await exported('trunk', '--from', '2025-03-08')).toBe('Quarter-hour,Calls\n2025-03-08 00:15,1\n')
  })

  test.each([
    ['10:15', 'the day of this quarter-hour is unknown; add --period 2025-03-07 or a column Date'],
    [
      '2025-03-07 10:20',
      "'2025-03-07 10:20' is not a full quarter-hour; write 2025-03-07 14:15, 14:15 or 14",
    ],
    ['', 'is empty; write a quarter-hour such as 2025-03-07 14:15 or 14:15'],
  ])('%j is refused', async (time, message) => {
    expect(await bring('trunk', `Time,Calls\n${time},1\n`)).toMatchObject(refusal(message))
  })
})

describe('hours', () => {
  test('are read with the day in a column or an option', async () => {
    const file = 'Date,Hour,Calls\n3/7/2025,14,1\n2025-03-08,0:00,2\n'
    expect((await bring('load', file)).out).toContain('day first: 2025-07-03, or month first: 2025-03-07')
    expect(await bring('load', file, '--read', 'dates=MM/DD/YYYY')).toMatchObject({ code: 0 })
    expect(await bring('load', 'Time,Calls\n14:00,1\n', '--period', '2025-03-09')).toMatchObject({ code: 0 })
    expect(await stored()).toEqual([
      '2025-03-07 2025-03-07T14',
      '2025-03-08 2025-03-08T00',
      '2025-03-09 2025-03-09T14',
    ])
  })

  test.each([
    ['Hour,Calls\n14:00,1\n', 'the day of this hour is unknown; add --period 2025-03-07 or a column Date'],
    ['Hour,Calls\n2025-03-07 14:30,1\n', "'2025-03-07 14:30' is not a full hour"],
    ['Hour,Calls\n2025-03-07 24:00,1\n', 'is not a full hour'],
    ['Hour,Calls\n2025-03-07,1\n', 'is not a full hour'],
    ['Hour,Calls\n2025-02-30 14:00,1\n', "'2025-02-30' is not a calendar date"],
    ['Date,Hour,Calls\n2025-03-08,2025-03-07 14:00,1\n', "'2025-03-07 14:00' is not on 2025-03-08"],
    ['Date,Hour,Calls\nnever,14:00,1\n', "'never' is not a calendar date"],
    ['Hour,Calls\n,1\n', 'is empty; write an hour'],
  ])('%j is refused', async (file, message) => {
    expect(await bring('load', file)).toMatchObject(refusal(message))
  })

  test('are replaced and exported by day or month', async () => {
    const rows = ['2025-03-07 14:00,1', '2025-03-07 15:00,2', '2025-03-08 00:00,3', '2025-04-01 00:00,4']
    await bring('load', `Hour,Calls\n${rows.join('\n')}\n`)
    const rowsOf = async (...options: readonly string[]) =>
      (await exported('load', ...options)).split('\n').slice(0, -1)
    expect(await rowsOf()).toEqual(['Hour,Calls', ...rows])
    const seventh = ['--from', '2025-03-07', '--to', '2025-03-07']
    expect(await rowsOf(...seventh)).toEqual(['Hour,Calls', ...rows.slice(0, 2)])
    expect(await rowsOf('--from', '2025-03-08')).toEqual(['Hour,Calls', ...rows.slice(2)])
    expect(await rowsOf('--to', '2025-03')).toEqual(['Hour,Calls', ...rows.slice(0, 3)])
    const replaced = await bring('load', 'Hour,Calls\n2025-03-07 14:00,9\n', '--replace', '2025-03-07')
    expect(replaced.out).toContain('0 added, 0 unchanged, 1 replaced, 1 removed')
    await bring('load', 'Hour,Calls\n2025-03-31 23:00,5\n')
    const month = await bring('load', 'Hour,Calls\n2025-03-08 00:00,3\n', '--replace', '2025-03')
    expect(month.out).toContain('0 added, 1 unchanged, 0 replaced, 2 removed')
    expect(await stored()).toEqual(['2025-03-08 2025-03-08T00', '2025-04-01 2025-04-01T00'])
    const again = await bring('load', 'Hour,Calls\n2025-03-08 00:00,4\n')
    expect(again.err).toContain('--replace <day or month>')
    expect((await portal.run('check')).code).toBe(0)
  })
})

describe('weeks and quarters', () => {
  test('are read with their year, or with the year in a column or an option', async () => {
    expect(await bring('roaming', 'Week,Calls\nW07 2025,1\n')).toMatchObject({ code: 0 })
    expect(await bring('roaming', 'Year,Week,Calls\n2025,8,1\n2026,W53,2\n')).toMatchObject({ code: 0 })
    const named = 'Week,Calls\nw09,1\nFeb 10 - 16,1\n'
    expect(await bring('roaming', named, '--year', '2025')).toMatchObject({ code: 0 })
    const numbered = 'Quarter,Calls\n2025-Q1,1\nq2,2\n3,3\n'
    expect(await bring('quarters', numbered, '--year', '2025')).toMatchObject({ code: 0 })
    expect(await bring('quarters', 'Quarter,Calls\nQ1 2024,1\n2024 Q2,2\n')).toMatchObject({ code: 0 })
    expect(await stored()).toEqual([
      '2024 2024-Q1',
      '2024 2024-Q2',
      '2025 2025-Q1',
      '2025 2025-Q2',
      '2025 2025-Q3',
      '2025 2025-W07',
      '2025 2025-W08',
      '2025 2025-W09',
      '2026 2026-W53',
    ])
  })

  test.each([
    [
      'roaming',
      'Week,Calls\n7,1\n',
      'the year of this week is unknown; write 2025-W07, or import with --year',
    ],
    ['roaming', 'Week,Calls\n2025-W53,1\n', "'2025-W53' is not a week; write 2025-W07, W07 or 7"],
    ['roaming', 'Year,Week,Calls\n2025,53,1\n', '2025 has 52 weeks'],
    [
      'roaming',
      'Week,Calls\n2025-W07,1\n#N/A,1\n',
      'row 3, column "Week" (A): #N/A is an error of a formula',
    ],
    ['roaming', 'Week,Calls\n2025-W07,#REF!\n', 'row 2, column "Calls" (B): #REF! is an error of a formula'],
    ['roaming', 'Year,Week,Calls\n2025,2026-W01,1\n', "'2026-W01' is not in the year 2025"],
    ['roaming', 'Week,Calls\n0,1\n', "'0' is not a week"],
    ['quarters', 'Quarter,Calls\nQ5,1\n', "'Q5' is not a quarter; write 2025-Q1, Q1 or 1"],
    [
      'quarters',
      'Quarter,Calls\nQ1,1\n',
      'the year of this quarter is unknown; write 2025-Q1, or import with --year',
    ],
  ])('of %s: %j is refused', async (dataset, file, message) => {
    expect(await bring(dataset, file)).toMatchObject(refusal(message))
  })

  test('are replaced and exported by themselves or by year', async () => {
    await bring('roaming', 'Week,Calls\n2025-W07,1\n2025-W08,2\n2026-W01,3\n')
    expect(await exported('roaming', '--from', '2025-W08')).toBe('Week,Calls\n2025-W08,2\n2026-W01,3\n')
    const seventh = ['--from', '2025-W07', '--to', '2025-W07']
    expect(await exported('roaming', ...seventh)).toBe('Week,Calls\n2025-W07,1\n')
    expect(await exported('roaming', '--to', '2025')).toBe('Week,Calls\n2025-W07,1\n2025-W08,2\n')
    const replaced = await bring('roaming', 'Week,Calls\n2025-W07,9\n', '--replace', '2025-W07')
    expect(replaced.out).toContain('0 added, 0 unchanged, 1 replaced (')
    const year = await bring('roaming', 'Week,Calls\n2025-W07,9\n', '--replace', '2025')
    expect(year.out).toContain('1 removed')
    const wrong = await bring('quarters', 'Quarter,Calls\n2025-Q1,9\n', '--replace', '2025-03')
    expect(wrong.err).toContain('--replace: expected a quarter or a year such as 2025-Q1 or 2025')
    expect((await portal.run('check')).code).toBe(0)
  })
})

test('months are exported from a month of their year', async () => {
  await bring('months', 'Month,Calls\n2025-02,2\n2025-03,3\n2026-01,4\n')
  expect(await exported('months', '--from', '2025-03')).toBe('Month,Calls\n2025-03,3\n2026-01,4\n')
})

test.each([[[]], [['--period', '2025-03']]])('columns of months need their rows: %j', async (options) => {
  const ran = await bring('months', 'Carrier,Jan-25,Feb-25\nA,1,2\n', ...options)
  const message =
    "row 1: the columns 'Jan-25' (B) to 'Feb-25' (C) are periods; write a row for each name and period below headings such as Carrier, Month, Minutes: the first is A, Jan-25, 1"
  expect(ran).toMatchObject(refusal(message))
})
