import { zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { data, environmentOf, targets, put } from '../../../support/run-data.ts'

const folder = createFolder()
const portal = await createTestApp()

const run = (kind: string, content: string | Uint8Array, ...options: readonly string[]) =>
  data(portal.location, 'import', kind, put(folder, 'file.csv', content), ...options)
const stored = () => portal.engine.database.selectFrom('dataset_records').selectAll().execute()
const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,Total,IDA,Grand Total'
const GOOD = '3/7/2025,MNO_TO_ROUTELINK,1,2,3,4,10,5,15'
const row = (changes: Readonly<Record<number, string>>) =>
  GOOD.split(',')
    .map((cell, index) => changes[index] ?? cell)
    .join(',')

describe('import reports errors with row and column and writes nothing', () => {
  test.each<[string, Readonly<Record<number, string>>]>(
    Object.entries({
      [`column "MTN" (D): 'abc' is not a number; write 1234.5 or 1,234.50`]: { 3: 'abc' },
      'column "MTN" (D): is empty; write 0 if there is no amount': { 3: '' },
      [`column "MTN" (D): '-2' is negative`]: { 3: '-2' },
      [`column "MTN" (D): 'Infinity' is not a number`]: { 3: 'Infinity' },
      [`column "MTN" (D): '1.2E+05' has an exponent; write all digits`]: { 3: '1.2E+05' },
      [`column "MTN" (D): '10000000000001' is too large; the largest allowed is 10,000,000,000,000`]: {
        3: '10000000000001',
      },
      [`'1,5' is not a number`]: { 3: '"1,5"' },
      [`'1.234,50' is not a number`]: { 3: '"1.234,50"' },
      [`column "Date" (A): '2025-02-29' is not a calendar date`]: { 0: '2025-02-29' },
      [`'3/32/25' is not a calendar date; write 2025-03-17 or 3/17/2025`]: { 0: '3/32/25' },
      [`'3/7/2925' is not between 1900 and 2199`]: { 0: '3/7/2925' },
      'column "Date" (A): is empty; write a date such as 2025-03-17 or 3/17/2025': { 0: '' },
      [`column "Type" (B): 'MNO' is unknown; write MNO_TO_ROUTELINK or ROUTELINK_TO_MNO`]: { 1: 'MNO' },
      'column "Total" (G): is 10.03, but the row adds up to 10': { 6: '10.03' },
      [`'�[31mred' is not a number`]: { 3: '\u001B[31mred' },
    }),
  )('%s', async (message, changes) => {
    const { code, out } = await run(
      'daily-reports',
      `${HEAD}\n${GOOD.replace('3/7', '3/6')}\n${row(changes)}\n`,
    )
    expect(out).toContain(`row 3, ${message.startsWith('column') ? message : ''}`)
    expect(out).toContain(message)
    expect(out).toContain('1 error, nothing was imported')
    expect(code).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('reports one cause of many errors once, with its rows and a count', async () => {
    const lines = Array.from({ length: 362 }, (_, index) => row({ 0: `2025-01-${index}x` }))
    const { code, out } = await run('daily-reports', `${HEAD}\n${lines.join('\n')}`)
    const told = out.split('\n')
    expect(code).toBe(1)
    expect(told).toHaveLength(5)
    expect(told.slice(-2)).toEqual([
      'and rows 5, 6, 7, 8, 9 and 354 more, column "Date" (A): … is not a calendar date; write … or …/…/…',
      '362 errors, nothing was imported',
    ])
  })

  test.each(
    Object.entries({
      'row 1, column "Vodafone" (J): is unknown; known columns: Date, Airtel': `${HEAD},Vodafone\n${GOOD},1`,
      "row 1: there is no column '9Mobile'":
        'Date,Type,Airtel,MTN,GLO,IDA\n3/7/2025,MNO_TO_ROUTELINK,1,2,4,5\n',
      'row 1, column "mtn" (J): is a duplicate of column D': `${HEAD},mtn\n${GOOD},1`,
      'row 1, column "" (J): has no heading': `${HEAD},,x\n${GOOD},1`,
      'row 2: column J has a value but no heading': `${HEAD}\n${GOOD},1`,
      'row 3, column "Date" (A): 2025-03-07 already appears in row 2': `${HEAD}\n${GOOD}\n${GOOD.replace('3/7/2025', '2025-03-07')}`,
      'there is no header row; the columns of daily-reports are Date, Airtel, MTN': 'a,b\n1,2\n',
      'row 1 has Dat, Type, Airtl, perhaps meant as Date, Airtel': 'Dat,Type,Airtl\n1,2,3\n',
      'row 1: there is no column Date; it has Dat, Type, Airtel, perhaps meant as Date':
        'Dat,Type,Airtel\n3/7/2025,MNO_TO_ROUTELINK,3\n',
      'there are no records below the header row': `${HEAD}\n`,
      'the file does not contain the type; add a column or --type MNO_TO_ROUTELINK|ROUTELINK_TO_MNO':
        'Date,Airtel,MTN,9Mobile,GLO,IDA\n3/7/2025,1,2,3,4,5',
      'row 3: a cell begins with a quote that is never closed': `${HEAD}\n${GOOD}\n"3/8/2025,MNO`,
      'row 2: a cell contains a quote': `${HEAD}\n3/8/2025,M"NO,1`,
      'the file is empty': '',
      'the file is empty: it has no row with a value': '\n\n ,\n',
    }),
  )('%s', async (message, content) => {
    const { code, out } = await run('daily-reports', content)
    expect(out).toContain(message)
    expect(code).toBe(1)
    expect(await stored()).toEqual([])
  })

  test('all unknown and missing columns are said at once, with the nearest names', async () => {
    const { out } = await run('daily-reports', 'Date,Airtl,MTN,GLO,IDA,Remark\n3/7/2025,1,2,3,4,x\n')
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^row 1, column "Airtl" \(B\): is unknown; known .*; did you mean 'Airtel'\?$/),
      expect.stringMatching(
        /^row 1, column "Remark" \(F\): is unknown; known columns: [^?]*; to read it as one of them, choose --read headings="Remark:FIELD"; to leave it out, remove it from the file$/,
      ),
      'row 1: the file does not contain the type; add a column or --type MNO_TO_ROUTELINK|ROUTELINK_TO_MNO',
      `row 1: there is no column 'Airtel'; if another heading means it, choose --read headings="HEADING:airtelMinutes"`,
      `row 1: there is no column '9Mobile'; if another heading means it, choose --read headings="HEADING:nineMobileMinutes"`,
      '5 errors, nothing was imported',
    ])
  })

  test('reads UTF-16, and refuses other bytes with the option that reads them', async () => {
    const wide = Buffer.from(`\uFEFF${HEAD}\n${GOOD}\n`, 'utf16le')
    expect(await run('daily-reports', wide, '--dry-run')).toMatchObject({ code: 0 })
    const latin = await run('daily-reports', Buffer.from('Date,T\u00E9l\u00E9com\n', 'latin1'))
    expect(latin.out).toContain(
      'the file is not UTF-8; save it as "CSV UTF-8", or choose --read encoding=windows-1252 if \'Date,Télécom\' is right',
    )
  })

  test('names row and column of an invalid month', async () => {
    const ran = await run(
      'monthly-reports',
      'Month,Type,Airtel,MTN,9Mobile,GLO,IDA\nSmarch,MNO_TO_ROUTELINK,1,2,3,4,5\nJan,MNO_TO_ROUTELINK,1,2,3,4,5\n',
    )
    expect(ran.out).toContain(`row 2, column "Month" (A): 'Smarch' is not a month; write 2025-03, March or 3`)
    expect(ran.out).toContain(
      'row 3, column "Month" (A): the year of this month is unknown; write 2025-03, or import with --year',
    )
  })

  test.each(['reportDate', 'created_at', 'id', 'Airtel', 'nineMobile', 'reportType'])(
    'rejects the carrier name %s, which is a fixed field (spec 12.5)',
    async (name) => {
      const file = `Date,Atlantic,${name}\n2025-03-07,1,2\n`
      const ran = await run('international-minutes', file, '--direction', 'IDA_TO_ROUTELINK')
      expect(ran.code).toBe(1)
      expect(ran.out).toMatch(
        /is the name of a fixed field|applies to ROUTELINK_TO_MNO only|is a duplicate of/,
      )
      expect(await stored()).toEqual([])
    },
  )

  test('reads a column named Total as the total, never as a carrier', async () => {
    const ran = await run(
      'international-minutes',
      'Date,A,Total\n2025-03-07,1,2\n',
      '--direction',
      'IDA_TO_ROUTELINK',
    )
    expect(ran.out).toContain('column "Total" (C): is 2, but the row adds up to 1')
  })

  test('stores a carrier name in composed form and rejects invisible characters', async () => {
    const composed = ['Caf\u00E9', 'Cafe\u0301']
    const head = (names: readonly string[]) => ['Date', 'Direction', ...names].join(',')
    const line = (count: number) => ['2025-03-07', 'IDA_TO_ROUTELINK', ...Array(count).fill('1')].join(',')
    const twice = await run('international-minutes', `${head(composed)}\n${line(2)}\n`)
    expect(twice.out).toContain('(D): is a duplicate of column C')
    const hidden = await run(
      'international-minutes',
      `${head(['Caf\u200Be', 'A\u202Eb', 'c'])}\n${line(3)}\n`,
    )
    expect(hidden.out).toMatch(
      /^row 1, column "Caf.e" \(C\): contains an invisible character; retype the name/,
    )
    expect(hidden.out).toMatch(/row 1, column "A.b" \(D\): contains an invisible character/)
    expect(hidden.out).toContain('2 errors')
  })

  test('limits a file to 2,000 carriers', async () => {
    const names = Array.from({ length: 2_001 }, (_, index) => `Carrier ${index}`)
    const file = `Date,${names.join(',')}\n2025-03-07,${names.map(() => '1').join(',')}\n`
    const { out } = await run('international-minutes', file, '--direction', 'IDA_TO_ROUTELINK')
    expect(out).toContain('row 1: there are 2,001 columns of a carrier; at most 2,000 are allowed')
  })

  test('maps every spelling of 9Mobile to one direction', async () => {
    const spelled = ['mtn_to_9mobile', 'mtn_to_nine_mobile', 'MTN → 9 Mobile']
    const { out } = await run('international-exchange', `Date,${spelled.join(',')}\n2025-03-07,1,2,3\n`)
    expect(out.split('\n')).toEqual([
      'row 1, column "mtn_to_nine_mobile" (C): is a duplicate of column B',
      'row 1, column "MTN → 9 Mobile" (D): is a duplicate of column B',
      '2 errors, nothing was imported',
    ])
    const exchange = targets.find(({ name }) => name === 'international-exchange')
    expect(spelled.map((heading) => exchange?.parseName?.(heading))).toEqual(
      spelled.map(() => ({ name: 'mtn_to_9mobile' })),
    )
  })

  test('rejects operators of another direction and missing operators', async () => {
    const file = 'Date,Direction,Airtel,X\n2025-03-07,IDA_TO_ROUTELINK,1,2\n2025-03-07,ROUTELINK_TO_MNO,1,2\n'
    const ran = await run('international-minutes', file)
    expect(ran.out).toContain(
      'row 2, column "Airtel" (C): applies to ROUTELINK_TO_MNO only, not to IDA_TO_ROUTELINK',
    )
    expect(ran.out).toContain("row 3: ROUTELINK_TO_MNO needs a column 'MTN'")
  })
})

describe('import of invalid workbooks', () => {
  const sheet = (name: string, rows: readonly (readonly (string | number)[])[], more = {}) => ({
    name,
    rows: rows.map((one) => [...one]),
    ...more,
  })
  const cells = GOOD.split(',').map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell))
  const workbook = (...sheets: Parameters<typeof writeXlsx>[0]['sheets']) => writeXlsx({ sheets })
  const open = async (bytes: Uint8Array, ...options: readonly string[]) =>
    data(portal.location, 'import', 'daily-reports', put(folder, 'file.xlsx', bytes), '--dry-run', ...options)

  test('requires --sheet if several sheets contain data', async () => {
    const two = await workbook(sheet('March', [HEAD.split(','), cells]), sheet('Notes', [['x']]))
    expect((await open(two)).out).toContain(
      "several sheets with data; choose one with --sheet: 'March', 'Notes'",
    )
    expect((await open(two, '--sheet', 'march')).out).toContain(
      "there is no sheet 'march'; the sheets are 'March'",
    )
    expect(await open(two, '--sheet', 'March')).toMatchObject({ code: 0 })
    const compared = sheet('Comparison', [['Column', 'March 2025']])
    for (const other of [sheet('Sheet2', []), sheet('About', [['Report', 'Daily Minutes']]), compared]) {
      const one = await workbook(sheet('March', [HEAD.split(','), cells]), other)
      expect(await open(one)).toMatchObject({ code: 0 })
    }
  })

  test('reads the stored value of a formula and rejects a formula without one', async () => {
    const formulas = (result: number | undefined) =>
      new Map([
        ['1,6', { formula: 'SUM(C2:F2)', ...(result === undefined ? {} : { formulaResult: result }) }],
      ])
    const rows = [HEAD.split(','), cells]
    expect(await open(await workbook(sheet('A', rows, { cells: formulas(10) })))).toMatchObject({ code: 0 })
    const stale = await open(await workbook(sheet('A', rows, { cells: formulas(11) })))
    expect(stale.out).toContain('column "Total" (G): is 11, but the row adds up to 10')
    const blank = [HEAD.split(','), cells.with(6, '')]
    const none = await open(await workbook(sheet('A', blank, { cells: formulas(undefined) })))
    expect(none.out).toContain('the workbook has a formula without a stored value; open the file in a')
  })

  test('rejects a day number that is not formatted as a date', async () => {
    const ran = await open(await workbook(sheet('A', [HEAD.split(','), cells.with(0, 45_723)])))
    expect(ran.out).toContain('column "Date" (A): 45723 is a number, not a date; format the cell as a date')
    const dated = sheet('A', [HEAD.split(','), cells.with(0, 45_723)], {
      columns: [{ numFmt: 'dd/mm/yyyy' }],
    })
    expect(await open(await workbook(dated))).toMatchObject({ code: 0 })
  })

  test('rejects files that are not workbooks or are too large', async () => {
    expect((await open(Buffer.from(`${HEAD}\n${GOOD}\n`))).out).toContain(
      'the file is a text such as CSV and not a workbook; rename it to .csv',
    )
    expect((await open(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).out).toContain(
      'password-protected or in the old .xls',
    )
    const whole = await workbook(sheet('A', [HEAD.split(','), cells]))
    expect((await open(whole.subarray(0, whole.length - 30))).out).toMatch(
      /is not an Excel workbook|cannot be read|damaged/,
    )
    expect((await open(zipSync({ 'a.txt': Buffer.from('a') }))).out).toContain('the workbook cannot be read')
    const renamed = await data(portal.location, 'import', 'daily-reports', put(folder, 'renamed.csv', whole))
    expect(renamed.out).toContain('the file is a workbook; rename it to .xlsx')
  })

  test('rejects parts that are not as large as declared, or have changed', async () => {
    const whole = Buffer.from(await workbook(sheet('A', [HEAD.split(','), cells])))
    const entry = whole.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    for (const at of [16, 24]) {
      const changed = Buffer.from(whole)
      changed.writeUInt32LE(5, entry + at)
      expect((await open(changed)).out).toContain('is not an Excel workbook, or it is damaged')
    }
  })

  test('reads dimensions from the source of an exported workbook, which no option may contradict', async () => {
    const rows = [['Daily Minutes'], HEAD.replace('Type,', '').split(','), cells.toSpliced(1, 1)]
    const source = 'API call /v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'
    const exported = await workbook(sheet('A', rows), sheet('About', [['Source', source]]))
    expect(await open(exported)).toMatchObject({ code: 0 })
    const other = await open(exported, '--type', 'ROUTELINK_TO_MNO')
    expect(other.out).toContain(
      'the workbook was exported for MNO_TO_ROUTELINK, but --type is ROUTELINK_TO_MNO',
    )
  })
})

describe('wrong arguments exit with 2 and print the usage', () => {
  test.each(
    Object.entries({
      'a dataset (': 'import',
      'expected a dataset: ': 'import weekly x.csv',
      'file not found: none.csv': 'import daily-reports none.csv',
      'README.md is neither a .csv nor an .xlsx file': 'import daily-reports README.md',
      '--type: expected one of MNO_TO_ROUTELINK, ROUTELINK_TO_MNO': 'import daily-reports x.csv --type MNO',
      '--type is not allowed for local-exchange-traffic: they have no type':
        'import local-exchange-traffic x.csv --type MNO_TO_ROUTELINK',
      '--year is not allowed for daily-reports: their rows contain full dates':
        'import daily-reports x.csv --year 2025',
      '--year: expected a month or a year such as 2025-03 or 2025': 'import monthly-reports x.csv --year 25',
      '--replace: expected a month or a day': 'import daily-reports x.csv --replace 2025-13',
      '--replace: expected a month or a year': 'import monthly-reports x.csv --replace 2025-01-01',
      '--replace: expected one month, day or year':
        'import daily-reports x.csv --replace 2025-03 --replace 2025-04',
      "Unknown option '--force'": 'import daily-reports x.csv --force',
      'expected one file': 'backup',
      'there is no folder /no/such/folder': 'backup /no/such/folder/b.gz',
    }),
  )('%s', async (message, args) => {
    const ran = await data(portal.location, ...args.split(' '))
    expect(ran.err).toContain(message)
    expect(ran.code).toBe(2)
  })

  test('never prints the password of a database URL (spec 12.1)', async () => {
    const file = put(folder, 'good.csv', `${HEAD}\n${GOOD}\n`)
    const tries = [
      { databaseUrl: 'mysql://portal:hunter22@db/portal', code: 2 },
      { databaseUrl: 'postgres://portal:hunter22@127.0.0.1:1/portal', code: 1 },
    ]
    for (const { databaseUrl, code } of tries) {
      const ran = await data({ dataDir: folder, databaseUrl }, 'import', 'daily-reports', file)
      expect(ran.code).toBe(code)
      expect(ran.err).toMatch(/DATABASE_URL must be|the database is not available/)
      expect(ran.out + ran.err).not.toContain('hunter22')
    }
    expect(environmentOf(portal.location)).toHaveProperty('DATA_DIR')
  })
})
