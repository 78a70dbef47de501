import { describe, expect, test } from 'vitest'
import { ALWAYS } from '../../../../src/dataset/record-keys.ts'
import { storeNames } from '../../../../src/server/data/tables/names.ts'
import { serve } from '../../../support/serve-datasets.ts'

const day = { kind: 'date', field: 'day' }
const quality = {
  id: 'call-quality',
  time: { ...day, format: 'M/D/YYYY' },
  dimensions: [{ id: 'region', field: 'region', values: ['NORTH', 'SOUTH'] }],
  measures: [{ field: 'calls' }, { field: 'drops' }, { field: 'all', sum: ['calls', 'drops'] }],
  response: { metadata: { id: 'id', year: 'ofYear' }, order: ['region', 'ofYear'], empty: 'Nothing there.' },
  endpoints: {
    list: '/v1/call-quality/{region}/{year}',
    years: '/v1/quality/years',
    months: '/v1/quality/months',
  },
}
const masts = {
  id: 'masts',
  time: day,
  measures: [{ field: 'total' }, { list: 'sites', reserved: ['total', 'Former'] }],
  response: { records: 'records.days', metadata: { createdAt: 'made' } },
  endpoints: { list: '/v1/masts/{year}/{month}', years: '/v1/quality/years', months: '/v1/quality/months' },
}
const mastsOfYear = { ...masts, id: 'masts-of-year', endpoints: { list: '/v1/masts-of-year/{year}' } }
const routes = {
  id: 'routes',
  time: day,
  measures: [{ field: 'north_via_south' }, { pattern: '{from}_via_{to}' }],
  endpoints: { list: '/api/routes?of={month}' },
}
const tariffs = {
  id: 'tariffs',
  time: { kind: 'year' },
  dimensions: [{ field: 'country' }],
  measures: [{ field: 'price' }],
  endpoints: { list: '/v1/tariffs/{year}', years: '/v1/tariffs/years' },
}
const codes = {
  id: 'codes',
  dimensions: [{ field: 'country' }],
  measures: [{ field: 'code' }],
  endpoints: { list: '/v1/codes' },
}

const served = await serve(quality, masts, mastsOfYear, routes, tariffs, codes)

const textOf = async (url: string): Promise<string> => {
  const { status, raw } = await served.call('GET', url)
  expect({ url, status }).toEqual({ url, status: 200 })
  return raw.toString()
}
const listed = (records: string, totalCount: number, message = '') =>
  `{"success":true,"message":"${message}","records":${records},"totalCount":${totalCount}}`

describe('the response of a list, byte by byte', () => {
  test('has the fields of `order` first, and only the measures that a record has', async () => {
    await served.store('call-quality', 'NORTH', {
      '2025-12-31': { calls: 1, drops: 2, all: 3 },
      '2025-01-01': { drops: 0.5 },
      '2024-12-31': { calls: 9 },
      '2026-01-01': { calls: 9 },
    })
    await served.store('call-quality', 'SOUTH', { '2025-06-01': { calls: 4 } })
    const first = '{"region":"NORTH","ofYear":2025,"id":2,"day":"1/1/2025","drops":0.5}'
    const last = '{"region":"NORTH","ofYear":2025,"id":1,"day":"12/31/2025","calls":1,"drops":2,"all":3}'
    expect(await textOf('/v1/call-quality/NORTH/2025')).toBe(listed(`[${first},${last}]`, 2))
  })

  test('of a year or month without records has the message of the definition', async () => {
    expect(await textOf('/v1/call-quality/NORTH/1999')).toBe(listed('[]', 0, 'Nothing there.'))
    expect(await textOf('/v1/masts/1999/1')).toBe(listed('{"days":[],"sites":[]}', 0))
  })

  test('omits amounts of measures that the definition no longer has', async () => {
    await served.store('call-quality', 'SOUTH', { '2022-01-01': { calls: 1, dropped: 2, toString: 3 } })
    expect(await textOf('/v1/call-quality/SOUTH/2022')).toBe(
      listed('[{"region":"SOUTH","ofYear":2022,"id":6,"day":"1/1/2022","calls":1}]', 1),
    )
    await served.store('codes', 'Mali', { [ALWAYS]: { code: 223, colour: 1 } })
    expect(await textOf('/v1/codes')).toBe(listed('[{"country":"Mali","code":223}]', 1))
  })

  test('has a list of names in its order, whatever the order of amounts, and no reserved name', async () => {
    const { database } = served.engine
    const names = ['Zinder', 'Agadez', '__proto__', 'Absent']
    await served.store('masts', '', {
      '2025-03-02': { total: 1, Agadez: 2, Zinder: 3, Former: 4, Unlisted: 5 },
      '2025-03-01': { Zinder: 5, ['__proto__']: 6 },
    })
    const [, dataset] = served.datasets
    if (dataset === undefined) throw new Error('no dataset')
    await storeNames(database, dataset, '', '2025-03', names)
    const made = '"made":"2025-06-02T08:00:00.000Z"'
    const first = `{"day":"2025-03-01",${made},"Zinder":5,"__proto__":6}`
    const last = `{"day":"2025-03-02",${made},"total":1,"Agadez":2,"Unlisted":5,"Zinder":3}`
    const sites = '"sites":["Zinder","Agadez","__proto__","Absent"]'
    expect(await textOf('/v1/masts/2025/3')).toBe(listed(`{"days":[${first},${last}],${sites}}`, 2))
  })

  test('of a year has the names of its months, each once and in the order of the first', async () => {
    const dataset = served.datasets.find(({ id }) => id === 'masts-of-year')
    if (dataset === undefined) throw new Error('no dataset')
    await served.store('masts-of-year', '', { '2025-02-01': { C: 1, A: 2 }, '2025-01-31': { B: 3 } })
    await storeNames(served.engine.database, dataset, '', '2025-02', ['C', 'A'])
    await storeNames(served.engine.database, dataset, '', '2025-01', ['B', 'A'])
    await storeNames(served.engine.database, dataset, '', '2024-12', ['D'])
    const { body } = await served.call('GET', '/v1/masts-of-year/2025')
    const [january, february] = [
      { day: '2025-01-31', B: 3 },
      { day: '2025-02-01', A: 2, C: 1 },
    ]
    expect(body['records']).toMatchObject({ days: [january, february], sites: ['B', 'A', 'C'] })
  })

  test('has a field of the year, and the names of an open dimension in their order', async () => {
    await served.store('tariffs', 'Togo', { 2025: { price: 2 }, 2024: { price: 3 } })
    await served.store('tariffs', '2025', { 2025: { price: 0 } })
    await served.store('tariffs', 'Benin', { 2025: { price: 1 } })
    const records = ['2025', 'Benin', 'Togo'].map((country, price) => ({ year: 2025, country, price }))
    expect(await textOf('/v1/tariffs/2025')).toBe(listed(JSON.stringify(records), 3))
    const { body } = await served.call('GET', '/v1/tariffs/years')
    expect(body['records']).toEqual([2025, 2024])
  })
})

test('a response with more than a million amounts is refused with what to do', async () => {
  const measures = JSON.stringify(
    Object.fromEntries(Array.from({ length: 90_000 }, (_, index) => [`site ${index}`, 1])),
  )
  const common = { dataset: 'masts', scope: '', period: '2024-01', created_at: null, updated_at: null }
  const rows = Array.from({ length: 12 }, (_, index) => {
    const key = `2024-01-${String(index + 1).padStart(2, '0')}`
    return { ...common, id: 1_000 + index, key, measures }
  })
  await served.engine.database.insertInto('dataset_records').values(rows).execute()
  const { status, body } = await served.call('GET', '/v1/masts/2024/1')
  expect(status).toBe(400)
  expect(body['message']).toBe(
    'The response would have 1080000 values and can have 1000000. Request a shorter period or fewer values of a dimension.',
  )
})
