import fc from 'fast-check'
import { expect } from 'vitest'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { openAsked } from './asked-tables.ts'
import { compileQuestion, compileSources } from './questions.ts'
import { openSources } from './source-cases.ts'

/*
 * Questions of time and money over rows of another database, and over the same records in the portal's own. Other tests
 * compare the second with calculations of their own.
 */
const currencies = ['JPY', 'NGN', 'USD']
const carriers = ['Atlantic', 'Baobab']
const currency = { id: 'currency', field: 'currency', values: currencies }
const carrier = { id: 'carrier', field: 'carrier', values: carriers }
const tables = [
  {
    id: 'bills',
    time: { kind: 'date' },
    dimensions: [carrier, currency],
    measures: [{ field: 'amount', unit: { from: 'currency' } }, { field: 'minutes' }],
  },
  {
    id: 'rates',
    time: { kind: 'date', inForce: true },
    dimensions: [carrier],
    measures: [{ field: 'rate' }],
  },
  {
    id: 'worths',
    time: { kind: 'date', inForce: true },
    dimensions: [currency],
    measures: [{ field: 'ngn', unit: 'NGN' }],
  },
] as const
type TableId = (typeof tables)[number]['id']

/** A row of the other database, whose columns have the names of the fields. */
type Row = Readonly<Record<string, string | number>>
export type FillTable = (table: string, rows: readonly Row[]) => Promise<void>

/** Writes the columns of each table in the types of a database. */
export const writeTables = (types: Readonly<Record<'day' | 'text' | 'number', string>>) =>
  tables.map(({ id, dimensions, measures }) => ({
    id,
    columns: [
      `day ${types.day}`,
      ...dimensions.map(({ field }) => `${field} ${types.text}`),
      ...measures.map(({ field }) => `${field} ${types.number}`),
    ].join(', '),
  }))

const source = { connection: 'warehouse', time: 'day', since: '2024-01-01' }
const compileTables = (isSourced: boolean) =>
  compileSources(
    tables.map(({ measures, ...table }) => ({
      ...table,
      measures: isSourced ? measures.map((measure) => ({ ...measure, sum: measure.field })) : measures,
      ...(isSourced && { source: { ...source, relation: table.id } }),
    })),
  )

const columns = (...values: readonly string[]) => values.map((value, index) => ({ id: `c${index}`, value }))
const over = (more: object = {}) => ({
  data: { dataset: 'bills', with: { rates: { dataset: 'rates' }, ...more } },
})
const years = { ...over(), selectors: [{ kind: 'year' }] }
const months = { ...over(), selectors: [{ kind: 'year' }, { kind: 'month' }] }
const [median, deviation] = ['median', 'deviation'].map(
  (name) => `window(${name}(minutes), 8, week, sameWeekday, before)`,
)
const effects = ['price', 'volume'].map((part) => `${part}Effect(sum(minutes * rates.rate), minutes)`)

/** What is asked; a selection without a month is of the year. */
const questions = [
  {
    ...months,
    rows: { by: ['day'], total: 'All' },
    columns: [
      ...columns(
        'minutes',
        'running(minutes)',
        'window(mean(minutes), 7, day)',
        'window(minutes, 4, week, before)',
      ),
      { id: 'usual', value: median, role: 'series' },
      { id: 'low', value: `${median} - ${deviation}`, role: 'total' },
      { id: 'high', value: `${median} + ${deviation}`, role: 'total' },
      { id: 'basis', value: 'window(periods(minutes), 8, week, sameWeekday, before)' },
    ],
    chart: { types: ['line'], band: ['low', 'high'], forecast: 'basis' },
  },
  {
    ...months,
    rows: { by: ['carrier'], total: 'All' },
    columns: columns(
      'sum(minutes * rates.rate)',
      'mean(rates.rate, minutes)',
      'max(minutes - rates.rate)',
      'minutes / daysElapsed() * days()',
      'daysLeft()',
      ...effects,
    ),
  },
  {
    ...months,
    rows: { by: ['carrier'], total: 'All' },
    columns: columns(
      'previous(minutes)',
      'change(minutes)',
      'contribution(minutes, previous)',
      'share(minutes)',
      'percentile(minutes, 95)',
      'deviation(minutes)',
      'mean(each(day, minutes))',
      'last(minutes)',
      'distinct(currency)',
    ),
  },
  ...(['day', 'periodEnd'] as const).map((at) => ({
    ...over({ fx: { dataset: 'worths', at }, shown: { dataset: 'worths', at } }),
    selectors: [...months.selectors, { dimension: 'shown.currency', multiple: false }],
    rows: { by: ['carrier'], total: 'All' },
    columns: columns('convert(amount, shown.currency, fx.ngn, shown.ngn)', 'minutes'),
  })),
  { ...months, rows: { by: ['carrier', 'rates.rate'], total: 'All' }, columns: columns('minutes') },
  {
    ...years,
    rows: { by: ['month'], total: 'All' },
    columns: columns(
      'minutes',
      'change(minutes)',
      'sum(minutes * rates.rate)',
      'window(minutes, 2, month)',
      'median(minutes)',
    ),
  },
  { ...years, rows: { by: ['week'], total: 'All' }, columns: columns('minutes', 'running(minutes)') },
  {
    ...years,
    rows: { by: ['carrier'], total: 'All' },
    columns: [{ id: 'of', pivot: 'weekday', value: 'minutes' }, ...columns('max(minutes)')],
  },
]

const [stored, sourced] = [false, true].map((isSourced) => {
  const sources = compileTables(isSourced)
  return { sources, questions: questions.map((question) => compileQuestion(question, sources)) }
})

const Day = (from: number, to: number) =>
  fc
    .integer({ min: from, max: to })
    .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))
/** Values that both ways add without an error. */
const Amount = fc.integer({ min: 1, max: 40_000 }).map((quarters) => quarters / 4)
const unique = <T extends Row>(row: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.uniqueArray(row, {
    selector: ({ day, carrier: one, currency: other }) => `${day} ${one} ${other}`,
    minLength,
    maxLength,
  })
const Carrier = fc.constantFrom(...carriers)
const Currency = fc.constantFrom(...currencies)
const Drawn = fc.record({
  tables: fc.record<Readonly<Record<TableId, readonly Row[]>>>({
    // So many that some weekdays have six before them.
    bills: unique(
      fc.record({
        day: Day(-60, 75),
        carrier: Carrier,
        currency: Currency,
        amount: Amount,
        minutes: Amount,
      }),
      200,
      250,
    ),
    rates: unique(fc.record({ day: Day(-90, 75), carrier: Carrier, rate: Amount }), 0, 10),
    worths: unique(
      fc.record({ day: Day(-90, 75), currency: Currency, ngn: fc.constantFrom(0.5, 1, 2) }),
      0,
      10,
    ),
  }),
  shown: Currency,
})

/** Lists what a reader sees of a table. Sums of fractions differ in their last digits. */
function describe({ rows, total, forecast = [], columns: shown, begun }: ReportTable) {
  const round = (values: readonly (number | null)[] = []) => values.map((value) => value?.toFixed(6) ?? null)
  const list = (some: typeof rows) =>
    some.map(({ key, dimension, values, hasRecord, gaps }) => [
      key,
      dimension,
      hasRecord,
      round(values),
      gaps,
    ])
  return {
    headings: shown.map(({ label }) => label),
    rows: list(rows),
    total: [round(total?.values), total?.gaps],
    forecast: list(forecast),
    begun,
  }
}

/** Checks on generated rows that questions have one answer, wherever their records are. Returns how many days were foretold. */
export async function checkQuestions(url: string, fill: FillTable, numRuns: number): Promise<number> {
  if (stored === undefined || sourced === undefined) throw new Error('there are no questions')
  const own = await openAsked(stored.sources)
  let forecasts = 0
  await fc.assert(
    fc.asyncProperty(Drawn, async ({ tables: rows, shown }) => {
      for (const { id, dimensions, measures } of tables) {
        await fill(id, rows[id])
        const records = rows[id].map((row) => ({
          key: String(row['day']),
          values: dimensions.map(({ field }) => String(row[field])),
          measures: Object.fromEntries(measures.map(({ field }) => [field, row[field] as number])),
        }))
        await own.store(id, records)
      }
      const sources = openSources(url, (reason) => expect.fail(reason))
      try {
        // The last record is of March, so that February is over.
        const asked = stored.questions.flatMap((question, index) =>
          ['2', '3'].map((month) => ({
            question,
            other: sourced.questions[index] ?? expect.fail('there is no question'),
            month,
          })),
        )
        for (const { question, other, month } of asked) {
          const selection = {
            year: '2025',
            ...(question.plan.selectors.length > 1 && { month }),
            ...(question.plan.selectors.length > 2 && { shownCurrency: shown }),
          }
          const expected = describe(await own.ask(question, selection))
          expect(describe(await own.ask(other, selection, { reads: sources.start() }))).toEqual(expected)
          forecasts += expected.forecast.filter(([, , hasRecord]) => hasRecord).length
        }
      } finally {
        await sources.close()
      }
    }),
    { numRuns, endOnFailure: true },
  )
  return forecasts
}
