import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, type Served, serve } from '../../support/serve-datasets.ts'

const region = { id: 'region', field: 'region', values: ['NORTH', 'SOUTH', 'Far East'], multiple: true }
const calls = {
  id: 'call-quality',
  title: 'Call quality',
  key: { kind: 'date', field: 'day' },
  dimensions: [region, { id: 'net', values: ['2G', '4G'], multiple: true }],
  measures: [{ field: 'calls' }],
  endpoints: { list: '/v1/calls/{region}/{month}?net={net}' },
}
const operators = {
  id: 'operators',
  title: 'Operators',
  key: { kind: 'date', field: 'day' },
  dimensions: [region],
  measures: [{ list: 'names' }],
  response: { records: 'records.data' },
  endpoints: { list: '/v1/operators/{region}/{month}' },
}

let served: Served
beforeAll(async () => {
  served = await serve(calls, operators)
  await served.store('call-quality', 'NORTH/4G', { '2025-03-01': { calls: 1 }, '2025-03-02': { calls: 2 } })
  await served.store('call-quality', 'SOUTH/4G', { '2025-03-01': { calls: 3 } })
  await served.store('call-quality', 'Far East/2G', { '2025-03-01': { calls: 4 } })
})
afterAll(() => served.close())

const list = async (path: string) => (await served.call('GET', `/v1/calls/${path}`)).body['records']
const record = (day: string, name: string, amount: number) => ({ day, region: name, calls: amount })

describe('a request for several values of a dimension', () => {
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

  test('can name several of two dimensions, and values with encoded commas and blanks', async () => {
    const all = [record('2025-03-01', 'SOUTH', 3), record('2025-03-01', 'Far East', 4)]
    expect(await list('SOUTH,Far%20East/2025-03?net=2G,4G')).toEqual(all)
    expect(await list('SOUTH%2CFar%20East/2025-03?net=2G%2C4G')).toEqual(all)
  })

  test.each(['WEST', 'NORTH,WEST', 'NORTH,', ',NORTH', 'NORTH,,SOUTH', 'NORTH;SOUTH'])(
    'is rejected for %s, with the values that are allowed',
    async (values) => {
      const { status, body } = await served.call('GET', `/v1/calls/${values}/2025-03?net=4G`)
      expect(status).toBe(400)
      expect(body['message']).toContain('one or several of NORTH, SOUTH, Far East, joined by commas')
    },
  )

  test('has its values in the OpenAPI document', async () => {
    const { body } = await served.call('GET', '/openapi.json')
    expect(JSON.stringify(body)).toContain('(?:NORTH|SOUTH|Far East)(?:,')
  })
})

test('a dimension of several values has no spellings in a path', () => {
  const paths = { NORTH: 'north', SOUTH: 'south', 'Far East': 'east' }
  expect(faultsOf({ ...operators, dimensions: [{ ...region, paths }] })).toEqual([
    'dataset-value at dimensions.0.multiple',
  ])
})
