import { expect, test } from 'vitest'
import { AlertReplayList } from '../../schemas/api/alert.ts'
import { getPeriodRange, wantScope } from '../../src/dataset/record-keys.ts'
import { loadServed } from '../../src/loading/load.ts'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { findMark } from '../../src/report/table/highlights.ts'
import { addAllDemoRecords } from '../../src/server/data/demo/demo-records.ts'
import { listRecords } from '../../src/server/data/tables/stored-records.ts'
import { createTestUsers } from '../support/test-users.ts'

/*
 * The example against a calculation of its own: what is usual on a weekday is computed here from the records alone.
 */

const served = loadServed('examples/reports', 'examples/datasets')
const reports = served.reports.filter(({ id }) => id === 'usual-minutes')
const datasets = served.datasets.filter(({ id }) => ['own-minutes', 'report-usual-minutes'].includes(id))
const dataset = datasets.find(({ id }) => id === 'own-minutes')
const plan = reports[0]?.plans[0]

const portal = await createTestUsers({ reports, datasets })
portal.pass(220 * 86_400_000)
const { database } = portal.engine
await addAllDemoRecords(database, datasets, { now: portal.now() })
/** The minutes of each day that has a record. */
const minutes = new Map<string, number>()
for (const year of [2024, 2025]) {
  if (dataset === undefined) throw new Error('there is no dataset')
  const records = await listRecords(database, dataset, wantScope(''), getPeriodRange(dataset, { year }))
  for (const { key, measures } of records) minutes.set(key, measures['minutes'] ?? NaN)
}

const shift = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const toLabel = (day: string) => {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

function findMiddle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  if (sorted.length % 2 === 1) return sorted[Math.floor(half)] ?? NaN
  return ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

/** The columns of a day: its minutes, the middle of the same weekday of eight weeks before, the band, and its weeks. */
function computeDay(day: string): (number | null)[] {
  const before = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((weeks) => minutes.get(shift(day, -7 * weeks)) ?? [])
  const own = minutes.get(day) ?? null
  if (before.length < 6) return [own, null, null, null, null, null]
  const usual = findMiddle(before)
  const distance = findMiddle(before.map((value) => Math.abs(value - usual)))
  return [own, usual, distance, usual - 5 * distance, usual + 5 * distance, before.length]
}

const isUnusual = ([own = null, , , low = null, high = null]: readonly (number | null)[]) =>
  own !== null && low !== null && high !== null && (own < low || own > high)

test.each(['2024-01', '2024-02', '2024-03', '2025-01', '2025-05'])(
  'every cell of %s is what a calculation from the records alone has',
  async (chosen) => {
    const [year = '', month = ''] = chosen.split('-')
    const reader = await portal.addUserWithRole(`reader ${chosen}`, [13, 136])
    const url = `/v1/reports/usual-minutes/records?year=${year}&month=${Number(month)}`
    const { body } = await reader.send('GET', url)
    if (plan === undefined) throw new Error('there is no plan')
    const table = buildTable(plan, { year, month: String(Number(month)) }, parseResponse(plan, body))
    const recorded = table.rows.filter(({ hasRecord }) => hasRecord)
    expect(recorded.map(({ key }) => key)).toEqual(
      [...minutes.keys()].filter((day) => day.startsWith(chosen)),
    )
    for (const row of recorded) {
      const expected = computeDay(row.key)
      expect(row.values.map((value) => value?.toFixed(6))).toEqual(expected.map((value) => value?.toFixed(6)))
      expect(findMark(table, row, 0)).toBe(isUnusual(expected) ? 'warning' : null)
    }
  },
)

test('the replay of its alert fires on the days that a calculation day by day finds', async () => {
  const reader = await portal.addUserWithRole('reader', [13, 136])
  const { body } = await reader.send('GET', '/v1/alerts/replay?report=usual-minutes&weeks=40')
  const [replay] = AlertReplayList.parse(body).records
  const days = [...minutes.keys()].toSorted()
  const last = days.at(-1) ?? ''
  const counted = days.filter((day) => day > shift(last, -40 * 7) && computeDay(day)[1] !== null)
  const episodes: { began: string; ended: string | null }[] = []
  for (const [index, day] of counted.entries()) {
    const [before, now] = [counted[index - 1], day].map(
      (one) => one !== undefined && isUnusual(computeDay(one)),
    )
    const open = episodes.at(-1)
    if (now && !before) episodes.push({ began: toLabel(day), ended: null })
    if (!now && before && open !== undefined) open.ended = toLabel(day)
  }
  expect(replay?.episodes.map(({ began, ended }) => ({ began, ended }))).toEqual(episodes)
  expect(episodes.length).toBeGreaterThan(2)
})
