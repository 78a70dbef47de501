import { describe, expect, test } from 'vitest'
import { compileSources, derive } from '../../../support/questions.ts'
import { servePlans } from '../../../support/serve-datasets.ts'

const [calls, load] = compileSources([
  {
    id: 'calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [
      { id: 'way', field: 'way', values: ['IN', 'OUT'] },
      { id: 'region', field: 'region', values: ['NORTH', 'SOUTH', 'WEST'], multiple: true },
    ],
    measures: [{ field: 'minutes' }, { field: 'answered' }, { field: 'rate' }],
    endpoints: { years: '/v1/calls/years' },
  },
  {
    id: 'load',
    time: { kind: 'hour' },
    dimensions: [{ id: 'site', field: 'site', values: ['A', 'B'], multiple: true }],
    measures: [{ field: 'erlang' }],
    endpoints: { list: '/v1/load/{date}' },
  },
])
const quarters = derive(calls, {
  id: 'quarters',
  grain: 'quarter',
  where: { region: ['NORTH', 'SOUTH'] },
  dimensions: ['way'],
  measures: [
    { field: 'minutes', value: 'sum(minutes)' },
    { field: 'ofYear', value: 'running(sum(minutes), year)' },
    { field: 'mean', value: 'window(mean(minutes), 2, quarter, before)' },
    { field: 'rate', value: 'mean(rate, minutes)' },
    { field: 'change', value: 'change(minutes)' },
  ],
  endpoints: {
    list: '/v1/quarters/{way}/{year}',
    years: '/v1/quarters/years',
    download: '/v1/quarters/file/{way}/{year}',
  },
})
const months = derive(calls, {
  id: 'months',
  grain: 'month',
  measures: [{ field: 'minutes', value: 'sum(minutes)' }],
  endpoints: { list: '/v1/of-month/{year}/{month}', months: '/v1/of-month/months' },
})
const weeks = derive(calls, {
  id: 'weeks',
  grain: 'week',
  dimensions: ['region'],
  measures: [{ field: 'minutes', value: 'max(minutes)' }],
  endpoints: { list: '/v1/weeks/{region}/{year}', years: '/v1/weeks/years' },
})
const busy = derive(load, {
  id: 'busy',
  grain: 'month',
  cycles: ['hourOfDay', 'weekday'],
  measures: [
    { field: 'mean', value: 'mean(erlang)' },
    { field: 'change', value: 'change(mean(erlang))' },
  ],
  endpoints: { list: '/v1/busy/{year}/{month}', months: '/v1/busy/months' },
})
const weekdays = derive(calls, {
  id: 'weekdays',
  grain: 'year',
  cycles: ['weekday'],
  measures: [{ field: 'minutes', value: 'sum(minutes)' }],
  endpoints: { list: '/v1/weekdays/{year}' },
})
const perHour = derive(load, {
  id: 'per-hour',
  grain: 'hour',
  measures: [
    { field: 'erlang', value: 'sum(erlang)' },
    { field: 'hours', value: 'window(sum(erlang), 2, hour)' },
  ],
  endpoints: { list: '/v1/per-hour/{date}' },
})
const years = derive(calls, {
  id: 'years',
  grain: 'year',
  measures: [
    { field: 'minutes', value: 'sum(minutes)' },
    { field: 'change', value: 'change(minutes)' },
  ],
  endpoints: { list: '/v1/years/{year}' },
})

const plans = [calls, quarters, months, weeks, load, busy, weekdays, perHour, years]
const served = await servePlans(plans.flatMap((plan) => plan ?? []))
await served.store('calls', 'IN/NORTH', {
  '2024-11-30': { minutes: 8, rate: 5 },
  '2025-01-01': { minutes: 0.1, rate: 2 },
  '2025-02-01': { minutes: 0.2, rate: 5 },
  '2025-04-01': { minutes: 0.3, answered: 1 },
  '2024-12-30': { minutes: 2, rate: 1 },
})
await served.store('calls', 'IN/SOUTH', { '2025-01-01': { minutes: 0.5, rate: 1 } })
await served.store('calls', 'IN/WEST', { '2025-01-01': { minutes: 1000, rate: 1 } })
await served.store('calls', 'OUT/NORTH', { '2025-01-05': { minutes: 7 } })
await served.store('load', 'A', {
  '2025-02-24T00': { erlang: 8 },
  '2025-03-02T23': { erlang: 5 },
  '2025-03-03T00': { erlang: 1 },
  '2025-03-03T01': { erlang: 2 },
  '2025-03-10T00': { erlang: 4 },
})
await served.store('load', 'B', { '2025-03-03T00': { erlang: 7 } })
const list = async (url: string) => {
  const { status, body } = await served.call('GET', url)
  expect({ url, status }).toEqual({ url, status: 200 })
  return body['records']
}

test('records about a month are listed by their months, those about a quarter are not', async () => {
  expect(await list('/v1/of-month/months')).toEqual(['2025-04', '2025-02', '2025-01', '2024-12', '2024-11'])
  const lists = {
    id: 'lists',
    grain: 'quarter',
    measures: [],
    endpoints: { months: '/v1/lists/months' },
  } as const
  expect(() => derive(calls, lists)).toThrow('lists months, and the records are kept by year')
})

describe('the records of a derived dataset', () => {
  test('are computed from those of the source, also from those before the requested year', async () => {
    expect(await list('/v1/quarters/IN/2025')).toEqual([
      {
        quarter: '2025-Q1',
        way: 'IN',
        minutes: 0.8,
        ofYear: 0.8,
        mean: 5,
        rate: 2.125,
        change: (0.8 - 10) / 10,
      },
      {
        quarter: '2025-Q2',
        way: 'IN',
        minutes: 0.3,
        ofYear: 1.1,
        mean: 10.8 / 5,
        change: (0.3 - 0.8) / 0.8,
      },
    ])
    expect(await list('/v1/quarters/OUT/2025')).toMatchObject([{ quarter: '2025-Q1', minutes: 7 }])
    expect(await list('/v1/quarters/OUT/2024')).toEqual([])
  })

  test('come with the last day of their source, since their last period can have just begun', async () => {
    const { body } = await served.call('GET', '/v1/quarters/IN/2025')
    expect(body['upTo']).toMatch(/^2025-\d\d-\d\d$/)
  })

  test('of weeks are those of the year of their Thursday, for each requested value', async () => {
    expect(await list('/v1/weeks/NORTH,SOUTH/2025')).toEqual([
      { week: '2025-W01', region: 'NORTH', minutes: 7 },
      { week: '2025-W01', region: 'SOUTH', minutes: 0.5 },
      { week: '2025-W05', region: 'NORTH', minutes: 0.2 },
      { week: '2025-W14', region: 'NORTH', minutes: 0.3 },
    ])
    expect(await list('/v1/weeks/years')).toEqual([2025, 2024])
  })

  test('are about an hour of the day and a weekday, all of them without a parameter', async () => {
    expect(await list('/v1/busy/2025/3')).toEqual([
      { year: 2025, reportMonth: 3, hourOfDay: '00', weekday: 'Monday', mean: 4, change: -0.5 },
      { year: 2025, reportMonth: 3, hourOfDay: '01', weekday: 'Monday', mean: 2 },
      { year: 2025, reportMonth: 3, hourOfDay: '23', weekday: 'Sunday', mean: 5 },
    ])
    expect(await list('/v1/weekdays/2025')).toEqual([
      { year: 2025, weekday: 'Tuesday', minutes: 0.3 },
      { year: 2025, weekday: 'Wednesday', minutes: 1000.6 },
      { year: 2025, weekday: 'Saturday', minutes: 0.2 },
      { year: 2025, weekday: 'Sunday', minutes: 7 },
    ])
    expect(await list('/v1/busy/months')).toEqual(['2025-03', '2025-02'])
    expect(await list('/v1/load/2025-03-03')).toHaveLength(3)
  })

  test('are about an hour or a year', async () => {
    expect(await list('/v1/per-hour/2025-03-03')).toEqual([
      { hour: '2025-03-03T00:00', erlang: 8, hours: 13 },
      { hour: '2025-03-03T01:00', erlang: 2, hours: 10 },
    ])
    expect(await list('/v1/years/2025')).toEqual([
      { year: 2025, minutes: 1008.1, change: (1008.1 - 10) / 10 },
    ])
  })

  test('are only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { status } = await served.call(method, '/v1/quarters/IN/2025', {})
      expect({ method, status }).toEqual({ method, status: 404 })
    }
  })

  test('follow a change of the source at once, in the list and in the years', async () => {
    expect(await list('/v1/quarters/years')).toEqual([2025, 2024])
    expect(await list('/v1/quarters/OUT/2023')).toEqual([])
    await served.store('calls', 'OUT/SOUTH', { '2023-08-01': { minutes: 4 } })
    expect(await list('/v1/quarters/OUT/2023')).toMatchObject([{ quarter: '2023-Q3', minutes: 4 }])
    expect(await list('/v1/quarters/years')).toEqual([2025, 2024, 2023])
  })

  test('need the right to a report that shows them, and not that to the source', async () => {
    const { send } = await served.addUserWithRole('stranger', [1])
    expect((await send('GET', '/v1/quarters/IN/2025')).status).toBe(403)
  })

  test('are described like those of any dataset', async () => {
    const { body } = await served.call('GET', '/openapi.json')
    expect(Object.keys(body['paths'] as object)).toContain('/v1/quarters/{way}/{year}')
    expect(body).toMatchObject({
      components: { schemas: { QuartersRecord: { required: ['quarter', 'way'] } } },
    })
  })
})
