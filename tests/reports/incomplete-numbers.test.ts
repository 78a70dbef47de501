import { expect, test } from 'vitest'
import { buildFigure } from '../../src/report/table/figure.ts'
import { explainNumber } from '../../src/report/table/explain-number.ts'
import { limitColumns } from '../../src/report/table/limit-table.ts'
import { nameGaps, nameTotals } from '../../src/report/table/totals.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { buildTableSheet } from '../../src/workbook/table-sheet.ts'
import { openAsked } from '../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/* Minutes to three countries in March 2025. Ghana has no rate before 7 March, Togo never. */
const sources = compileSources([
  {
    id: 'traffic',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'country' }, { field: 'carrier' }],
    measures: [{ field: 'minutes' }],
  },
  {
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', inForce: true },
    dimensions: [{ field: 'country' }],
    measures: [{ field: 'rate' }, { field: 'fee' }],
  },
])
const ask = (changes: Readonly<Record<string, unknown>>) =>
  compileQuestion(
    { data: { dataset: 'traffic', with: { rates: { dataset: 'rates' } } }, ...changes },
    sources,
  )
const AMOUNT = { id: 'amount', value: 'sum(minutes * rates.rate)' }
const GHANA = 'Rates has no record of Ghana (4 to 6 March 2025).'
const TOGO = 'Rates has no record of Togo (5 and 9 March 2025).'

const asked = await openAsked(sources)
const minutes = (day: number, country: string, carrier = 'A') => ({
  key: `2025-03-${String(day).padStart(2, '0')}`,
  values: [country, carrier],
  measures: { minutes: 10 * day },
})
await asked.store('traffic', [
  ...[4, 5, 6, 7, 8].map((day) => minutes(day, 'Ghana', day < 6 ? 'A' : 'B')),
  ...[5, 9].map((day) => minutes(day, 'Togo')),
  ...[4, 7].map((day) => minutes(day, 'Benin')),
])
await asked.store('rates', [
  { key: '2025-03-07', values: ['Ghana'], measures: { rate: 0.5 } },
  { key: '2025-01-01', values: ['Benin'], measures: { rate: 2, fee: 1 } },
])

const march = { year: '2025', month: '3' }
/** Asks by country, with a row of totals. */
const askCountries = (columns: readonly unknown[], rows: object = {}) =>
  asked.ask(ask({ rows: { by: ['country'], total: 'All', ...rows }, columns }), march)
const getRows = ({ rows }: ReportTable) =>
  Object.fromEntries(
    rows.map((row) => [row.label, { values: row.values, names: nameGaps(row), gaps: row.gaps }]),
  )

test('a row without all its rates says so and names the days, and a whole one says nothing', async () => {
  const table = await askCountries(['minutes', AMOUNT])
  expect(getRows(table)).toEqual({
    Benin: { values: [110, 220], names: ['', ''], gaps: [[], []] },
    Ghana: { values: [300, 75], names: ['', 'incomplete'], gaps: [[], [GHANA]] },
    Togo: { values: [140, null], names: ['', 'incomplete'], gaps: [[], [TOGO]] },
  })
  const { columns, total } = table
  expect(total?.values).toEqual([550, 295])
  expect(nameTotals(columns, total ?? { values: [] })).toEqual(['', 'incomplete'])
  expect(total?.gaps?.[1]).toEqual([
    'Rates has no record of Ghana (4 to 6 March 2025), Togo (5 and 9 March 2025).',
  ])
  expect(explainNumber(table, 1, table.rows[1] ?? null, 'March')?.records).toBe(
    `Over the records of Ghana, March. ${GHANA}`,
  )
})

test('a median over joined records says how many values it is of, and a mean of days how many days', async () => {
  const columns = [
    { id: 'usual', value: 'median(minutes * rates.rate)' },
    { id: 'daily', value: 'mean(each(day, minutes))' },
    'minutes',
  ]
  const table = await askCountries(columns)
  const explain = (index: number, row = table.rows[1] ?? null) =>
    /They have (.*) values/.exec(explainNumber(table, index, row, 'March')?.records ?? '')?.[1]
  expect([0, 1, 2].map((index) => explain(index))).toEqual(['2', '5', undefined])
  expect([0, 1, 2].map((index) => explain(index, null))).toEqual(['4', '6', undefined])
})

test('a dataset that is joined and not read has no remark', async () => {
  const hasRemark = async (columns: readonly unknown[]) =>
    (await askCountries(columns)).remarks.some((text) => text.startsWith('Rates has no record'))
  expect(await hasRemark(['minutes', AMOUNT])).toBe(true)
  expect(await hasRemark(['minutes'])).toBe(false)
})

test('neither a part in a difference nor its causes are known where no row has anything before', async () => {
  const columns = [
    'contribution(minutes, previous)',
    'contribution(minutes, year)',
    'priceEffect(sum(minutes * rates.rate), minutes)',
    'volumeEffect(minutes, count())',
  ].map((value, index) => ({ id: `v${index}`, value }))
  const { rows, total } = await askCountries(columns)
  for (const row of [...rows, total]) expect(row?.values).toEqual([null, null, null, null])
})

const netted = compileSources(
  ['inward', 'outward'].map((id) => ({
    id,
    title: id,
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'carrier' }],
    measures: [{ field: 'minutes' }],
  })),
)
/** Lists the minutes of carriers in months of 2025, such as `A2=100`. */
const list = (text: string) =>
  text.split(' ').map((one) => {
    const [carrier = '', month, minutes] = one.split(/(\d)=/)
    return { key: `2025-0${month}-05`, values: [carrier], measures: { minutes: Number(minutes) } }
  })

/** Asks for columns of carriers, with the outward minutes beside the inward ones. */
const askNetted = async (inward: string, outward: string, out: object, columns: readonly unknown[]) => {
  const { store, ask: askNet } = await openAsked(netted)
  await store('inward', list(inward))
  await store('outward', list(outward))
  const data = { dataset: 'inward', with: { out: { dataset: 'outward', ...out } } }
  const question = { data, rows: { by: ['carrier'], total: 'All' }, columns }
  return askNet(compileQuestion(question, netted), march)
}

test('a difference of two sums has no change where a period has only one of them', async () => {
  // B has no outward minutes in March, C none in February; D is gone, E is new.
  const inward = 'A2=100 B2=200 C2=50 D2=70 A3=120 B3=200 C3=80 E3=90'
  const outward = 'A2=40 B2=60 D2=30 A3=30 C3=60 E3=10 F3=20'
  const { rows, total, remarks } = await askNetted(inward, outward, { rows: 'all' }, [
    { id: 'net', value: 'sum(minutes) - sum(out.minutes)' },
    { id: 'change', value: 'change(net)' },
    { id: 'part', value: 'contribution(net, previous)' },
    { id: 'bySales', value: 'volumeEffect(net, net)' },
  ])
  // All of March is 490 less 120, all of February 420 less 130.
  expect(Object.fromEntries(rows.map(({ label, values }) => [label, values]))).toEqual({
    A: [90, 0.5, 30 / 80, 30],
    B: [null, null, null, null],
    C: [20, null, null, null],
    D: [null, -1, -40 / 80, -40],
    E: [80, null, 80 / 80, 80],
    F: [null, null, null, null],
  })
  expect(total?.values).toEqual([370, 80 / 290, 1, expect.closeTo(80, 9)])
  const marks = rows.map((row) => [row.label, nameGaps(row)[0], row.gaps?.[0]?.join(' ')])
  expect(marks.filter(([, mark]) => mark !== '')).toEqual([
    ['B', 'incomplete', 'outward has no record of B (5 March 2025).'],
    ['F', 'incomplete', 'inward has no record of F (5 March 2025).'],
  ])
  expect(total?.gaps?.[0]?.join(' ')).toBe(
    'inward has no record of F (5 March 2025). outward has no record of B (5 March 2025).',
  )
  const consequence = '; sums and means that need one leave these out.'
  expect(remarks.at(-1)).toBe(
    `inward has no record of F (5 March 2025)${consequence} outward has no record of B (5 March 2025)${consequence} Records begin on 5 February 2025.`,
  )
})

test('a name that only the period before has counts nothing of the joined dataset, and a remark says so', async () => {
  const { rows, total, remarks } = await askNetted('A3=10 D2=70', 'A3=5 D3=30', {}, [
    { id: 'before', value: 'previous(minutes)' },
    { id: 'out', value: 'sum(out.minutes)' },
  ])
  expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
    ['A', null, 5],
    ['D', 70, null],
  ])
  expect(total?.values).toEqual([70, 5])
  expect(remarks.at(-1)).toBe(
    'inward has no record of D (5 March 2025); rows without any do not count it. Records begin on 5 February 2025.',
  )
})

test('a number lacks only what its own expression reads, in rows and totals', async () => {
  const columns = [
    AMOUNT,
    { id: 'fees', value: 'sum(minutes * rates.fee)' },
    { id: 'price', value: 'sum(minutes * rates.rate) / minutes' },
  ]
  const table = await askCountries(columns)
  const ghana = table.rows.find(({ label }) => label === 'Ghana')
  const days = 'Rates has no record of Ghana (4 to 8 March 2025).'
  expect(ghana?.gaps).toEqual([[GHANA], [days], [GHANA]])
  expect(ghana?.values).toEqual([75, null, 0.25])
  const { total } = table
  const totalDays = total?.gaps?.map(([text]) => /Ghana \((.*?) March/.exec(text ?? '')?.[1])
  expect(totalDays).toEqual(['4 to 6', '4 to 8', '4 to 6'])
  expect(table.remarks.join(' ')).toContain('; sums and means that need one leave these out.')
})

test('a row of the others lacks the records that its rows lack', async () => {
  expect(getRows(await askCountries([AMOUNT], { sort: '-amount', top: 1, rest: 'Others' }))).toEqual({
    Benin: { values: [220], names: [''], gaps: [[]] },
    Others: { values: [75], names: ['incomplete'], gaps: [[GHANA, TOGO]] },
  })
})

test('totals of a pivot and a column of the others lack what their own cells lack', async () => {
  const columns = [{ id: 'of', pivot: 'country', value: 'sum(minutes * rates.rate)' }]
  const table = await asked.ask(ask({ rows: { by: ['carrier'], total: 'All' }, columns }), march)
  expect(nameTotals(table.columns, table.total ?? { values: [] })).toEqual(['', 'incomplete', 'incomplete'])
  const limited = limitColumns({ ...table, keyKind: 'month' }, { text: 'largest:1', count: 1 })
  const index = limited.columns.findIndex(({ label }) => label.startsWith('Others'))
  expect(limited.rows.map((row) => nameGaps(row)[index])).toEqual(['incomplete', 'incomplete'])
  expect(nameTotals(limited.columns, limited.total ?? { values: [] })[index]).toBe('incomplete')
})

test('a column of a pivot lacks the records of its own value', async () => {
  const table = await askCountries([{ ...AMOUNT, pivot: 'carrier' }])
  const gaps = ['4 and 5', '6'].map((days) => [`Rates has no record of Ghana (${days} March 2025).`])
  expect(getRows(table)).toMatchObject({
    Benin: { values: [220, null], names: ['', ''], gaps: [[], []] },
    Ghana: { values: [null, 75], names: ['incomplete', 'incomplete'], gaps },
  })
})

test('a day lacks the records of every day that its window reads, and a share those of its whole', async () => {
  const table = await asked.ask(
    ask({
      rows: { by: ['day'], total: 'All' },
      columns: [AMOUNT, { id: 'two', value: `window(${AMOUNT.value}, 2, day)` }],
    }),
    march,
  )
  const [, fifth, sixth, seventh, eighth] = table.rows.slice(3)
  expect(fifth?.gaps).toEqual([
    ['Rates has no record of Ghana (5 March 2025), Togo (5 March 2025).'],
    ['Rates has no record of Ghana (4 and 5 March 2025), Togo (5 March 2025).'],
  ])
  expect([sixth, seventh, eighth].map((row) => [row?.values, row && nameGaps(row)].join())).toEqual([
    ',,incomplete,incomplete',
    '175,175,,incomplete',
    '40,215,,',
  ])
  const shares = await askCountries([{ id: 'part', value: `share(${AMOUNT.value})` }])
  expect(shares.rows.map(nameGaps)).toEqual([['incomplete'], ['incomplete'], ['incomplete']])
})

test('the workbook says in a comment what a number lacks, and a tile in its label', async () => {
  const table = await askCountries([AMOUNT])
  const { cells } = buildTableSheet(table, 'Title', 'March', 'Sheet')
  const comments = ['3,1', '4,1', '5,1'].map((address) => cells?.get(address)?.comment?.text)
  expect(comments).toEqual([undefined, GHANA, TOGO])
  expect(cells?.get('6,1')?.comment?.text).toContain(GHANA.slice(0, -1))
  expect(buildFigure(table)?.label).toBe('Amount, incomplete')
  const latest = await asked.ask(ask({ rows: { by: ['day'] }, columns: [AMOUNT] }), march)
  expect(buildFigure(latest)?.label).toContain('incomplete')
})
