import { expect, test } from 'vitest'
import { openExamples, sum } from '../support/calculated-examples.ts'
import { shiftDay } from '../support/naive-values.ts'
import { compileQuestion } from '../support/questions.ts'

/*
 * Nigeria's rate of a minute that ends an international call: NGN 24.40, USD 0.045 from January 2022, USD 0.10 from
 * September 2022. A dollar is NGN 415, and NGN 427.50 from 15 June 2022.
 */
const { store, findDifferences, datasets } = await openExamples()

interface Line {
  readonly day: string
  readonly minutesIn: number
  readonly currency: string
  readonly rate: number
}
const getAmount = (line: Line) => line.minutesIn * line.rate
const getNaira = (line: Line) =>
  getAmount(line) * (line.currency === 'NGN' ? 1 : line.day < '2022-06-15' ? 415 : 427.5)

const ask = (by: string) =>
  compileQuestion(
    {
      selectors: [{ kind: 'year' }],
      data: {
        dataset: 'carrier-minutes',
        with: { termination: { dataset: 'termination-rates' }, fx: { dataset: 'exchange-rates' } },
      },
      rows: { by: [by, 'currency'], total: 'Year' },
      columns: [
        { field: 'minutesIn' },
        { id: 'rate', value: 'mean(termination.rate, minutesIn)' },
        { id: 'amount', value: 'sum(minutesIn * termination.rate)' },
        { id: 'naira', value: 'convert(minutesIn * termination.rate, NGN, fx.ngn)' },
      ],
    },
    datasets,
  )

async function storeYears(dollars: string, raised: string): Promise<readonly Line[]> {
  const lines = Array.from({ length: 730 }, (_, index): Line => {
    const day = shiftDay('2021-01-01', index)
    return {
      day,
      minutesIn: 1_000_000 + 10_000 * (index % 31) + 0.25 * index,
      currency: day < dollars ? 'NGN' : 'USD',
      rate: day < dollars ? 24.4 : day < raised ? 0.045 : 0.1,
    }
  })
  await store(
    'carrier-minutes',
    lines.map(({ day, minutesIn, currency }) => ({
      key: day,
      values: ['Atlantic Voice', 'Nigeria', currency],
      measures: { minutesIn, minutesOut: 0 },
    })),
  )
  await store('termination-rates', [
    { key: '2020-01-01', values: ['NGN'], measures: { rate: 24.4 } },
    { key: dollars, values: ['USD'], measures: { rate: 0.045 } },
    { key: raised, values: ['USD'], measures: { rate: 0.1 } },
  ])
  await store('exchange-rates', [
    { key: '2020-01-01', values: ['NGN'], measures: { ngn: 1 } },
    { key: '2020-01-01', values: ['USD'], measures: { ngn: 415 } },
    { key: '2022-06-15', values: ['USD'], measures: { ngn: 427.5 } },
  ])
  return lines
}

test.each([
  ['on the first of a month', '2022-01-01', '2022-09-01'],
  ['within a month', '2022-01-12', '2022-09-17'],
])('each day, each month and the years have their rates, which change %s', async (_, dollars, raised) => {
  const lines = await storeYears(dollars, raised)
  for (const year of ['2021', '2022']) {
    const ofYear = lines.filter((line) => line.day.startsWith(year))
    const calculation = {
      lines: ofYear,
      columns: {
        minutesIn: (some: readonly Line[]) => sum(some, (line) => line.minutesIn),
        rate: (some: readonly Line[]) => sum(some, getAmount) / sum(some, (line) => line.minutesIn),
        amount: (some: readonly Line[]) => sum(some, getAmount),
        naira: (some: readonly Line[]) => sum(some, getNaira),
      },
      withoutTotal: ['rate', 'amount'],
    }
    const byDay = { ...calculation, nameRow: (line: Line) => `${line.day} ${line.currency}` }
    const byMonth = {
      ...calculation,
      nameRow: (line: Line) => `${line.day.slice(5, 7)} ${line.currency}`,
    }
    expect(await findDifferences(ask('day'), { year }, byDay)).toEqual([])
    expect(await findDifferences(ask('month'), { year }, byMonth)).toEqual([])
  }
})
