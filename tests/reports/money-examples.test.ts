import { expect, test } from 'vitest'
import { openAsked } from '../support/asked-tables.ts'
import { compileExamples } from '../support/definition-folders.ts'

/*
 * The examples of settlement and margins beside a calculation of their own: plain loops over the same records, which know
 * nothing of the portal.
 */
const { reports, datasets } = compileExamples()

const dayOf = (month: number, day: number) =>
  `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
const carriers = ['Atlantic Voice', 'Baobab Voice']
const destinations = ['Ghana', 'Togo']
const currencies = ['NGN', 'USD']

const traffic = carriers.flatMap((carrier, one) =>
  destinations.flatMap((destination, two) =>
    currencies.flatMap((currency, three) =>
      Array.from({ length: 31 }, (_, index) => ({
        day: dayOf(3, index + 1),
        carrier,
        destination,
        currency,
        minutesIn: 1000 + ((37 * index + 101 * one + 53 * two + 29 * three) % 400) + 0.25 * index,
        minutesOut: 900 + ((23 * index + 71 * one + 31 * two + 17 * three) % 500) + 0.5 * two,
      })),
    ),
  ),
)

/** Rates that change within March on days of their own. */
const rates = carriers.flatMap((carrier, one) =>
  destinations.flatMap((destination, two) =>
    currencies.flatMap((currency) => {
      const unit = currency === 'USD' ? 0.0125 : 19.5
      return [dayOf(2, 10), dayOf(3, 11 + one), dayOf(3, 20 + two), dayOf(4, 1)].map((from, index) => ({
        from,
        carrier,
        destination,
        currency,
        rateIn: Number((unit * (1 + 0.08 * index + 0.04 * one)).toFixed(4)),
        rateOut: Number((unit * (0.9 + 0.05 * index + 0.02 * two)).toFixed(4)),
      }))
    }),
  ),
)
const exchange = [
  { from: dayOf(1, 1), currency: 'NGN', ngn: 1 },
  { from: dayOf(1, 1), currency: 'USD', ngn: 1500 },
  { from: dayOf(3, 16), currency: 'USD', ngn: 1540 },
  { from: dayOf(3, 31), currency: 'USD', ngn: 1620 },
  { from: dayOf(4, 2), currency: 'USD', ngn: 1700 },
]

type Line = (typeof traffic)[number]
/** The last of some records from a day on: the first days first. */
function inForce<T extends { readonly from: string }>(
  list: readonly T[],
  day: string,
  fits: (one: T) => boolean,
): T {
  let last: T | undefined
  for (const one of list) if (one.from <= day && fits(one)) last = one
  if (last === undefined) throw new Error(`nothing is in force on ${day}`)
  return last
}
const rateOf = (line: Line) =>
  inForce(
    rates,
    line.day,
    (one) =>
      one.carrier === line.carrier && one.destination === line.destination && one.currency === line.currency,
  )
const nairaOf = (line: Line, day = line.day) =>
  inForce(exchange, day, (one) => one.currency === line.currency).ngn
function add(lines: readonly Line[], value: (line: Line) => number): number {
  let sum = 0
  for (const line of lines) sum += value(line)
  return sum
}

const asked = await openAsked(datasets)

/** Stores the traffic of the first days of March. */
const storeTraffic = (days: number) => storeLines(traffic.filter(({ day }) => day <= dayOf(3, days)))
const storeLines = (lines: readonly Line[]) =>
  asked.store(
    'carrier-minutes',
    lines.map(({ day, carrier, destination, currency, ...measures }) => ({
      key: day,
      values: [carrier, destination, currency],
      measures,
    })),
  )

await storeTraffic(31)
await asked.store(
  'carrier-rates',
  rates.map(({ from, carrier, destination, currency, ...measures }) => ({
    key: from,
    values: [carrier, destination, currency],
    measures,
  })),
)
await asked.store(
  'exchange-rates',
  exchange.map(({ from, currency, ...measures }) => ({ key: from, values: [currency], measures })),
)

async function askExample(id: string, selection: Readonly<Record<string, string>> = {}) {
  const plan = reports.find((report) => report.id === id)?.plans[0]
  const dataset = datasets.find((one) => one.id === `report-${id}`)
  if (plan === undefined || dataset === undefined) throw new Error(`there is no example '${id}'`)
  return asked.ask({ plan, dataset }, { year: '2025', month: '3', ...selection })
}

/** Lists the cells and totals of a table that differ from a calculation by more than the millionth of their size. */
function findDifferences(
  table: Awaited<ReturnType<typeof askExample>>,
  lines: readonly Line[],
  isOfRow: (row: { readonly key: string; readonly dimension?: string }, line: Line) => boolean,
  columns: Readonly<Record<string, (some: readonly Line[]) => number | null>>,
  withoutTotal: readonly string[] = [],
): string[] {
  const check = (name: string, values: readonly (number | null)[], some: readonly Line[]) =>
    Object.entries(columns).flatMap(([id, calculate]) => {
      const value = values[table.columns.findIndex(({ from }) => from === id)]
      const expected = name === 'total' && withoutTotal.includes(id) ? null : calculate(some)
      const limit = 1e-6 * Math.max(1, Math.abs(expected ?? 0))
      const isEqual =
        typeof value === 'number' && expected !== null
          ? Math.abs(value - expected) < limit
          : value === expected
      return isEqual ? [] : [`${id} of ${name} is ${value} and should be ${expected}`]
    })
  return [
    ...table.rows.flatMap((row) =>
      check(
        `${row.key} ${row.dimension ?? ''}`,
        row.values,
        lines.filter((line) => isOfRow(row, line)),
      ),
    ),
    ...check('total', table.total?.values ?? [], lines),
  ]
}

test.each(currencies)(
  'settlement counts each minute at the rate of its day, and the balance in %s at the rates of the last day',
  async (shown) => {
    const table = await askExample('settlement', { shownCurrency: shown })
    const worth = inForce(exchange, dayOf(3, 31), ({ currency }) => currency === shown).ngn
    expect(table.rows.map(({ hasRecord }) => hasRecord)).toEqual([true, true, true, true])
    const amount = (line: Line) => line.minutesIn * rateOf(line).rateIn
    const owed = (line: Line) => line.minutesOut * rateOf(line).rateOut
    expect(
      findDifferences(
        table,
        traffic,
        ({ key, dimension }, line) => line.carrier === key && line.currency === dimension,
        {
          minutesIn: (some) => add(some, (line) => line.minutesIn),
          rateIn: (some) => add(some, amount) / add(some, (line) => line.minutesIn),
          amountIn: (some) => add(some, amount),
          minutesOut: (some) => add(some, (line) => line.minutesOut),
          rateOut: (some) => add(some, owed) / add(some, (line) => line.minutesOut),
          amountOut: (some) => add(some, owed),
          balance: (some) => add(some, (line) => amount(line) - owed(line)),
          balanceShown: (some) =>
            add(some, (line) => ((amount(line) - owed(line)) * nairaOf(line, dayOf(3, 31))) / worth),
        },
        ['rateIn', 'amountIn', 'rateOut', 'amountOut', 'balance'],
      ),
    ).toEqual([])
  },
)

test('the difference of the revenue since February consists of what its minutes and its rates changed', async () => {
  // Each line of March had twelve minutes in a hundred fewer in February, from the eleventh day of the rates on.
  const february = traffic
    .filter(({ day }) => day <= dayOf(3, 28) && day >= dayOf(3, 10))
    .map((line) => ({ ...line, day: line.day.replace('-03-', '-02-'), minutesIn: 0.88 * line.minutesIn }))
  const march = traffic.filter(
    ({ carrier, destination }) => `${carrier} ${destination}` !== 'Baobab Voice Togo',
  )
  const gone = (line: Line) => !(line.carrier === 'Atlantic Voice' && line.destination === 'Ghana')
  const before = february.filter(gone)
  await storeLines([...before, ...march])
  const table = await askExample('margins')
  const revenue = (some: readonly Line[]) =>
    add(some, (line) => line.minutesIn * rateOf(line).rateIn * nairaOf(line))
  const minutes = (some: readonly Line[]) => add(some, (line) => line.minutesIn)
  const pick = (some: readonly Line[], row: { readonly key: string; readonly dimension?: string } | null) =>
    some.filter((line) => row === null || (line.carrier === row.key && line.destination === row.dimension))
  const rows = [
    ...table.rows.map((row) => ({ row, values: row.values })),
    { row: null, values: table.total?.values ?? [] },
  ]
  expect(rows).toHaveLength(5)
  for (const { row, values } of rows) {
    const [now, then] = [pick(march, row), pick(before, row)]
    const [sold, soldBefore] = [minutes(now), minutes(then)]
    const hasPrices = sold > 0 && soldBefore > 0
    const byVolume = hasPrices
      ? (sold - soldBefore) * (revenue(then) / soldBefore)
      : revenue(now) - revenue(then)
    const byPrice = hasPrices ? sold * (revenue(now) / sold - revenue(then) / soldBefore) : 0
    const read = (id: string) => values[table.columns.findIndex(({ from }) => from === id)]
    expect(read('byVolume')).toBeCloseTo(byVolume, 3)
    expect(read('byPrice')).toBeCloseTo(byPrice, 3)
    expect((read('byVolume') ?? NaN) + (read('byPrice') ?? NaN)).toBeCloseTo(revenue(now) - revenue(then), 3)
  }
  await storeTraffic(31)
})
