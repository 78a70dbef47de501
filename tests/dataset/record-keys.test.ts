import { describe, expect, test } from 'vitest'
import { faultsOf, serve } from '../support/serve-datasets.ts'

const measures = [{ field: 'calls' }]
const response = { metadata: { id: 'id', year: 'year', month: 'month' } }
const load = {
  id: 'hourly-load',
  noun: 'load',
  time: { kind: 'hour' },
  measures,
  response,
  endpoints: {
    list: '/v1/load/day/{date}',
    years: '/v1/load/years',
    months: '/v1/load/months',
    create: '/v1/load',
    record: '/v1/load/{id}',
    generate: '/v1/load/generate?year={year}&month={month}',
  },
  demo: { values: { calls: 1000 } },
}
const trunk = {
  ...load,
  id: 'trunk-load',
  time: { kind: 'quarter-hour', field: 'time' },
  endpoints: {
    list: '/v1/trunk/day/{date}',
    create: '/v1/trunk',
    record: '/v1/trunk/{id}',
    generate: '/v1/trunk/generate?year={year}&month={month}',
  },
}
const roaming = {
  id: 'weekly-roaming',
  noun: 'week',
  time: { kind: 'week' },
  measures,
  response,
  endpoints: { list: '/v1/roaming/{year}', years: '/v1/roaming/years', create: '/v1/roaming' },
}
const quarters = {
  id: 'quarters',
  time: { kind: 'quarter' },
  measures,
  response: { metadata: { id: 'id' } },
  endpoints: { list: '/v1/quarters?of={year}', create: '/v1/quarters' },
}
const days = (id: string, period: string) => ({
  id,
  time: { kind: 'date', field: 'day' },
  measures,
  endpoints: { list: `/v1/${id}/${period}` },
})
const months = (id: string, period: string) => ({ ...days(id, period), time: { kind: 'month' } })
const byMonths = [months('months-of-quarter', '{year}/{quarter}'), months('one-month', '{year}/{month}')]
const oneWeek = { ...days('one-week', '{week}'), time: { kind: 'week' } }
const oneQuarter = { ...days('one-quarter', '{year}/{quarter}'), time: { kind: 'quarter' } }
const byDays = [
  days('of-week', '{week}'),
  days('of-year-week', '{year}/{week}'),
  days('of-quarter', '{quarter}'),
  days('of-date', '{date}'),
]

const served = await serve(load, trunk, roaming, quarters, oneWeek, oneQuarter, ...byMonths, ...byDays)
const ofHours = { '2025-03-07T00': 1, '2025-03-07T23': 2, '2025-03-08T00': 3, '2024-12-31T12': 4 }
await storeCalls('hourly-load', ofHours)
await storeCalls('weekly-roaming', { '2026-W01': 3, '2025-W02': 2, '2025-W01': 1 })
await storeCalls('quarters', { '2025-Q4': 4, '2025-Q1': 1, '2024-Q4': 9 })
for (const { id } of byMonths) {
  await storeCalls(id, { '2025-03': 3, '2025-04': 4, '2025-06': 6, '2025-07': 7 })
}
await storeCalls('one-week', { '2024-W52': 52, '2025-W01': 1, '2025-W02': 2 })
await storeCalls('one-quarter', { '2025-Q1': 1, '2025-Q2': 2 })
const dates = ['2024-12-29', '2024-12-30', '2025-01-05', '2025-01-06', '2025-03-31', '2025-04-01']
for (const { id } of byDays) {
  await storeCalls(id, Object.fromEntries(dates.map((day, index) => [day, index + 1])))
}

/** Stores records by their keys, each with its number of calls. */
function storeCalls(id: string, numbers: Readonly<Record<string, number>>) {
  const records = Object.entries(numbers).map(([key, number]) => [key, { calls: number }] as const)
  return served.store(id, '', Object.fromEntries(records))
}

const get = async (url: string) => {
  const { status, body } = await served.call('GET', url)
  expect(status).toBe(200)
  return body['records']
}
const calls = async (url: string) => ((await get(url)) as { calls: number }[]).map((record) => record.calls)
const post = (url: string, body: object) => served.call('POST', url, body)

describe('quarters of an hour', () => {
  test('are sent as times of a day, added, and refused at any other time', async () => {
    const record = { time: '2025-05-01T07:15', calls: 5 }
    const records = { id: 1, ...record, year: 2025, month: 5 }
    expect(await post('/v1/trunk', record)).toMatchObject({ status: 201, body: { records } })
    expect(await calls('/v1/trunk/day/2025-05-01')).toEqual([5])
    const message = 'time must be a quarter-hour such as 2025-03-07T14:15.'
    const other = { ...record, time: '2025-05-01T07:20' }
    expect(await post('/v1/trunk', other)).toMatchObject({ status: 400, body: { message } })
  })

  test('have demo records for all 96 of a day', async () => {
    await post('/v1/trunk/generate?year=2025&month=2', {})
    expect(await calls('/v1/trunk/day/2025-02-03')).toHaveLength(96)
  })
})

describe('hours', () => {
  test('are sent as timestamps, of a day', async () => {
    expect(await get('/v1/load/day/2025-03-07')).toEqual([
      { id: 1, hour: '2025-03-07T00:00', year: 2025, month: 3, calls: 1 },
      { id: 2, hour: '2025-03-07T23:00', year: 2025, month: 3, calls: 2 },
    ])
    expect(await get('/v1/load/day/2025-03-09')).toEqual([])
  })

  test('list their years and months once', async () => {
    expect(await get('/v1/load/years')).toEqual([2025, 2024])
    expect(await get('/v1/load/months')).toEqual(['2025-03', '2024-12'])
  })

  test('are added, read and changed', async () => {
    const created = await post('/v1/load', { hour: '2025-05-01T07:00', calls: 5 })
    const records = { hour: '2025-05-01T07:00', year: 2025, month: 5 }
    expect(created).toMatchObject({ status: 201, body: { records } })
    const { id } = created.body['records'] as { id: number }
    const change = { hour: '2025-05-01T08:00', year: 2025, calls: 6 }
    expect((await served.call('PUT', `/v1/load/${id}`, change)).status).toBe(200)
    expect(await calls('/v1/load/day/2025-05-01')).toEqual([6])
    expect((await post('/v1/load', { hour: '2025-05-01T08:00', calls: 6 })).status).toBe(409)
  })

  test('are generated for every hour of the days of a month', async () => {
    const generated = await served.call('POST', '/v1/load/generate?year=2023&month=2')
    expect(generated.body['totalCount']).toBe(28 * 24)
    const day = await calls('/v1/load/day/2023-02-14')
    expect(day).toHaveLength(24)
    // The night is quieter than the day.
    expect(Math.max(...day.slice(2, 6))).toBeLessThan(Math.min(...day.slice(8, 20)))
  })
})

describe('weeks', () => {
  test('are sent with their year, of a year', async () => {
    expect(await get('/v1/roaming/2025')).toEqual([
      { id: 3, week: '2025-W01', year: 2025, month: null, calls: 1 },
      { id: 2, week: '2025-W02', year: 2025, month: null, calls: 2 },
    ])
    expect(await get('/v1/roaming/years')).toEqual([2026, 2025])
  })

  test('are added', async () => {
    expect((await post('/v1/roaming', { week: '2026-W53', calls: 1 })).status).toBe(201)
    expect(await calls('/v1/roaming/2026')).toEqual([3, 1])
  })

  test('have no month, and no other year than their own', async () => {
    const statuses = [{ year: 2022 }, { month: 1 }, { year: 2023, month: null }].map(
      async (more) => (await post('/v1/roaming', { week: '2023-W01', calls: 1, ...more })).status,
    )
    expect(await Promise.all(statuses)).toEqual([400, 400, 201])
  })
})

test('quarters are sent with their year, of a year', async () => {
  expect(await get('/v1/quarters?of=2025')).toEqual([
    { id: 2, quarter: '2025-Q1', calls: 1 },
    { id: 1, quarter: '2025-Q4', calls: 4 },
  ])
})

describe('a request for a month, a week, a quarter or a date', () => {
  test.each([
    ['/v1/of-week/2025-W01', [2, 3]],
    ['/v1/of-year-week/2025/1', [2, 3]],
    ['/v1/of-year-week/2025/01', [2, 3]],
    ['/v1/of-year-week/2025/2', [4]],
    ['/v1/of-year-week/2024/52', [1]],
    ['/v1/of-quarter/2025-Q1', [3, 4, 5]],
    ['/v1/of-quarter/2024-Q4', [1, 2]],
    ['/v1/of-date/2025-03-31', [5]],
    ['/v1/of-date/2025-03-30', []],
    ['/v1/months-of-quarter/2025/2', [4, 6]],
    ['/v1/one-month/2025/4', [4]],
    ['/v1/one-month/2025/5', []],
    ['/v1/one-week/2025-W01', [1]],
    ['/v1/one-quarter/2025/2', [2]],
  ])('%s returns its records only', async (url, expected) => expect(await calls(url)).toEqual(expected))

  test.each([
    ['/v1/of-week/2025-W53', 'week must be from 1 to 52 in 2025.'],
    ['/v1/of-week/2025-7', 'week must be a week from 1900-W01 to 2199-W52, such as 2025-W07.'],
    ['/v1/of-year-week/2025/53', 'week must be from 1 to 52 in 2025.'],
    ['/v1/of-year-week/2025/54', 'week must be a week from 1 to 53.'],
    ['/v1/of-quarter/2025-Q5', 'quarter must be a quarter from 1900-Q1 to 2199-Q4, such as 2025-Q1.'],
    ['/v1/months-of-quarter/2025/5', 'quarter must be a quarter from 1 to 4.'],
    ['/v1/of-date/2025-02-29', 'date must be a day of the calendar.'],
    ['/v1/of-date/3-7-2025', 'date must be a date from 1900-01-01 to 2199-12-31, such as 2025-03-07.'],
  ])('%s is refused', async (url, message) => {
    const { status, body } = await served.call('GET', url)
    expect([status, body['message']]).toEqual([400, message])
  })
})

test.each([
  ['/v1/load', 'hour', ['2025-05-01', '2025-05-01T24:00', '2025-02-30T07:00', '2025-05-01T07:30', 7, '']],
  ['/v1/roaming', 'week', ['2025-W53', '2025-W7', 'W07', '2025-02-10', 7]],
  ['/v1/quarters', 'quarter', ['2025-Q5', 'Q1', 1]],
])('a body to %s is refused with another %s', async (url, field, keys) => {
  for (const key of keys) {
    expect([key, (await post(url, { [field]: key, calls: 1 })).status]).toEqual([key, 400])
  }
})

test('the periods of an endpoint are those of its key', () => {
  const isPossible = (kind: string, period: string) =>
    !faultsOf({ ...quarters, time: { kind }, endpoints: { list: `/v1/x/${period}` } }).some((fault) =>
      fault.startsWith('dataset-placeholder'),
    )
  const possible = {
    hour: ['{date}', '{week}', '{month}', '{year}/{week}'],
    week: ['{year}', '{week}', '{year}/{week}'],
  }
  const others = ['{year}/{date}', '{month}/{week}', '{year}/{month}/{week}', 'none']
  for (const [kind, periods] of Object.entries(possible)) {
    const all = new Set([...Object.values(possible).flat(), '{quarter}', ...others])
    const found = [...all].filter((period) => isPossible(kind, period))
    expect(new Set(found)).toEqual(new Set(periods))
  }
  const endpoints = { ...load.endpoints, generate: '/v1/load/generate?of={date}' }
  expect(faultsOf({ ...load, endpoints })).toEqual(['dataset-placeholder at endpoints.generate'])
})
