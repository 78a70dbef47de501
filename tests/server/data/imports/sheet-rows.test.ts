import { beforeEach, describe, expect, test } from 'vitest'
import { describeDatabase } from '../../../../src/server/platform/database/open.ts'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { clearRecords, data, targets, put } from '../../../support/run-data.ts'

const folder = createFolder()
const portal = await createTestApp()
const analyst = await portal.as('analyst')
beforeEach(() => clearRecords(portal.engine))

const run = (target: string, content: string | Uint8Array, ...options: readonly string[]) =>
  data(portal.location, 'import', target, put(folder, 'file.csv', content), ...options)
const read = async (url: string) => (await analyst('GET', url)).body['records']
const daily = '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'
const HEAD = 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA'
const day = (date: string, airtel: number) => `${date},MNO_TO_ROUTELINK,${airtel},2,3,4,5`

describe('import of .csv files', () => {
  test.each(targets)(
    '$name: imports the example of the data page twice beside a running server (spec 11.5)',
    async (target) => {
      const about = `${target.dataset.key.kind === 'date' ? '2025-03-07' : '2025-03'}, ${describeDatabase(portal.location)}`
      const first = await run(target.name, target.example)
      expect(first).toEqual({
        code: 0,
        out: `${target.name}: 1 row read: 1 added, 0 unchanged, 0 replaced (${about})`,
        err: '',
      })
      const second = await run(target.name, target.example)
      expect(second.out).toBe(
        `${target.name}: 1 row read: 0 added, 1 unchanged, 0 replaced; nothing changed (${about})`,
      )
      expect(second.code).toBe(0)
    },
  )

  test.each([
    ['3/7/2025'],
    ['03/07/2025'],
    ['2025-03-07'],
    ['2025-03-07T23:59:59-05:00'],
    ['2025-03-07 00:00:00Z'],
  ])('the date %s is 7 March, in every zone (spec 3.7)', async (date) => {
    expect(await run('daily-reports', `${HEAD}\n${day(date, 1)}\n`)).toMatchObject({ code: 0 })
    expect(await read(daily)).toMatchObject([{ reportDate: '3/7/2025' }])
  })

  test('computes missing totals (spec 12.5)', async () => {
    await run('daily-reports', `${HEAD}\n3/7/2025,MNO_TO_ROUTELINK,0.1,0.2,0.3,0,5\n`)
    expect(await read(daily)).toMatchObject([{ totalMinutes: 0.6, grandTotal: 5.6 }])
  })

  test('rejects a row whose sum is above the maximum amount, given or computed (spec 9.11)', async () => {
    const ran = await run(
      'daily-reports',
      [
        `${HEAD},Grand Total`,
        '2025-03-05,MNO_TO_ROUTELINK,10000000000000,0,0,0,0,',
        '2025-03-06,MNO_TO_ROUTELINK,4000000000000,4000000000000,4000000000000,4000000000000,0,',
        '2025-03-07,MNO_TO_ROUTELINK,5000000000000,0,0,0,5000000000000.01,10000000000000.01',
      ].join('\n'),
    )
    expect(ran.out.split('\n')).toEqual([
      'row 3: the sum of the row, 16,000,000,000,000, is too large; the largest allowed is 10,000,000,000,000',
      'row 3, column "Grand Total" (H): the sum of the row, 16,000,000,000,000, is too large; the largest allowed is 10,000,000,000,000',
      `row 4, column "Grand Total" (H): '10000000000000.01' is too large; the largest allowed is 10,000,000,000,000`,
      '3 errors, nothing was imported',
    ])
    const carriers = await run(
      'international-minutes',
      'Date,A,B\n2025-03-07,6000000000000,6000000000000\n',
      '--direction',
      'IDA_TO_ROUTELINK',
    )
    expect(carriers.out).toContain('row 2: the sum of the row, 12,000,000,000,000, is too large')
    expect(await read(daily)).toEqual([])
  })

  test('the tolerance of a total does not grow with the amounts', async () => {
    const totals = (given: string) =>
      run(
        'daily-reports',
        `${HEAD},Total\n3/7/2025,MNO_TO_ROUTELINK,9000000000000,0.25,0.25,0.25,0,${given}\n`,
        '--replace',
        '2025-03-07',
      )
    expect((await totals('9000000000001')).out).toContain(
      'row 2, column "Total" (H): is 9000000000001, but the row adds up to 9000000000000.75',
    )
    expect((await totals('9000000000000.69')).code).toBe(1)
    expect((await totals('9000000000000.76')).code).toBe(0)
  })

  test.each([
    [
      'BOM, semicolons, CRLF, quotes',
      `\uFEFF"Date";Type;Airtel;MTN;"9 Mobile";GLO;IDA\r\n3/7/2025;MNO to Routelink;"1,234.50";2;3;4;5\r\n\r\n`,
    ],
    [
      'tabs, no end of the last line',
      'Date\tType\tAirtel\tMTN\t9Mobile\tGLO\tIDA\n3/7/2025\tMNO_TO_ROUTELINK\t1234.5\t2\t3\t4\t5',
    ],
    [
      'the names of the API',
      'reportDate,reportType,airtelMinutes,mtnMinutes,nineMobileMinutes,gloMinutes,idaMinutes\n3/7/2025,MNO_TO_ROUTELINK,1234.50,2,3,4,5\n',
    ],
    [
      'columns in another order',
      'IDA,glo,NINE_MOBILE,mtn,airtel,type,date\n5,4,3,2,1234.5,mno_to_routelink,2025-03-07\n',
    ],
    ['line ends of old', 'Date,Type,Airtel,MTN,9Mobile,GLO,IDA\r3/7/2025,MNO_TO_ROUTELINK,1234.5,2,3,4,5\r'],
  ])('%s', async (_, content) => {
    expect(await run('daily-reports', content)).toMatchObject({ code: 0 })
    expect(await read(daily)).toMatchObject([{ airtelMinutes: 1234.5, idaMinutes: 5, grandTotal: 1248.5 }])
  })

  test('reads type, direction and year from options', async () => {
    const monthly = 'Month,Airtel,MTN,9Mobile,GLO,IDA\nJan,1,2,3,4,5\n12,1,2,3,4,6\n'
    const ran = await run('monthly-reports', monthly, '--type', 'routelink_to_mno', '--year', '2025')
    expect(ran).toMatchObject({ code: 0 })
    expect(await read('/v1/monthly-reports/2025/ROUTELINK_TO_MNO')).toMatchObject([
      { reportMonth: 1, idaDailyAvg: 5 },
      { reportMonth: 12, idaDailyAvg: 6 },
    ])
    const minutes = 'Date,Airtel,MTN,9Mobile,GLO,B,A\n2025-03-07,1,2,3,4,5,\n2025-03-08,1,2,3,4,,6\n'
    await run('international-minutes', minutes, '--direction', 'ROUTELINK_TO_MNO')
    expect(await read('/v1/international-minutes/routelink-to-mno/2025-03')).toEqual({
      carriers: ['B', 'A'],
      data: [
        { reportDate: '3/7/2025', airtel: 1, mtn: 2, nineMobile: 3, glo: 4, B: 5 },
        { reportDate: '3/8/2025', airtel: 1, mtn: 2, nineMobile: 3, glo: 4, A: 6 },
      ],
    })
    // A day more: carriers that the month did not name come behind those that it did.
    await run(
      'international-minutes',
      'Date,Airtel,MTN,9Mobile,GLO,C,A\n2025-03-09,1,2,3,4,5,7\n',
      '--direction',
      'ROUTELINK_TO_MNO',
    )
    expect(await read('/v1/international-minutes/routelink-to-mno/2025-03')).toMatchObject({
      carriers: ['B', 'A', 'C'],
    })
  })
})

describe('import of records that already exist', () => {
  const march = `${HEAD}\n${day('2025-03-07', 1)}\n${day('2025-03-08', 1)}\n`
  const changed = `${HEAD}\n${day('2025-03-07', 9)}\n${day('2025-03-10', 1)}\n`
  const dates = async () =>
    ((await read(daily)) as { reportDate: string }[]).map(({ reportDate }) => reportDate)
  beforeEach(async () => {
    await run('daily-reports', march)
    await run('daily-reports', `${HEAD}\n${day('2025-04-01', 1)}\n3/7/2025,ROUTELINK_TO_MNO,7,2,3,4,5\n`)
  })

  test('--replace rejects rows outside of its period', async () => {
    const ran = await run('daily-reports', `${changed}${day('2025-04-01', 3)}\n`, '--replace', '2025-03')
    expect(ran).toMatchObject({ code: 1 })
    expect(ran.out).toContain(
      'row 4, column "Date" (A): 2025-04-01 is outside 2025-03, the period of --replace',
    )
    expect(await dates()).toEqual(['3/7/2025', '3/8/2025'])
  })

  test('--dry-run prints what would change with the largest changes, and writes nothing', async () => {
    const trial = await run('daily-reports', changed, '--replace', '2025-03', '--dry-run')
    expect(trial.out).toBe(
      `the largest changes:
  MNO_TO_ROUTELINK, 2025-03-07: Airtel is stored with 1, in the file 9
  MNO_TO_ROUTELINK, 2025-03-07: Total is stored with 10, in the file 18
  MNO_TO_ROUTELINK, 2025-03-07: Grand Total is stored with 15, in the file 23
daily-reports: 2 rows read: would add 1, leave 0 unchanged, replace 1, remove 1; nothing was written (2025-03-07 to 2025-03-10, ${describeDatabase(portal.location)})`,
    )
    expect(await dates()).toEqual(['3/7/2025', '3/8/2025'])
    expect(await run('daily-reports', changed, '--dry-run')).toMatchObject({ code: 1 })
  })

  test('--dry-run prints the profile where programs do not read the result', async () => {
    const { err } = await run('daily-reports', changed, '--replace', '2025-03', '--dry-run')
    expect(err.split('\n').slice(0, 4)).toEqual([
      'column   read as                   examples                blank  smallest          largest           distinct',
      'Date     key                       2025-03-07, 2025-03-10  0      2025-03-07        2025-03-10        2',
      'Type     type                      MNO_TO_ROUTELINK        0      MNO_TO_ROUTELINK  MNO_TO_ROUTELINK  1',
      'Airtel   amount airtelMinutes      9, 1                    0      1                 9                 2',
    ])
  })

  test('--dry-run prints the profile of a file that is refused as well', async () => {
    const ran = await run('daily-reports', `${HEAD}\n2025-03-07,MNO_TO_ROUTELINK,x,2,3,4,5\n`, '--dry-run')
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(/^column +read as /) as string })
  })

  test('an import prints no profile for programs', async () => {
    expect(await run('daily-reports', changed, '--replace', '2025-03')).toMatchObject({ code: 0, err: '' })
  })
})
