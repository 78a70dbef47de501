import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { ALWAYS, buildScope } from '../../../src/dataset/record-keys.ts'
import { createOtherPortal } from '../../support/other-definitions.ts'
import { clearRecords, put } from '../../support/run-data.ts'

const countries = {
  id: 'country-quality',
  time: { kind: 'month' },
  dimensions: [
    { field: 'country' },
    { id: 'type', field: 'type', values: ['VOICE', 'SMS'] },
    { id: 'carrierClass', values: ['A', 'B'] },
  ],
  measures: [
    { field: 'margin', label: 'Margin', min: -100, max: 100, decimals: 2 },
    { field: 'calls', label: 'Calls', decimals: 0 },
    { field: 'loss', label: 'Loss', min: -1000 },
    { field: 'net', label: 'Net', sum: ['margin', 'loss'] },
  ],
  response: {},
  endpoints: { list: '/v1/country-quality/{year}/{month}/{type}?class={carrierClass}' },
}
const prices = {
  id: 'prices',
  dimensions: [{ field: 'product' }],
  measures: [{ field: 'price' }, { field: 'north', label: 'North' }],
  endpoints: { list: '/v1/prices' },
}
const visits = {
  id: 'visits',
  time: { kind: 'date', field: 'day' },
  measures: [{ field: 'price' }, { list: 'regions', noun: 'region' }],
  response: { records: 'records.data' },
  endpoints: { list: '/v1/visits/{year}' },
}
const flows = {
  id: 'flows',
  time: { kind: 'date', field: 'day' },
  dimensions: [{ id: 'way', field: 'way', values: ['IN', 'OUT'] }],
  measures: [{ pattern: '{from}_via_{over}', noun: 'flow', min: -10 }],
  response: {},
  endpoints: { list: '/v1/flows/{year}/{month}/{way}' },
}

const outages = {
  id: 'outages',
  time: { kind: 'date', field: 'day' },
  measures: [{ field: 'minutes' }],
  texts: [{ field: 'remark', label: 'Remark', headings: ['Comment'], maxLength: 20 }],
  response: {},
  endpoints: { list: '/v1/outages/{year}/{month}' },
}

const portal = await createOtherPortal()
for (const one of [countries, prices, visits, flows]) portal.define(one)
beforeEach(() => clearRecords(portal.engine))

const bring = (dataset: string, content: string, ...options: readonly string[]) =>
  portal.run('import', dataset, put(portal.folder, 'file.csv', content), ...options)
const stored = () =>
  portal.engine.database
    .selectFrom('dataset_records')
    .select(['scope', 'period', 'key', 'measures'])
    .orderBy('id')
    .execute()
/** Stores a record as an import would, of whatever dataset. */
const store = (dataset: string, scope: string, period: string, key: string, measures: object, id: number) => {
  const times = { created_at: null, updated_at: null }
  const record = { dataset, id, scope, period, key, measures: JSON.stringify(measures), ...times }
  return portal.engine.database.insertInto('dataset_records').values(record).execute()
}

describe('files of datasets other than the shipped ones', () => {
  test('imports open and closed dimensions, negative amounts, decimals and a sum', async () => {
    const head = 'Country,Month,Type,CarrierClass,Margin,Calls,Loss'
    const ran = await bring(
      'country-quality',
      `${head}\nGhana,2025-03,VOICE,A,-1.25,7,"-1,000.00"\nTogo,2025-03,SMS,B,2.5,0,−3\n`,
    )
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.out).toContain('2 rows read: 2 added, 0 unchanged, 0 replaced (2025-03, ')
    expect(
      (await stored()).map(({ measures, ...one }) => [...Object.values(one), JSON.parse(measures)]),
    ).toEqual([
      ['Ghana/VOICE/A', '2025', '2025-03', { margin: -1.25, calls: 7, loss: -1000, net: -1001.25 }],
      ['Togo/SMS/B', '2025', '2025-03', { margin: 2.5, calls: 0, loss: -3, net: -0.5 }],
    ])
  })

  /** Imports a file of calls, which are by another dimension. */
  const bringCalls = async (file: string, dimension: object, endpoints: object = outages.endpoints) => {
    const other = await createOtherPortal()
    other.define({ ...outages, dimensions: [dimension], measures: [{ field: 'calls' }], endpoints })
    return (await other.run('import', 'outages', put(other.folder, 'file.csv', file))).out
  }

  test.each([
    ['Date,Calls\n2025-03-01,1\n', ': 1 added'],
    ['Year,Date,Operator,Calls\n2025,2025-03-01,mtn,1\n', ': 1 added'],
    ['Date,Operator,Calls\n2025-03-01,Airtel,1\n', `column "Operator" (B): 'Airtel' is unknown; write MTN`],
    ['Year,Date,Calls\n2024,2025-03-01,1\n', 'column "Year" (A): is not the year of 2025-03-01'],
  ])('reads and checks a dimension of one value and the year of dates: %j', async (file, message) => {
    expect(await bringCalls(file, { id: 'operator', field: 'operator', values: ['MTN'] })).toContain(message)
  })

  const options = ['--type', 'SMS', '--carrierClass', 'B']

  test('a row of a dimension value such as Total is a record', async () => {
    const part = { id: 'part', field: 'part', values: ['Peak', 'Total'] }
    const endpoints = { list: '/v1/outages/{year}/{month}?part={part}' }
    const file = 'Date,Part,Calls\n2025-03-01,Peak,1\n2025-03-01,Total,3\n'
    expect(await bringCalls(file, part, endpoints)).toContain('2 added')
  })

  test.each([
    ['-100.01,7,0', "'-100.01' is too small; the minimum is -100"],
    ['100.01,7,0', "'100.01' is too large; the largest allowed is 100"],
    ['1.2555,7,0', "'1.2555' has more decimals than 2"],
    ['1.255,7,0', "'1.255' can be read in two ways: a decimal point: 1.255, or a decimal comma: 1255"],
    ['1,7.5,0', "'7.5' has more decimals than 0"],
    ['1,-7,0', "'-7' is negative"],
    [
      '1,7,"-412,500"',
      "'-412,500' can be read in two ways: a decimal point: -412500, or a decimal comma: -412.5",
    ],
  ])('%s is refused', async (figures, message) => {
    const file = `Country,Margin,Calls,Loss\nGhana,${figures}\n`
    const named = ['--type', 'VOICE', '--carrierClass', 'a']
    const ran = await bring('country-quality', file, '--period', '2025-03', ...named)
    expect(ran).toMatchObject({ code: 1 })
    expect(ran.out).toContain(message)
  })

  test('says how to write months that are columns, whether or not an option names the period', async () => {
    const file = 'Country,Jan 2025,Feb 2025\nGhana,1,2\n'
    const message = 'Country, Month, Minutes: the first is Ghana, Jan 2025, 1'
    for (const period of [[], ['--period', '2025-03']])
      expect((await bring('country-quality', file, ...options, ...period)).out).toContain(message)
  })

  test('reads dimensions and period from the file or from options', async () => {
    const file = 'Country,Margin,Calls,Loss\nGhana,1,2,3\n'
    expect((await bring('country-quality', file, '--period', '2025-03')).out).toContain(
      'does not contain the type; add a column or --type VOICE|SMS',
    )
    expect((await bring('country-quality', file, ...options)).out).toContain(
      'row 1: the month of the rows is unknown; add --period 2025-03 or a column Month',
    )
    expect(await bring('country-quality', file, ...options, '--period', '2025-03')).toMatchObject({ code: 0 })
    expect((await bring('prices', file, '--period', '2025-03')).err).toContain('their rows have no time')
    expect((await bring('flows', file, '--type', 'SMS')).err).toContain(
      '--type is not allowed for flows: they have no type',
    )
    expect((await bring('country-quality', file, '--replace', 'all')).code).toBe(2)
  })

  test('--replace replaces a month, a year or all records', async () => {
    const rows = (...lines: string[]) => `Country,Month,Margin,Calls,Loss\n${lines.join('\n')}\n`
    const three = rows('Ghana,2025-03,1,2,3', 'Togo,2025-04,1,2,3', 'Mali,2024-03,1,2,3')
    await bring('country-quality', three, ...options)
    const year = await bring('country-quality', rows('Ghana,2025-03,1,2,4'), ...options, '--replace', '2025')
    expect(year.out).toContain('0 added, 0 unchanged, 1 replaced, 1 removed')
    expect((await stored()).map(({ scope }) => scope).toSorted()).toEqual(['Ghana/SMS/B', 'Mali/SMS/B'])
    await bring('prices', 'product,price,North\nPen,1,2\nInk,3,4\n')
    const all = await bring('prices', 'product,price,North\nInk,3,5\n', '--replace', 'all')
    expect(all.out).toContain('0 added, 0 unchanged, 1 replaced, 1 removed')
    expect((await portal.run('check')).out).toContain('0 errors, 0 warnings')
  })

  test('exits with 2 and the diagnostics if the definitions are invalid', async () => {
    const broken = await createOtherPortal()
    broken.define({ ...flows, measures: [{ field: 'a', min: 5, max: 1 }] })
    const ran = await broken.run('list')
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(/flows\.json:\d+:\d+ measures\[0\]\.min: 5 is above 1 \[range\]/)
  })
})

const other = await createOtherPortal()

describe('texts beside the measures', () => {
  beforeEach(async () => {
    other.define(outages)
    await clearRecords(other.engine)
  })

  const bringOutages = (content: string, ...options: readonly string[]) =>
    other.run('import', 'outages', put(other.folder, 'file.csv', content), ...options)
  const measures = async () => {
    const records = other.engine.database.selectFrom('dataset_records').select('measures').orderBy('id')
    return (await records.execute()).map((one) => one.measures)
  }

  test('are imported by heading, kept by a file without them, and replaced by one that has them', async () => {
    await bringOutages('Date,Minutes,Comment\n2025-03-07,5,Cable cut \n2025-03-08,0,\n2025-03-09,0,=1+1\n')
    expect(await measures()).toEqual([
      '{"minutes":5,"remark":"Cable cut"}',
      '{"minutes":0}',
      '{"minutes":0,"remark":"=1+1"}',
    ])
    const path = join(other.folder, 'outages.csv')
    await other.run('export', 'outages', path)
    expect(readFileSync(path, 'utf8')).toBe(
      "\uFEFF'Date,minutes,Remark\n2025-03-07,5,Cable cut\n2025-03-08,0,\n2025-03-09,0,'=1+1\n",
    )
    expect((await other.run('import', 'outages', path)).out).toContain('3 unchanged')
    const backup = join(other.folder, 'outages.gz')
    await other.run('backup', backup)
    expect(gunzipSync(readFileSync(backup)).toString()).toContain('Cable cut')
    const changed = 'Date,Minutes,Remark\n2025-03-07,5,Repaired\n'
    expect((await bringOutages(changed)).out).toContain(
      `column "Remark" (C): 2025-03-07 is stored with 'Cable cut', the file has 'Repaired'`,
    )
    await bringOutages('Date,Minutes\n2025-03-07,6\n', '--replace', '2025-03-07')
    expect((await measures())[0]).toBe('{"minutes":6,"remark":"Cable cut"}')
    await bringOutages('Date,Minutes,Remark\n2025-03-07,6,\n', '--replace', '2025-03-07')
    expect((await measures())[0]).toBe('{"minutes":6}')
    expect((await other.run('check')).out).toContain('0 errors, 0 warnings')
  })

  test.each([
    ['a\u0007bell', 'column "Remark" (C): contains a line break or another control character'],
    ['soft\u00ADhyphen', 'column "Remark" (C): contains an invisible character; retype the text'],
    ['more than twenty characters', 'has 27 characters; a text has at most 20'],
  ])('%j is refused', async (text, message) => {
    expect((await bringOutages(`Date,Minutes,Remark\n2025-03-07,5,${text}\n`)).out).toContain(message)
    expect(await measures()).toEqual([])
  })

  test('a text that is too long or was removed from the definition is reported', async () => {
    await bringOutages('Date,Minutes,Remark\n2025-03-07,5,Cable cut\n')
    other.define({ ...outages, texts: [{ field: 'remark', maxLength: 5 }] })
    expect((await other.run('check')).out).toContain('remark has 9 characters; a text has at most 5')
    other.define({ ...outages, texts: [] })
    expect((await other.run('check')).out).toContain('stored measures remark are no longer in its definition')
  })
})

const HOSTILE = [
  ...`=1+1 +1 -1 @x '=x '' ' a,b a;b a"b __proto__ constructor Total 'total`.split(' '),
  'GRAND TOTAL', '🛰️ Ṡat', '_x0041_', '12', '2025-03-07', 'ß', '<b>', 'date',
] // prettier-ignore

describe('an exported file can be imported unchanged', () => {
  const name = fc
    .oneof(fc.constantFrom(...HOSTILE), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }))
    .map((text) => text.normalize('NFC').trim())
    .filter((text) => text !== '' && !/\p{C}|[\p{Zl}\p{Zp}]/u.test(text))
  const figure = fc
    .oneof(fc.double({ min: 0, max: 1e13, noNaN: true }), fc.constantFrom(0, 1e-7, 0.1, 412_500, 1e13))
    .map((value) => value + 0)

  test('with any names, regions and amounts', async () => {
    let file = 0
    const regions = fc.uniqueArray(
      name.filter(
        (text) => !['date', 'day', 'month', 'price'].includes(text.toLowerCase().replaceAll(/[\s_]/g, '')),
      ),
      { maxLength: 5 },
    )
    const record = fc.tuple(name, figure, fc.array(fc.option(figure), { minLength: 5, maxLength: 5 }))
    const records = fc.uniqueArray(record, { minLength: 1, maxLength: 6, selector: ([key]) => key })
    await fc.assert(
      fc.asyncProperty(records, regions, async (rows, names) => {
        await clearRecords(portal.engine)
        for (const [index, [key, price, values]] of rows.entries()) {
          const named = names.flatMap((one, at) => (values[at] === null ? [] : [[one, values[at]] as const]))
          const id = index + 1
          const visited = Object.fromEntries([['price', price], ...named])
          await store('prices', buildScope([key]), ALWAYS, ALWAYS, { price, north: price }, id)
          await store('visits', '', '2025-03', `2025-03-0${id}`, visited, id)
        }
        const before = await stored()
        for (const [id, replaced] of Object.entries({ prices: 'all', visits: '2025-03' })) {
          const path = join(portal.folder, `${id}-${(file += 1)}.csv`)
          expect(await portal.run('export', id, path)).toMatchObject({ code: 0 })
          // Only its owner reads the figures.
          expect(statSync(path).mode & 0o777).toBe(0o600)
          expect((await portal.run('import', id, path)).out).toContain(
            `: 0 added, ${rows.length} unchanged, 0 replaced; nothing changed`,
          )
          expect((await portal.run('import', id, path, '--replace', replaced)).out).toContain(
            'nothing changed',
          )
        }
        expect(await stored()).toEqual(before)
      }),
      { numRuns: 10 },
    )
  })

  test('exports by dimensions, days and months, and overwrites no file', async () => {
    const head = 'Date,Way,a_via_b,c_via_d'
    await bring('flows', `${head}\n2025-03-07,IN,-1.5,2\n2025-03-08,OUT,1,\n2025-04-01,IN,7,\n`)
    const path = join(portal.folder, 'flows.csv')
    const out = `${path}: 3 records of flows`
    expect(await portal.run('export', 'flows', path)).toMatchObject({ code: 0, out })
    expect(readFileSync(path, 'utf8')).toBe(
      `\uFEFF${head}\n2025-03-07,IN,-1.5,2\n2025-04-01,IN,7,\n2025-03-08,OUT,1,\n`,
    )
    const taken = await portal.run('export', 'flows', path)
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('flows.csv already exists')])
    const part = join(portal.folder, 'part.csv')
    await portal.run('export', 'flows', part, '--from', '2025-03-08', '--to', '2025-04', '--way', 'IN')
    expect(readFileSync(part, 'utf8')).toBe('\uFEFFDate,Way,a_via_b\n2025-04-01,IN,7\n')
    const none = join(portal.folder, 'none.csv')
    expect(await portal.run('export', 'flows', none, '--to', '2024')).toMatchObject({ code: 1 })
    expect(existsSync(none)).toBe(false)
    expect((await portal.run('export', 'flows', none, '--from', '2025-13')).code).toBe(2)
  })
})

describe('list and check of stored records', () => {
  test('list prints URLs and periods, check names data without a definition', async () => {
    await bring('flows', 'Date,Way,a_via_b\n2025-03-07,IN,1\n2025-05-08,OUT,1\n')
    await store('gone', '', '2025-01', '2025-01-01', { a: 1 }, 1)
    await store('flows', 'SIDEWAYS', '2025-01', '2025-01-01', { a_via_b: 1, old: 2 }, 9)
    const { code, out } = await portal.run('list')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'dataset          records  stored              list',
      'country-quality        0  -                   /v1/country-quality/{year}/{month}/{type}?class={carrierClass}',
      'flows                  3  2025-01 to 2025-05  /v1/flows/{year}/{month}/{way}',
      'prices                 0  -                   /v1/prices',
      'visits                 0  -                   /v1/visits/{year}',
    ])
    expect(await portal.run('check')).toEqual({
      code: 0,
      err: '',
      out: [
        'warning: dataset flows: stored measures old are no longer in its definition; they are kept and not shown',
        "warning: dataset flows: 1 stored record of 'SIDEWAYS', which its definition does not have; they are kept and not shown",
        'warning: dataset gone: 1 stored record, and no definition has the dataset; they are kept and not shown',
        '4 datasets, 3 records: 0 errors, 3 warnings',
      ].join('\n'),
    })
  })

  test('check prints each violation of a definition on one line', async () => {
    const wrong = { margin: 101, calls: 1.5, loss: 1, net: 7 }
    await store('country-quality', 'x/SMS/A', '2025', '2025-03', wrong, 1)
    await store('flows', 'IN', '2025-02', '2025-02-30', { a_via_b: -11 }, 1)
    await store('prices', 'Pen', ALWAYS, ALWAYS, { price: 1, north: 2 }, 1)
    const { code, out } = await portal.run('check')
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'country-quality x/SMS/A 2025-03: margin is 101, but the maximum is 100',
      'country-quality x/SMS/A 2025-03: calls is 1.5, but has more than 0 decimals',
      'country-quality x/SMS/A 2025-03: net is 7, but the record adds up to 102',
      "flows IN 2025-02-30: its key '2025-02-30' is not a date",
      'flows IN 2025-02-30: a_via_b is -11, but the minimum is -10',
      '4 datasets, 3 records: 5 errors, 0 warnings',
    ])
  })
})

test('the table of a report that asks a dataset is exported as shown, and its records refuse an import', async () => {
  const other = await createOtherPortal()
  other.define(outages)
  const report = {
    id: 'outage-months',
    title: 'Outage months',
    menu: { label: 'Outages', permission: 99, order: 9 },
    selectors: [{ kind: 'year' }],
    data: { dataset: 'outages' },
    rows: { by: ['month'] },
    columns: ['minutes', { id: 'ofYear', value: 'running(minutes)' }],
  }
  writeFileSync(join(other.folder, 'reports', 'outage-months.json'), JSON.stringify(report))
  const csv = 'day,minutes\n2024-12-31,1\n2025-01-31,2\n2025-03-01,3\n2025-03-02,4\n'
  expect((await other.run('import', 'outages', put(other.folder, 'outages.csv', csv))).code).toBe(0)
  expect((await other.run('list')).out).toMatch(/^report-outage-months +0 +from outages +\/v1\/reports\//m)
  const refused = await other.run('import', 'report-outage-months', put(other.folder, 'months.csv', csv))
  expect(refused.err).toContain(
    'report-outage-months is computed from outages and not stored; import into outages',
  )

  const path = join(other.folder, 'exported.csv')
  const exported = await other.run('export', 'report-outage-months', path, '--select', 'year=2025')
  expect(exported).toMatchObject({ code: 0, out: `${path}: 12 rows of report-outage-months, 2025` })
  expect(readFileSync(path, 'utf8')).toMatch(
    /^\uFEFFMonth,Minutes,Of year\n2025-01,2,2\n2025-02,,\n2025-03,7,9\n2025-04,,\n/,
  )
  const wrong = join(other.folder, 'wrong.csv')
  for (const [id, option, value, message] of [
    ['report-outage-months', '--from', '2025', 'a report has --select, and no other option'],
    [
      'outages',
      '--select',
      'year=2025',
      'outages is a dataset, and --select is for reports, which are named',
    ],
  ] as const) {
    const { code, err } = await other.run('export', id, wrong, option, value)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) })
  }
  expect((await other.run('check')).out).toContain('2 datasets, 4 records: 0 errors, 0 warnings')
})

test('an exported table says in errors what it leaves out and lacks, and has the latest period without a choice', async () => {
  const other = await createOtherPortal()
  other.define({
    id: 'calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ id: 'carrier', field: 'carrier' }],
    measures: [{ field: 'minutes' }],
  })
  other.define({
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', field: 'day' },
    measures: [{ field: 'rate', min: -10 }],
  })
  const report = {
    id: 'call-cost',
    title: 'Call cost',
    menu: { label: 'Cost', permission: 99, order: 9 },
    selectors: [{ kind: 'year' }, { kind: 'month' }],
    data: { dataset: 'calls', with: { rates: { dataset: 'rates' } } },
    rows: { by: ['carrier'], total: 'Total', sort: '-minutes', top: 2 },
    columns: [
      'minutes',
      { id: 'hidden', label: 'Unseen', value: 'minutes * 2', hidden: true },
      { id: 'cost', label: 'Cost', value: 'sum(minutes * rates.rate)' },
    ],
  }
  writeFileSync(join(other.folder, 'reports', 'call-cost.json'), JSON.stringify(report))
  const bring = async (id: string, content: string) =>
    expect((await other.run('import', id, put(other.folder, `${id}.csv`, content))).code).toBe(0)
  const calls = [
    '2025-02-01,A,9',
    '2025-03-01,A,1234.5',
    '2025-03-02,B,4',
    '2025-03-03,C,30',
    '2025-03-04,A,0.5',
  ]
  await bring('calls', ['day,carrier,minutes', ...calls].join('\n'))
  await bring('rates', 'day,rate\n2025-02-01,1\n2025-03-01,-0.5\n2025-03-02,2\n')

  const path = join(other.folder, 'cost.csv')
  const { code, out, err } = await other.run('export', 'report-call-cost', path)
  expect([code, out]).toEqual([0, `${path}: 2 rows of report-call-cost, 2025 March`])
  expect(readFileSync(path, 'utf8')).toBe('\uFEFFCarrier,Minutes,Cost\nA,1235,-617.25\nC,30,\n')
  expect(err.split('\n')).toEqual([
    'The first 2 of 3 rows, from the highest to the lowest Minutes. The other 1 are not shown, but counted in totals.',
    'The period has records of 4 of 31 days.',
    'Rates has no record of 3 and 4 March 2025; sums and means that need one leave these out.',
    'Cost, incomplete: Rates has no record of 4 March 2025. Other rows: 1 more.',
  ])
  const none = join(other.folder, 'none.csv')
  const empty = await other.run('export', 'report-call-cost', none, '--select', 'year=2025,month=7')
  expect(empty).toMatchObject({ code: 1, err: 'no record was found for this selection' })
  const wrong = await other.run('export', 'report-call-cost', none, '--select', 'year=2025,month=13')
  expect(wrong).toMatchObject({ code: 1 })
  expect(existsSync(none)).toBe(false)
})
