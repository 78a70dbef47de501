import { describe, expect, test } from 'vitest'
import { faultsOf, serve } from '../../../support/serve-datasets.ts'

const region = {
  id: 'region',
  field: 'region',
  values: ['NORTH', 'SOUTH'],
  paths: { NORTH: 'to-the-north', SOUTH: 'to-the-south' },
}
const technology = {
  id: 'technology',
  values: ['2G', '4G'],
  paths: { '2G': 'old', '4G': 'new' },
}
const calls = {
  id: 'call-quality',
  title: 'Call quality',
  time: { kind: 'date', field: 'day' },
  dimensions: [region, technology],
  measures: [{ field: 'calls' }],
  endpoints: {
    list: '/v1/calls/{region}/{technology}/{month}',
    months: '/v1/calls/months',
    download: '/v1/calls/download/{region}/{month}?net={technology}',
    generate: '/v1/calls/generate-dummy-data?month={month}&region={region}&net={technology}',
  },
  demo: { values: { calls: 100 } },
}

const served = await serve(calls)
await served.store('call-quality', 'NORTH/4G', { '2025-03-01': { calls: 1 } })
await served.store('call-quality', 'SOUTH/2G', { '2025-03-01': { calls: 2 } })

describe('a call has a route for each spelling of its values in `paths`', () => {
  test('has no other route', () => {
    const routes = served.app.routeEntries.map(({ method, url }) => `${method} ${url}`)
    expect(routes.filter((route) => route.includes('/v1/calls')).toSorted()).toEqual([
      'GET /v1/calls/download/to-the-north/:month',
      'GET /v1/calls/download/to-the-south/:month',
      'GET /v1/calls/months',
      'GET /v1/calls/to-the-north/new/:month',
      'GET /v1/calls/to-the-north/old/:month',
      'GET /v1/calls/to-the-south/new/:month',
      'GET /v1/calls/to-the-south/old/:month',
      'POST /v1/calls/generate-dummy-data',
    ])
  })

  test.each([
    ['to-the-north/new', [{ day: '2025-03-01', region: 'NORTH', calls: 1 }]],
    ['to-the-south/old', [{ day: '2025-03-01', region: 'SOUTH', calls: 2 }]],
    ['to-the-north/old', []],
  ])('returns for %s the records of its values', async (path, records) => {
    const { status, body } = await served.call('GET', `/v1/calls/${path}/2025-03`)
    expect([status, body['records']]).toEqual([200, records])
  })

  test.each([
    ['/v1/calls/NORTH/4G/2025-03', 404],
    ['/v1/calls/to-the-east/new/2025-03', 404],
    ['/v1/calls/to-the-north/new/2025-3', 400],
    ['/v1/calls/to-the-north/new/2025-13', 400],
    ['/v1/calls/download/to-the-north/2025-03', 400],
    ['/v1/calls/download/to-the-north/2025-03?net=new', 400],
  ])('answers %s with %i', async (url, status) => {
    expect((await served.call('GET', url)).status).toBe(status)
  })

  test('has an operation id of its own in the OpenAPI document, with the words of its path', async () => {
    const { body } = await served.call('GET', '/openapi.json')
    const paths = body['paths'] as Record<string, Record<string, { operationId: string; tags: string[] }>>
    const told = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/calls'))
      .flatMap(([, operations]) => Object.values(operations))
    expect(told.map(({ operationId }) => operationId).toSorted()).toEqual([
      'downloadCallQualityToTheNorth',
      'downloadCallQualityToTheSouth',
      'generateCallQuality',
      'listCallQualityMonths',
      'listCallQualityToTheNorthNew',
      'listCallQualityToTheNorthOld',
      'listCallQualityToTheSouthNew',
      'listCallQualityToTheSouthOld',
    ])
    expect(new Set(told.flatMap(({ tags }) => tags))).toEqual(new Set(['Call quality']))
  })
})

test('dummy records are stored in the scope of the query, by values and not by their spellings', async () => {
  const generate = (query: string) => served.call('POST', `/v1/calls/generate-dummy-data?${query}`)
  expect((await generate('month=2021-02&region=to-the-north&net=4G')).status).toBe(400)
  const { status, body } = await generate('month=2021-02&region=NORTH&net=4G')
  expect([status, body['totalCount']]).toEqual([200, 28])
  expect((await served.call('GET', '/v1/calls/to-the-north/new/2021-02')).body['totalCount']).toBe(28)
  expect((await served.call('GET', '/v1/calls/to-the-north/old/2021-02')).body['totalCount']).toBe(0)
})

test('a server with other datasets has no routes of these datasets', async () => {
  for (const url of ['/v1/monthly-reports/years', '/v1/local-exchange-traffic/2025/3']) {
    expect((await served.call('GET', url)).status).toBe(404)
  }
})

describe('a definition whose calls cannot work is rejected before it is served', () => {
  const one = { list: '/v1/one/of/{year}', create: '/v1/one', record: '/v1/one/{id}' }
  const time = { kind: 'year' }
  const plain = { id: 'one', title: 'One', measures: [{ field: 'price' }] }

  test.each<[string, object, string[]]>([
    [
      'single records whose dimension no field has',
      {
        ...plain,
        time: { kind: 'date', field: 'day' },
        dimensions: [{ id: 'region', values: ['NORTH', 'SOUTH'] }],
        endpoints: { list: '/v1/one/{region}/{year}', record: '/v1/one/{id}' },
      },
      ['dataset-endpoint at endpoints.record'],
    ],
    [
      'the months of records that are kept by year',
      { ...plain, time, endpoints: { list: '/v1/one/{year}', months: '/v1/one/months' } },
      ['dataset-endpoint at endpoints.months'],
    ],
    [
      'the years and periods of records without a time',
      { ...plain, endpoints: { list: '/v1/one/{year}', years: '/v1/one/years' } },
      ['dataset-placeholder at endpoints.list', 'dataset-endpoint at endpoints.years'],
    ],
    [
      'none of these',
      {
        ...plain,
        time,
        dimensions: [{ id: 'source', values: ['PROBES'] }],
        response: { metadata: { id: 'id', year: 'ofYear' } },
        endpoints: { ...one, years: '/v1/one/years' },
      },
      [],
    ],
  ])('finds the errors of %s', (_name, definition, faults) => {
    expect(faultsOf(definition)).toEqual(faults)
  })
})
