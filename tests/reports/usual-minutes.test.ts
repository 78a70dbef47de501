import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AlertReplayList } from '../../schemas/api/alert.ts'
import { describeBand, listForecast } from '../../src/chart/band.ts'
import { getPeriodRange, wantScope } from '../../src/dataset/record-keys.ts'
import { loadServed } from '../../src/loading/load.ts'
import { findMark } from '../../src/report/table/highlights.ts'
import { addAllDemoRecords } from '../../src/server/data/demo/demo-records.ts'
import { listRecords } from '../../src/server/data/tables/stored-records.ts'
import { openAsked } from '../support/asked-tables.ts'
import { findPercentile, shiftDay } from '../support/naive-values.ts'
import { createTestUsers } from '../support/test-users.ts'

/*
 * The example against a calculation of its own, day by day: what is usual on a weekday, and that it continues after the last
 * record to the end of the month, is computed here from the records alone.
 */

const served = loadServed('examples/reports', 'examples/datasets')
const reports = served.reports.filter(({ id }) => id === 'usual-minutes')
const datasets = served.datasets.filter(({ id }) => ['own-minutes', 'report-usual-minutes'].includes(id))
const [source, dataset] = ['own-minutes', 'report-usual-minutes'].map(
  (name) => datasets.find(({ id }) => id === name) ?? expect.fail('there is no dataset'),
)
const plan = reports[0]?.plans[0] ?? expect.fail('there is no example')

/** The minutes of each day that has a record. */
type Minutes = ReadonlyMap<string, number>

const findMiddle = (values: readonly number[]) => findPercentile(values, 0.5) ?? NaN

/** The columns of a day: its minutes, the middle of the same weekday of eight weeks before, the band, and its weeks. */
function computeDay(minutes: Minutes, day: string): (number | null)[] {
  const before = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => minutes.get(shiftDay(day, -7 * weeks)) ?? [])
  const own = minutes.get(day) ?? null
  if (before.length < 6) return [own, null, null, null, null, null]
  const usual = findMiddle(before)
  const distance = findMiddle(before.map((value) => Math.abs(value - usual)))
  return [own, usual, distance, usual - 5 * distance, usual + 5 * distance, before.length]
}

const isUnusual = ([own = null, , , low = null, high = null]: readonly (number | null)[]) =>
  own !== null && low !== null && high !== null && (own < low || own > high)

const round = (values: readonly (number | null)[]) => values.map((value) => value?.toFixed(6))

const asked = await openAsked(datasets)

async function ask(minutes: Minutes, month: string) {
  if (dataset === undefined) throw new Error('there is no dataset')
  const records = [...minutes].map(([key, value]) => ({ key, values: [], measures: { minutes: value } }))
  await asked.store('own-minutes', records)
  return asked.ask({ plan, dataset }, { year: '2025', month })
}

/** Lists the days of a month. */
const listMonth = (month: number) =>
  Array.from({ length: new Date(Date.UTC(2025, month, 0)).getUTCDate() }, (_, index) =>
    shiftDay(`2025-0${month}-01`, index),
  )

/** The minutes of days up to a last one, some of which have no record and some of which are unusual. */
const Days = fc
  .array(
    fc.option(
      fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 50_000, max: 90_000 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0, max: 900_000 }) },
      ),
      { freq: 12 },
    ),
    { minLength: 60, maxLength: 150 },
  )
  .map((values): Minutes => {
    const days = values.flatMap((value, index): [string, number][] =>
      value === null ? [] : [[shiftDay('2025-01-01', index), value]],
    )
    return new Map(days.length > 0 ? days : [['2025-01-01', 60_000]])
  })

test('every cell, its mark and the forecast are what a calculation day by day has', async () => {
  const marks = new Set<string | null>()
  await fc.assert(
    fc.asyncProperty(Days, fc.integer({ min: -1, max: 1 }), async (minutes, moved) => {
      const last = [...minutes.keys()].toSorted().at(-1) ?? ''
      const month = Math.max(1, Number(last.slice(5, 7)) + moved)
      const days = listMonth(month)
      const table = await ask(minutes, String(month))
      const recorded = table.rows.filter(({ hasRecord }) => hasRecord)
      expect(recorded.map(({ key }) => key)).toEqual(days.filter((day) => minutes.has(day)))
      for (const row of recorded) {
        const expected = computeDay(minutes, row.key)
        expect(round(row.values)).toEqual(round(expected))
        const mark = findMark(table, row, 0)
        expect(mark).toBe(isUnusual(expected) ? 'warning' : null)
        marks.add(mark)
      }
      const listBands = (rows: readonly (readonly [string, readonly (number | null)[]])[]) =>
        rows.flatMap(([day, [, , , ...band]]) => (band.includes(null) ? [] : [[day, ...round(band)]]))
      const ahead = days.filter((day) => days.includes(last) && day > last)
      const shown = (table.forecast ?? []).filter(({ hasRecord }) => hasRecord)
      expect(listBands(shown.map(({ key, values }) => [key, values]))).toEqual(
        listBands(ahead.map((day) => [day, computeDay(minutes, day)])),
      )
    }),
    { numRuns: 40 },
  )
  expect(marks).toEqual(new Set([null, 'warning']))
}, 60_000)

describe('a forecast', () => {
  const whole = new Map(
    Array.from({ length: 90 }, (_, index) => [shiftDay('2025-01-01', index), 60_000 + 1_000 * (index % 7)]),
  )
  const until = (day: string): Minutes => new Map([...whole].filter(([key]) => key <= day))

  test('is no row of the table, and no total counts it', async () => {
    const table = await ask(until('2025-03-14'), '3')
    for (const { hasRecord, values } of table.rows.slice(14)) {
      expect([hasRecord, ...values]).toEqual([false, ...values.map(() => null)])
    }
    const march = [...until('2025-03-14')].filter(([day]) => day >= '2025-03-01')
    const sum = march.reduce((all, [, one]) => all + one, 0)
    expect(table.total?.values[0]).toBe(sum)
  })

  test('says its days and on how many weeks it stands, and begins at the last record', async () => {
    const table = await ask(until('2025-03-14'), '3')
    expect(describeBand(table)).toEqual([
      'The band is Low to High.',
      'Dashed is the forecast of Low to High for 3/15/2025 Sat to 3/31/2025 Mon, by 6 to 8 periods before.',
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

test('the replay of its alert fires on the days that a calculation day by day finds', async () => {
  const portal = await createTestUsers({ reports, datasets })
  portal.pass(220 * 86_400_000)
  const { database } = portal.engine
  await addAllDemoRecords(database, datasets, { now: portal.now() })
  const minutes = new Map<string, number>()
  for (const year of [2024, 2025]) {
    if (source === undefined) throw new Error('there is no dataset')
    const records = await listRecords(database, source, wantScope(''), getPeriodRange(source, { year }))
    for (const { key, measures } of records) minutes.set(key, measures['minutes'] ?? NaN)
  }
  const reader = await portal.addUserWithRole('reader', [13, 136])
  const { body } = await reader.send('GET', '/v1/alerts/replay?report=usual-minutes&weeks=40')
  const [replay] = AlertReplayList.parse(body).records
  const days = [...minutes.keys()].toSorted()
  const last = days.at(-1) ?? ''
  const compute = (day: string) => computeDay(minutes, day)
  const counted = days.filter((day) => day > shiftDay(last, -40 * 7) && compute(day)[1] !== null)
  const toLabel = (day: string) => {
    const [year, month, date] = day.split('-').map(Number)
    const weekday = new Date(day).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
    return `${month}/${date}/${year} ${weekday}`
  }
  const episodes: { began: string; ended: string | null }[] = []
  for (const [index, day] of counted.entries()) {
    const [before, now] = [counted[index - 1], day].map((one) => one !== undefined && isUnusual(compute(one)))
    const open = episodes.at(-1)
    if (now && !before) episodes.push({ began: toLabel(day), ended: null })
    if (!now && before && open !== undefined) open.ended = toLabel(day)
  }
  expect(replay?.episodes.map(({ began, ended }) => ({ began, ended }))).toEqual(episodes)
  expect(episodes.length).toBeGreaterThan(2)
})
