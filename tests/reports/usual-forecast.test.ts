import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeBand, listForecast } from '../../src/chart/band.ts'
import { loadServed } from '../../src/loading/load.ts'
import { openAsked } from '../support/asked-tables.ts'

/*
 * What is usual continues after the last record to the end of the month: beside a calculation of its own, which goes
 * through the days one by one.
 */
const { reports, datasets } = loadServed('examples/reports', 'examples/datasets')
const plan = reports.find(({ id }) => id === 'usual-minutes')?.plans[0] ?? expect.fail('there is no example')
const dataset = datasets.find(({ id }) => id === 'report-usual-minutes') ?? expect.fail('there is no dataset')

const DAY_MS = 86_400_000
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)
const shift = (day: string, days: number) => toDay(Date.parse(day) + days * DAY_MS)
const START = Date.parse('2025-01-01')

const asked = await openAsked(datasets)

type Minutes = ReadonlyMap<string, number>

async function ask(minutes: Minutes, month: string) {
  const records = [...minutes].map(([key, value]) => ({ key, values: [], measures: { minutes: value } }))
  await asked.store('own-minutes', records)
  return asked.ask({ plan, dataset }, { year: '2025', month })
}

function findMiddle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2
  )
}

/** The ends of the band of a day and the weeks on which it stands; null below six. */
function foretell(minutes: Minutes, day: string): readonly [number, number, number] | null {
  const before = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => minutes.get(shift(day, -7 * weeks)) ?? [])
  if (before.length < 6) return null
  const usual = findMiddle(before)
  const distance = findMiddle(before.map((value) => Math.abs(value - usual)))
  return [usual - 5 * distance, usual + 5 * distance, before.length]
}

/** Lists the days of a month. */
const listMonth = (month: number) =>
  Array.from({ length: new Date(Date.UTC(2025, month, 0)).getUTCDate() }, (_, index) =>
    toDay(Date.UTC(2025, month - 1, index + 1)),
  )

/** The minutes of days up to a last one, some of which have no record. */
const Days = fc
  .array(fc.option(fc.integer({ min: 50_000, max: 90_000 }), { freq: 12 }), { minLength: 60, maxLength: 150 })
  .map((values): Minutes => {
    const days = values.flatMap((value, index): [string, number][] =>
      value === null ? [] : [[toDay(START + index * DAY_MS), value]],
    )
    return new Map(days.length > 0 ? days : [['2025-01-01', 60_000]])
  })

describe('a forecast', () => {
  test('has the band of each day after the last record that a calculation day by day has', async () => {
    await fc.assert(
      fc.asyncProperty(Days, fc.integer({ min: -1, max: 1 }), async (minutes, moved) => {
        const last = [...minutes.keys()].toSorted().at(-1) ?? ''
        const month = Math.max(1, Number(last.slice(5, 7)) + moved)
        const days = listMonth(month)
        const table = await ask(minutes, String(month))
        const expected = days.map((day) => {
          const isAhead = days.includes(last) && day > last
          const band = isAhead ? foretell(minutes, day) : null
          return band === null ? null : [day, ...band.map((value) => value.toFixed(6))]
        })
        const ids = ['low', 'high', 'basis']
        const columns = ids.map((id) => table.columns.findIndex(({ from }) => from === id))
        const shown = days.map((day) => {
          const row = (table.forecast ?? []).find(({ key, hasRecord }) => key === day && hasRecord)
          const values = columns.map((index) => row?.values[index]?.toFixed(6))
          return values.includes(undefined) ? null : [day, ...values]
        })
        expect(shown).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  }, 60_000)

  const whole = new Map(
    Array.from({ length: 90 }, (_, index) => [toDay(START + index * DAY_MS), 60_000 + 1_000 * (index % 7)]),
  )
  const until = (day: string): Minutes => new Map([...whole].filter(([key]) => key <= day))

  test('is no row of the table, and no total counts it', async () => {
    const table = await ask(until('2025-03-14'), '3')
    const ahead = table.rows.slice(14)
    expect(
      ahead.every(({ hasRecord, values }) => !hasRecord && values.every((value) => value === null)),
    ).toBe(true)
    const sum = [...until('2025-03-14')]
      .filter(([day]) => day >= '2025-03-01')
      .reduce((all, [, one]) => all + one, 0)
    expect(table.total?.values[0]).toBe(sum)
  })

  test('says its days and on how many weeks it stands, and begins at the last record', async () => {
    const table = await ask(until('2025-03-14'), '3')
    expect(describeBand(table)).toEqual([
      'The band is Low to High.',
      'Dashed is the forecast of Low to High for 3/15/2025 to 3/31/2025, by 6 to 8 periods before.',
    ])
    const parts = listForecast(table)
    expect(parts.map(({ low }) => low !== null)).toEqual(table.rows.map((_, index) => index >= 13))
  })

  test('is blank below six weeks, and says so', async () => {
    const table = await ask(until('2025-02-03'), '2')
    expect(describeBand(table)).toEqual([
      'The band is Low to High.',
      'There is no forecast of Low to High: it needs six periods before.',
    ])
    expect(listForecast(table)).toEqual([])
  })

  test('is none of a month that is over, and none of one that has not begun', async () => {
    expect((await ask(whole, '2')).forecast).toBeUndefined()
    expect((await ask(whole, '4')).forecast).toBeUndefined()
  })
})
