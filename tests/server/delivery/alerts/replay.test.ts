import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AlertReplayList } from '../../../../schemas/api/alert.ts'
import { buildRecordKey } from '../../../../src/dataset/record-keys.ts'
import { loadDatasets, loadReports } from '../../../../src/loading/load.ts'
import type { AlertPlan } from '../../../../src/report/model/alert-plan.ts'
import { addRecords } from '../../../../src/server/data/tables/stored-records.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const DAY_MS = 24 * 3_600_000
const LIMIT = 0.995

/** An alert on availability: how many days in a row, and the value that ends it. */
const rules = [1, 2, 3].flatMap((times) => [null, 0.999].map((reset) => ({ times, reset })))

const toAlert = ({ times, reset }: (typeof rules)[number]): AlertPlan => ({
  id: `rule-${times}-${reset === null ? 'plain' : 'reset'}`,
  title: `${times} days, reset ${reset}`,
  selectors: { service: 'VOICE' },
  when: {
    kind: 'condition',
    column: 'availability',
    operator: '<',
    value: LIMIT,
    absolute: false,
    change: null,
    for: times,
    reset,
  },
})

const datasets = loadDatasets('tests/definition/fixtures/called/datasets')
const dataset = datasets.find(({ id }) => id === 'service-levels') ?? expect.fail('there is no dataset')
const reports = loadReports(
  'tests/definition/fixtures/called/reports',
  'tests/definition/fixtures/called/datasets',
).map((report) => ({
  ...report,
  plans: report.plans.map((plan) =>
    report.id === 'service-levels'
      ? { ...plan, alerts: [...rules.map(toAlert), ...plan.alerts.slice(1)] }
      : { ...plan, alerts: [] },
  ),
}))

async function open() {
  const started = await createTestUsers({ reports, datasets })
  started.pass(20 * DAY_MS)
  const { database } = started.engine
  const reader = await started.addUserWithRole('reader', [13, 107])
  const ask = (query: string) => reader.send('GET', `/v1/alerts/replay?${query}`)
  return {
    ...started,
    ask,
    store: (days: readonly Day[], scope = 'VOICE') =>
      addRecords(database, dataset, scope, days.flatMap(toRecord), started.now()),
    clear: () => database.deleteFrom('dataset_records').execute(),
    replay: async (weeks: number) => {
      const { body } = await ask(`report=service-levels&weeks=${weeks}`)
      return AlertReplayList.parse(body).records
    },
  }
}

type Day = readonly [day: string, minutesUp: number | null]

/** The days up to 2025-06-20 with their minutes in service; null for a day without a record. */
const toDays = (minutes: readonly (number | null)[]): readonly Day[] =>
  minutes.map((minutesUp, index) => {
    const time = Date.parse('2025-06-20') - (minutes.length - 1 - index) * DAY_MS
    return [new Date(time).toISOString().slice(0, 10), minutesUp]
  })

const toRecord = ([day, minutesUp]: Day) =>
  minutesUp === null
    ? []
    : [{ ...buildRecordKey(dataset, day), measures: { minutesUp, minutesPlanned: 1440, tickets: 0 } }]

/** Goes through the days of some weeks one by one. */
function goThrough(days: readonly Day[], weeks: number, { times, reset }: (typeof rules)[number]) {
  const recorded = days.filter(([, minutesUp]) => minutesUp !== null)
  const last = Date.parse(recorded.at(-1)?.[0] ?? '')
  const episodes: { began: string; ended: string | null }[] = []
  let [inRow, isFiring, steps] = [0, false, 0]
  for (const [day, minutesUp] of recorded) {
    if (Date.parse(day) <= last - weeks * 7 * DAY_MS) continue
    steps += 1
    const isLow = (minutesUp ?? 0) / 1440 < (isFiring ? (reset ?? LIMIT) : LIMIT)
    inRow = isLow ? inRow + 1 : 0
    const fires = isLow && (isFiring || inRow >= times)
    if (fires && !isFiring) episodes.push({ began: day, ended: null })
    const open = episodes.at(-1)
    if (!fires && isFiring && open !== undefined) open.ended = day
    isFiring = fires
  }
  return { steps, episodes }
}

/** Complete, above the limit of the end, between the limits, below, and no record. */
const Minutes = fc.constantFrom(1440, 1439, 1437, 1400, 1300, null)

describe('a replay (spec 7.26)', () => {
  test('fires and ends as a naive evaluation day by day', async () => {
    const { store, clear, replay } = await open()
    const Case = fc.record({
      minutes: fc.array(Minutes, { minLength: 1, maxLength: 120 }),
      weeks: fc.integer({ min: 1, max: 14 }),
    })
    await fc.assert(
      fc.asyncProperty(Case, async ({ minutes, weeks }) => {
        const days = toDays([...minutes, 1440])
        await clear()
        await store(days)
        const replays = await replay(weeks)
        const shown = rules.map((_, index) => {
          const { steps = 0, episodes = [] } = replays[index] ?? {}
          return { steps, episodes: episodes.map(({ began, ended }) => ({ began, ended })) }
        })
        expect(shown).toEqual(rules.map((rule) => goThrough(days, weeks, rule)))
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  test('fires as often as the alert did while each day was imported', async () => {
    const { store, replay, app, addUserWithRole } = await open()
    const random = [1440, 1300, 1300, 1437, 1440, 1400, 1440, 1400, 1380, 1400, 1440, 1440, 1300, 1438, 1440]
    const days = toDays([1440, ...random, ...random.toReversed()])
    for (const day of days) {
      await store([day])
      await app.runAlerts()
    }
    const manager = await addUserWithRole('manager', [2])
    const { body } = await manager.send('GET', '/v1/audit-events?event=alert%20fired&size=100')
    const events = body['records'] as { readonly subject: string }[]
    const fired = rules.map((rule) => events.filter(({ subject }) => subject === toAlert(rule).title).length)
    const replays = await replay(12)
    expect(fired).toEqual(rules.map((_, index) => replays[index]?.episodes.length))
    expect(fired).toContain(4)
  })

  test('counts the evaluations that had a value', async () => {
    const { store, replay, engine, now } = await open()
    await store(toDays([1440, 1300]))
    const unplanned = { minutesUp: 0, minutesPlanned: 0, tickets: 0 }
    const blank = { ...buildRecordKey(dataset, '2025-06-18'), measures: unplanned }
    await addRecords(engine.database, dataset, 'VOICE', [blank], now())
    expect((await replay(1))[0]).toMatchObject({
      days: { first: '2025-06-18', last: '2025-06-20' },
      steps: 2,
    })
  })

  test('lists the days without a record, and says that late ones are not known', async () => {
    const { store, replay } = await open()
    await store(toDays([1440, 1440, null, 1440, null, null, 1440]), 'PORTING')
    const { steps, episodes = [], hint } = (await replay(1)).at(-1) ?? {}
    // It is the 22nd, after the time by which the records of the 21st are due.
    expect([steps, episodes.map(({ began, ended }) => [began, ended])]).toEqual([
      7,
      [
        ['2025-06-16', '2025-06-17'],
        ['2025-06-18', '2025-06-20'],
        ['2025-06-21', null],
      ],
    ])
    expect(hint).toContain('Records that came late are not known')
  })

  test('is for readers of the report, over 1 to 53 weeks, and says so if there are no records', async () => {
    const { ask, replay } = await open()
    expect((await replay(12)).map(({ days, episodes }) => [days, episodes.length])).toEqual(
      [...rules, 0].map(() => [null, 0]),
    )
    const queries = ['report=service-levels&weeks=54', 'weeks=12', 'report=settlement']
    const answers = await Promise.all(queries.map(ask))
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 403])
  })
})
