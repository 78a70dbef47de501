import { describe, expect, test } from 'vitest'
import { faultsOf, serve } from '../../../support/serve-datasets.ts'

const region = { id: 'region', field: 'region', values: ['NORTH', 'SOUTH', "Côte d'Or"], multiple: true }
const calls = {
  id: 'call-quality',
  time: { kind: 'date', field: 'day' },
  dimensions: [region, { id: 'net', values: ['2G', '4G'], multiple: true }],
  measures: [{ field: 'calls' }],
  endpoints: { list: '/v1/calls/{region}/{month}?net={net}' },
}
const operators = {
  id: 'operators',
  time: { kind: 'date', field: 'day' },
  dimensions: [region],
  measures: [{ list: 'names' }],
  response: { records: 'records.data' },
  endpoints: { list: '/v1/operators/{region}/{month}' },
}

const ranges = {
  id: 'ranges',
  time: { kind: 'date', field: 'day' },
  measures: [{ field: 'calls' }],
  endpoints: { list: '/v1/ranges?from={from}&to={to}' },
}

const served = await serve(calls, operators, ranges)
const days = ['2024-12-30', '2024-12-31', '2025-01-01', '2025-02-01']
await served.store('ranges', '', Object.fromEntries(days.map((day, index) => [day, { calls: index }])))
await served.store('call-quality', 'NORTH/4G', { '2025-03-01': { calls: 1 }, '2025-03-02': { calls: 2 } })
await served.store('call-quality', 'SOUTH/4G', { '2025-03-01': { calls: 3 } })
await served.store('call-quality', "Côte d'Or/2G", { '2025-03-01': { calls: 4 } })

const list = async (path: string) => (await served.call('GET', `/v1/calls/${path}`)).body['records']
const record = (day: string, name: string, amount: number) => ({ day, region: name, calls: amount })

describe('a request for several values of a dimension', () => {
  test('can be for all of a dataset, whose combinations check limits', async () => {
    const list = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${prefix}${index}`)
    const wide = (...counts: readonly number[]) => ({
      ...operators,
      id: 'wide',
      dimensions: counts.map((count, index) => ({
        id: `d${index}`,
        field: `d${index}`,
        values: list('V', count),
        multiple: true,
      })),
      measures: [{ field: 'calls' }],
      response: {},
      endpoints: { list: `/v1/wide/{month}?${counts.map((_, index) => `d${index}={d${index}}`).join('&')}` },
    })
    const open = await serve(wide(14, 8, 2))
    await open.store('wide', 'V13/V7/V1', { '2025-03-01': { calls: 9 } })
    const all = [14, 8, 2].map((count, index) => `d${index}=${list('V', count).join(',')}`).join('&')
    const answer = await open.call('GET', `/v1/wide/2025-03?${all}`)
    expect(answer.body['records']).toMatchObject([{ calls: 9 }])
    expect(faultsOf(wide(100, 100))).toEqual([])
    expect(faultsOf(wide(101, 100))).toEqual(['dataset-dimension at dimensions'])
  })

  test('returns the records of all of them by key, then in the order of the values', async () => {
    expect(await list('SOUTH,NORTH/2025-03?net=4G')).toEqual([
      record('2025-03-01', 'SOUTH', 3),
      record('2025-03-01', 'NORTH', 1),
      record('2025-03-02', 'NORTH', 2),
    ])
  })

  test('can name one value, and one value twice', async () => {
    const south = [record('2025-03-01', 'SOUTH', 3)]
    expect(await list('SOUTH/2025-03?net=4G')).toEqual(south)
    expect(await list('SOUTH,SOUTH/2025-03?net=4G')).toEqual(south)
  })

  test('can name several of two dimensions, and values with encoded commas, blanks and accents', async () => {
    const all = [record('2025-03-01', 'SOUTH', 3), record('2025-03-01', "Côte d'Or", 4)]
    expect(await list('SOUTH,C%C3%B4te%20d%27Or/2025-03?net=2G,4G')).toEqual(all)
    expect(await list('SOUTH%2CC%C3%B4te%20d%27Or/2025-03?net=2G%2C4G')).toEqual(all)
  })

  test.each(['WEST', 'NORTH,WEST', 'NORTH,', ',NORTH', 'NORTH,,SOUTH', 'NORTH;SOUTH'])(
    'is rejected for %s, with the values that are allowed',
    async (values) => {
      const { status, body } = await served.call('GET', `/v1/calls/${values}/2025-03?net=4G`)
      expect(status).toBe(400)
      expect(body['message']).toContain("one or several of NORTH, SOUTH, Côte d'Or, joined by commas")
    },
  )

  test('has its values in the OpenAPI document', async () => {
    const { body } = await served.call('GET', '/openapi.json')
    expect(JSON.stringify(body)).toContain("(?:NORTH|SOUTH|Côte d'Or)(?:,")
  })
})

describe('a request for the days from one to another', () => {
  const request = (from: string, to: string) => served.call('GET', `/v1/ranges?from=${from}&to=${to}`)

  test('returns the records of these days, also of two years', async () => {
    const { body } = await request('2024-12-31', '2025-01-31')
    expect(body['records']).toEqual([
      { day: '2024-12-31', calls: 1 },
      { day: '2025-01-01', calls: 2 },
    ])
  })

  test.each([
    ['2025-01-02', '2025-01-01', 'from must not be after to.'],
    ['2024-01-01', '2025-01-01', 'At most 366 days can be requested; these are 367.'],
    ['2025-02-29', '2025-03-01', 'from must be a day of the calendar.'],
    ['2025-3-1', '2025-03-02', 'must be a date from 1900-01-01 to 2199-12-31'],
    ['2025-03-01', '', 'must be a date from 1900-01-01 to 2199-12-31'],
  ])('is rejected from %s to %s with a reason', async (from, to, message) => {
    const { status, body } = await request(from, to)
    expect(status).toBe(400)
    expect(body['message']).toContain(message)
  })

  test('can be for 366 days', async () => {
    expect((await request('2024-01-01', '2024-12-31')).status).toBe(200)
  })

  test.each([
    ['/v1/ranges?from={from}', ['dataset-placeholder at endpoints.list']],
    ['/v1/ranges/{year}?from={from}&to={to}', ['dataset-placeholder at endpoints.list']],
    ['/v1/ranges/{from}/{to}', []],
  ])('has both days and no other period: %s', (list, faults) =>
    expect(faultsOf({ ...ranges, endpoints: { list } })).toEqual(faults),
  )
})

test('a dimension of several values has no spellings in a path', () => {
  const paths = { NORTH: 'north', SOUTH: 'south', "Côte d'Or": 'east' }
  expect(faultsOf({ ...operators, dimensions: [{ ...region, paths }] })).toEqual([
    'dataset-dimension at dimensions.0.multiple',
  ])
})
