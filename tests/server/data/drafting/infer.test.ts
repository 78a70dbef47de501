import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inferTable } from '../../../../src/server/data/drafting/infer.ts'
import { FileError } from '../../../../src/reading/errors.ts'
import { createDrafts } from '../../../support/draft-file.ts'
import { createEmptyFolder, createFolder } from '../../../support/folder.ts'
import { put } from '../../../support/run-data.ts'
import { reports } from '../../../support/terminal.ts'

const infer = (text: string) => {
  const [headings = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(',').map((cell) => cell.trim()))
  return inferTable(headings, rows)
}

/** Returns the lines with which a table is refused. */
function refuse(text: string): string {
  try {
    infer(text)
  } catch (error) {
    return error instanceof FileError ? error.lines().join('\n') : String(error)
  }
  return ''
}

describe('what a table is about', () => {
  test.each<[object, string]>([
    [{ kind: 'date', field: 'day' }, 'Day,Calls\n2025-03-01,5\n3/22/2025,6'],
    [{ kind: 'date' }, 'Name,Date,Calls\nA,13/04/2025,5\nB,2025-04-13,6\nA,2025-04-14,7\nB,14 Apr 2025,8'],
    [{ kind: 'date' }, 'Name,Date,Calls\nA,01/04/2025,5\nB,2025-04-01,6\nA,2025-04-02,7\nB,2025-01-04,8'],
    [{ kind: 'month', field: 'month' }, 'Year,Month,Calls\n2025,Jan,5\n2025,Feb,6'],
    [{ kind: 'month', field: 'month' }, 'Month,Calls\n2025-01,5\n2025-02,6'],
    [
      { kind: 'month', field: 'month' },
      'Country,Month,Calls\nMali,2025-01,5\nChad,2025-01,6\nTogo,2025-01,7\nBenin,2025-01,7\nGhana,2025-01,2\nNiger,2025-01,3',
    ],
    [{ kind: 'year', field: 'year' }, 'Country,Calls\nMali,5\nChad,6\nTogo,7\nBenin,8\nGhana,9\nNiger,1'],
    [{ kind: 'hour', field: 'time' }, 'Time,Calls\n2025-03-01 00:00,5\n2025-03-01 01:00,6'],
    [{ kind: 'quarter-hour', field: 'time' }, 'Time,Calls\n2025-03-01 00:00,5\n2025-03-01 00:15,6'],
    [{ kind: 'hour', field: 'hour' }, 'Date,Hour,Calls\n2025-03-01,0,5\n2025-03-01,1,6'],
    [{ kind: 'week', field: 'week' }, 'Week,Calls\n2025-W07,5\n2025-W08,6'],
    [{ kind: 'quarter', field: 'period' }, 'Period,Calls\n2025-Q1,5\n2025-Q2,6'],
  ])('%j', (key, text) => {
    expect(infer(text).key).toMatchObject(key)
    expect(infer(text).measures.map(({ label }) => label)).toEqual(['Calls'])
  })

  test('dates of several writings are asked for their order, or refused where they contradict', () => {
    const table = 'Name,Date,Calls\nA,01/04/2025,5\nB,2025-04-01,6\n'
    expect(infer(table).questions).toMatchObject([{ key: 'dates', row: 2 }])
    expect(refuse(`${table}A,13/04/2025,7\nB,04/14/2025,8`)).toContain(
      `row 5, column "Date" (B): '04/14/2025' and '01/04/2025' in row 2 have day, month and year in different orders`,
    )
  })

  test.each([
    ['13/04/2025', 'DD/MM/YYYY'],
    ['04/13/2025', 'MM/DD/YYYY'],
    ['04/04/2025', undefined],
  ])('only an order that %s proves is remembered', (date, dates) => {
    const { read, questions } = infer(`Date,Calls\n02/02/2025,5\n03/03/2025,6\n${date},7`)
    expect([read.dates, questions]).toEqual([dates, []])
  })

  test('words that repeat are a dimension, numbers are measures, and only those below zero may be negative', () => {
    const { dimensions, measures } = infer(
      'Date,Call Type,Answered Calls,Change\n2025-03-01,IN,1,-2.5\n2025-03-01,OUT,4,1',
    )
    expect(dimensions).toMatchObject([
      { id: 'callType', field: 'callType', label: 'Call Type', values: ['IN', 'OUT'] },
    ])
    expect(measures).toMatchObject([
      { field: 'answeredCalls', label: 'Answered Calls', average: 2.5, decimals: 0, hasNegative: false },
      { field: 'change', label: 'Change', average: -0.75, decimals: 1, hasNegative: true },
    ])
  })

  test('words are a dimension if there is one or they repeat, and remarks if they do not and the key is enough', () => {
    const [days, hours] = [
      ['2025-03-01', '2025-03-02'],
      [2, 3].map((hour) => new Date(Date.UTC(2025, 2, 1, hour))),
    ]
    const read = (keys: readonly (string | Date)[], words: readonly string[]) => {
      const rows = keys.map((key, row) => [key, words[row] ?? '', '5'])
      const { dimensions, texts } = inferTable(['Time', 'Note', 'Calls'], rows)
      return { dimensions: dimensions.map(({ values }) => values), texts: texts.map(({ field }) => field) }
    }
    const remarks = { dimensions: [], texts: ['note'] }
    expect(read(days, ['All fine', 'Cable cut'])).toEqual(remarks)
    expect(read(hours, ['All fine', 'Cable cut'])).toEqual(remarks)
    expect(read(days, ['MTN', 'MTN'])).toEqual({ dimensions: [['MTN']], texts: [] })
    expect(read(['2025-03-01'], ['MTN'])).toEqual({ dimensions: [['MTN']], texts: [] })
    expect(read(['2025-03-01', '2025-03-01'], ['IN', 'OUT'])).toEqual({
      dimensions: [['IN', 'OUT']],
      texts: [],
    })
  })

  test('blanks are no amounts', () => {
    const { measures, read, notes } = infer('Date,A,B\n2025-03-01,1,\n2025-03-02,,2')
    expect({ fields: measures.map(({ field }) => field), read }).toEqual({
      fields: ['a', 'b'],
      read: { blank: [''] },
    })
    expect(notes).toContain('an empty cell in row 3 of column "A" is read as no amount')
  })

  test('a heading that is no name of a field, or that of another, gets one', () => {
    const { measures } = infer(
      'Date,日本,constructor,9Mobile,Lost calls,lost_calls,Year\n2025-03-01,1,2,3,4,5,2025',
    )
    expect(measures.map(({ field, label }) => [field, label])).toEqual([
      ['value1', '日本'],
      ['value2', 'constructor'],
      ['value3', '9Mobile'],
      ['lostCalls', 'Lost calls'],
      ['lostCalls2', 'lost_calls'],
    ])
  })

  test('a column of totals is checked at import, and not stored', () => {
    expect(infer('Date,A,B,Grand Total\n2025-03-01,1,2,3')).toMatchObject({
      rowTotal: 'Grand Total',
      measures: [{ field: 'a' }, { field: 'b' }],
    })
  })

  test.each([
    [
      'Calls,Team\n1,North\n3,South\n4,South',
      'no column contains dates, hours, weeks, months, quarters, or more than 5 names, by which rows are known',
    ],
    ['Date,Place\n2025-03-01,x\n2025-03-02,y', 'no column contains numbers'],
    ['Date,,Calls\n2025-03-01,1,2', 'column 2 has no heading'],
    [
      'Time,Load\n2025-03-01 00:00,5\n2025-03-01 00:05,6',
      'row 3, column "Time" (A): \'2025-03-01 00:05\' is not a full',
    ],
    [
      'Day,Minutes\n2025-03-01,5\n2025-13-02,6',
      'row 3, column "Day" (A): \'2025-13-02\' is not a calendar date; write 2025-03-17 or 3/17/2025',
    ],
    [
      `Day,Minutes\n${Array.from({ length: 9 }, (_, n) => `2025-03-0${n + 1},5\n`).join('')}2025-13-02,6`,
      'row 11, column "Day" (A): \'2025-13-02\' is not a calendar date',
    ],
    [
      'Month,Calls\n2025-01,5\n2025-13,6',
      'row 3, column "Month" (A): \'2025-13\' is not a month; write 2025-03',
    ],
    [
      'Date,Calls\n2025-03-01,many\n2025-03-02,6',
      'row 2, column "Calls" (B): \'many\' is not a number; write 1234.5',
    ],
    [
      'Date,Calls,Lost\n2025-03-01,5,few\n2025-03-02,6,7',
      'row 2, column "Lost" (C): \'few\' is not a number',
    ],
  ])('%j is refused in the words of the import: %s', (text, message) => {
    expect(refuse(text)).toContain(message)
  })
})

describe('reports new --with-data', () => {
  const folder = createEmptyFolder()
  const [dir, datasetsDir] = [join(folder, 'reports'), join(folder, 'datasets')]
  const dirs = () => ['--dir', dir, '--datasets-dir', datasetsDir]
  const file = (name: string, text: string) => put(folder, name, text)
  const written = (kind: 'reports' | 'datasets', id: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, kind, `${id}.json`), 'utf8'))

  test('writes both files from a table, and they pass the checks together', async () => {
    const path = file('quality.csv', 'Day,Region,Calls\n2025-03-01,North,5\n2025-03-01,South,-6\n')
    const { code, out } = await reports(['new', 'quality', '--with-data', path, ...dirs()])
    expect(out).toContain(`next: npm run data -- import quality ${path}`)
    expect(code).toBe(0)
    expect(written('datasets', 'quality')).toMatchObject({
      time: { kind: 'date', field: 'day' },
      dimensions: [{ field: 'region' }],
      measures: [{ field: 'calls', label: 'Calls', min: -10_000_000_000_000 }],
    })
    expect(written('reports', 'quality')).toMatchObject({
      selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'region', label: 'Region' }],
      data: { dataset: 'quality' },
      rows: { by: ['day'], total: 'Total' },
    })
    expect((await reports(['check', ...dirs()])).out).toBe('1 definition, 1 dataset, nothing found')
  })

  test('gives averages and rates a mean as their total, says so, and leaves missing ones blank', async () => {
    const path = file('length.csv', 'Day,Calls,Average length,Answer rate\n2025-03-01,5,2.5,0.9\n')
    const { out } = await reports(['new', 'length', '--with-data', path, ...dirs()])
    expect(out).toContain("the total of 'Average length' is the mean")
    expect(written('reports', 'length')['rows']).toEqual({ by: ['day'], total: 'Total' })
    expect(written('reports', 'length')['columns']).toEqual([
      { field: 'calls', label: 'Calls' },
      { id: 'averageLength', label: 'Average length', value: 'mean(averageLength)', role: 'series' },
      { id: 'answerRate', label: 'Answer rate', value: 'mean(answerRate)', role: 'series' },
    ])
  })

  test.each([
    ['Calls', '5', null],
    ['Minutes', '2.5', null],
    ['Minutes lost', '1', null],
    ['Total Capacity', '120', 'mean'],
    ['Trunk utilisation', '93', 'mean'],
    ['Cost per minute', '4', 'mean'],
    ['ASR (%)', '61', 'mean'],
    ['Prices', '7', 'mean'],
    ['Peak load', '80', 'max'],
    ['Min level', '3', 'min'],
    ['Success', '0.93', null],
    ['Peak Minutes', '1200.5', null],
    ['Min In', '400', null],
    ['Cost USD', '0.42', null],
    ['Surcharge', '0.05', null],
  ])('proposes for %s such as %s the total %s', (heading, value, total) => {
    expect(infer(`Day,${heading}\n2025-03-01,${value}`).measures).toMatchObject([{ total }])
  })

  test.each([
    ['an empty file', '', 'the file is empty'],
    ['headings alone', 'Date,Calls\n', 'there are no rows below the headings'],
    ['no numbers', 'Date,Place\n2025-03-01,x\n2025-03-02,y\n', 'no column contains numbers'],
  ])('%s ends with 1 and writes nothing', async (_, text, message) => {
    const { code, out } = await reports(['new', 'x', '--with-data', file('x.csv', text), ...dirs()])
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(message) as string })
    expect(existsSync(join(folder, 'datasets')) || existsSync(join(folder, 'reports'))).toBe(false)
  })

  test('a dataset that is there is never overwritten', async () => {
    mkdirSync(join(folder, 'datasets'))
    writeFileSync(join(folder, 'datasets', 'quality.json'), 'mine')
    const path = file('quality.csv', 'Day,Calls\n2025-03-01,5\n')
    expect((await reports(['new', 'quality', '--with-data', path, ...dirs()])).code).toBe(2)
    expect(readFileSync(join(folder, 'datasets', 'quality.json'), 'utf8')).toBe('mine')
    expect(existsSync(join(folder, 'reports', 'quality.json'))).toBe(false)
  })

  /** The number of records that the commands store of files that people have. */
  const countries = Array.from({ length: 40 }, (_, index) => `Country ${index + 1}`)
  test.each([
    ['headings that are options', 'Date,From,To,Minutes\n2025-03-01,A,B,5\n2025-03-01,B,A,6\n', 2],
    [
      'a long table of many names',
      `Date,Country,Minutes\n${['01', '02', '03'].flatMap((day) => countries.map((name) => `2025-03-${day},${name},1.5\n`)).join('')}`,
      120,
    ],
    ['a heading that begins with a digit', 'Date,Airtel,9Mobile\n2025-03-01,1,2\n', 1],
    ['days as timestamps', 'Day,Calls\n2025-03-01T00:00:00Z,1\n2025-03-02T00:00:00Z,2\n', 2],
    ['quarters of an hour', 'Date,Time,Calls\n2025-03-01,13:00,1\n2025-03-01,13:15,2\n', 2],
    ['months by name', 'Month,Year,Calls\nJan,2025,1\nFebruary,2025,2\n', 2],
    ['a remark with blanks', 'Date,Calls,Remark\n2025-03-01,5,"late, again"\n2025-03-02,6,\n', 2],
    [
      'a remark of its own for each day and area',
      `Date,Area,Calls,Remark\n${Array.from({ length: 24 }, (_, n) => `2025-03-${10 + n / 2 - (n % 2) / 2},${n % 2 ? 'Core' : 'Radio'},${n},${'long '.repeat(60)}${n}`).join('\n')}`,
      24,
    ],
    ['one operator', 'Day,Operator,Calls\n2025-03-01,MTN,1\n2025-03-02,MTN,2\n', 2],
    ['years beside full dates', 'Year,Day,Total\n2025,2025-03-01,1\n2025,2025-03-02,2\n', 2],
    ['years beside days and hours', 'Year,Date,Hour,Total\n2025,2025-03-01,0,1\n2025,2025-03-01,1,2\n', 2],
  ])('imports the file that it was made from: %s', async (_, text, added) => {
    const { ran } = await createDrafts(createFolder()).bring(file('table.csv', text))
    expect(ran.out).toContain(`${added} added, 0 unchanged`)
  })

  test.each(
    Object.entries({
      'row 3, column "Region" (C): is empty; write the name in each row':
        'Date,Calls,Region\n2025-03-01,5,North\n2025-03-01,6,\n2025-03-02,6,South\n',
      'row 3, column "Time" (B): \'00:05\' is not a full hour or quarter of an hour; choose --period hour or':
        'Date,Time,Load\n2025-03-01,00:00,5\n2025-03-01,00:05,6\n',
      'row 1, column "Calls" (C): is a duplicate of column B; rename one':
        'Date,Calls,Calls\n2025-03-01,1,2\n',
      'row 3, column "Date" (A): 2025-03-01 of \'Mali\' already appears in row 2':
        'Date,Country,Calls\n2025-03-01,Mali,5\n2025-03-01,Mali,6\n2025-03-01,Chad,6\n',
      'column "Total" (D): is 9, but the row adds up to 3': 'Date,A,B,Total\n2025-03-01,1,2,9\n',
      'if it is an amount of its own, choose --measure "Total"': 'Date,A,B,Total\n2025-03-01,1,2,9\n',
      'row 3, column "Date" (A): is empty; write a date': 'Date,Calls\n2025-03-01,5\n,6\n',
    }),
  )('writes nothing and says why: %s', async (message, text) => {
    const { code, out } = await reports(['new', 'table', '--with-data', file('table.csv', text), ...dirs()])
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(message) as string })
    expect(existsSync(join(folder, 'datasets')) || existsSync(join(folder, 'reports'))).toBe(false)
  })

  test('any headings come to two files that pass the checks, or to words that say why not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 25 }),
        async (headings) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
          const text = `Date,${headings.map(quote).join(',')}\n2025-03-01,${headings.map(() => 1.5).join(',')}\n`
          for (const kind of ['reports', 'datasets'])
            rmSync(join(folder, kind), { recursive: true, force: true })
          const { code, out } = await reports(['new', 'any', '--with-data', file('any.csv', text), ...dirs()])
          expect(out).not.toMatch(/TypeError|undefined|NaN/)
          const checked = code === 0 ? (await reports(['check', ...dirs()])).out : 'nothing was written'
          const expected = code === 0 ? '1 definition, 1 dataset, nothing found' : 'nothing was written'
          expect([code <= 1, checked]).toEqual([true, expected])
          expect(existsSync(join(datasetsDir, 'any.json'))).toBe(code === 0)
        },
      ),
      { numRuns: 40 },
    )
  })
})
