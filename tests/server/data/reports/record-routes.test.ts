import { describe, expect, test } from 'vitest'
import { serve } from '../../../support/serve-datasets.ts'

const quality = {
  id: 'call-quality',
  noun: 'quality record',
  time: { kind: 'date', field: 'day', format: 'M/D/YYYY' },
  dimensions: [
    { id: 'region', field: 'region', values: ['NORTH', 'SOUTH'] },
    { id: 'technology', field: 'tech', values: ['2G', '4G'] },
    { id: 'source', field: 'source', values: ['PROBES'] },
  ],
  measures: [
    { field: 'calls', decimals: 0, max: 1_000 },
    { field: 'gain', min: -5, max: 5, decimals: 1 },
    { field: 'handovers', when: { region: ['NORTH'], technology: ['4G'] } },
    { field: 'all', sum: ['calls', 'handovers'], max: 1_500 },
    { field: 'withGain', sum: ['all', 'gain'] },
  ],
  response: {
    metadata: { id: 'id', year: 'ofYear', month: 'ofMonth', createdAt: 'made', updatedAt: 'changed' },
  },
  endpoints: {
    list: '/v1/call-quality/{region}/{technology}/{year}/{month}',
    create: '/v1/call-quality',
    record: '/v1/call-quality/{id}',
  },
}
const tariff = (per: 'year' | 'none', metadata: Readonly<Record<string, string>>, list: string) => ({
  id: `tariffs-of-${per}`,
  noun: 'tariff',
  ...(per === 'year' && { time: { kind: per } }),
  dimensions: [{ field: 'country' }],
  measures: [{ field: 'price', decimals: 4 }],
  response: { metadata: { id: 'id', ...metadata } },
  endpoints: { list, create: `/v1/tariffs/${per}`, record: `/v1/tariffs/${per}/{id}` },
})

const averages = {
  id: 'averages',
  time: { kind: 'month', field: 'month', yearField: 'year' },
  measures: [{ field: 'mean' }],
  response: { metadata: { id: 'id', year: 'ofYear', month: 'ofMonth' } },
  endpoints: { list: '/v1/averages/of/{year}', create: '/v1/averages', record: '/v1/averages/{id}' },
}

const outages = {
  id: 'outages',
  time: { kind: 'date', field: 'day' },
  measures: [{ field: 'minutes' }],
  texts: [{ field: 'remark', maxLength: 12 }],
  response: { metadata: { id: 'id' } },
  endpoints: { list: '/v1/outages/{year}/{month}', create: '/v1/outages', record: '/v1/outages/{id}' },
}

const served = await serve(
  quality,
  tariff('year', { month: 'month' }, '/v1/tariffs/year/of/{year}'),
  tariff('none', { year: 'year' }, '/v1/tariffs/none/all'),
  averages,
  outages,
)

const north = { day: '2025-03-07', region: 'NORTH', tech: '4G', calls: 10, gain: -1.5, handovers: 2 }
const { handovers: _, ...south } = { ...north, region: 'SOUTH' }

/** Adds a record, reads it back, and takes it away again, so that cases do not hinder each other. */
async function post(url: string, body: unknown) {
  const { status, body: answer } = await served.call('POST', url, body)
  if (status !== 201) return { status, message: String(answer['message']) }
  const record = answer['records'] as Record<string, unknown>
  const at = `${url}/${String(record['id'])}`
  const read = await served.call('GET', at)
  expect(read.body['records']).toEqual(record)
  // However often it is read (spec 4.11).
  expect(read.headers['etag']).toMatch(/^"/)
  expect((await served.call('GET', at)).headers['etag']).toBe(read.headers['etag'])
  expect((await served.call('DELETE', at)).status).toBe(200)
  return { status, record }
}

describe('an accepted record', () => {
  test.each<[string, object, object]>([
    ['with its sums left out, which are computed', north, { all: 12, withGain: 10.5 }],
    ['with the sums that it adds up to', { ...north, all: 12, withGain: 10.5 }, { all: 12, withGain: 10.5 }],
    ['with a sum of rounded figures, as given', { ...north, all: 12.01, withGain: 10.5 }, { all: 12.01 }],
    ['with its date as a spreadsheet has it', { ...north, day: '3/7/2025' }, { day: '3/7/2025' }],
    ['with its date as ISO has it, sent in the form of the dataset', north, { day: '3/7/2025' }],
    ['with year and month of its date', { ...north, ofYear: 2025, ofMonth: 3 }, { ofYear: 2025, ofMonth: 3 }],
    ['without a measure that its dimensions do not have', south, { all: 10, withGain: 8.5 }],
    ['with the only value of a dimension named', { ...north, source: 'PROBES' }, { source: 'PROBES' }],
    ['with that value left out', north, { source: 'PROBES' }],
    [
      'with moments, which are those of the server',
      { ...north, made: '1999' },
      { made: '2025-06-02T08:00:00.000Z' },
    ],
    ['at the least and the largest value', { ...north, calls: 1_000, gain: -5 }, { calls: 1_000, gain: -5 }],
  ])('is valid %s', async (_name, body, expected) => {
    expect(await post('/v1/call-quality', body)).toMatchObject({ status: 201, record: expected })
  })

  test('is returned with its fields in order: id, key, dimensions, other metadata, its measures', async () => {
    const { record = {} } = await post('/v1/call-quality', south)
    expect(Object.keys(record).join(' ')).toBe(
      'id day region tech source ofYear ofMonth made changed calls gain all withGain',
    )
  })
})

describe('a text of a record', () => {
  const day = { day: '2025-03-07', minutes: 5 }

  test('is in the API document with its length, for records and for bodies', async () => {
    const { body } = await served.call('GET', '/openapi.json')
    const remarks = JSON.stringify(body).match(/"remark":\{[^}]*\}/g) ?? []
    expect(remarks.length).toBeGreaterThanOrEqual(2)
    for (const remark of remarks) expect(remark).toMatch(/"type":"string".*"maxLength":12/)
  })

  test('is stored, replaced, and left out where it is empty', async () => {
    const { body } = await served.call('POST', '/v1/outages', { ...day, remark: '=Cable cut' })
    const record = body['records'] as Record<string, unknown>
    expect(record).toEqual({ id: record['id'], ...day, remark: '=Cable cut' })
    const url = `/v1/outages/${String(record['id'])}`
    const put = async (remark: string) => (await served.call('PUT', url, { ...day, remark })).body['records']
    expect(await put('Repaired')).toMatchObject({ remark: 'Repaired' })
    expect(await put('')).toEqual({ id: record['id'], ...day })
  })

  test.each([
    ['thirteen char', 'remark must have at most 12 characters.'],
    ['two\nlines', 'remark must have no control or invisible characters and no blanks around it.'],
    [5, 'remark must be a text.'],
  ])('%j is refused', async (remark, message) => {
    expect(await post('/v1/outages', { ...day, remark })).toEqual({ status: 400, message })
  })
})

describe('a rejected record is explained in the message', () => {
  test.each<[string, object]>([
    ['all is 13, and the record adds up to 12.', { ...north, all: 13 }],
    ['withGain is 12, and the record adds up to 10.5.', { ...north, withGain: 12 }],
    ['all is too large; the largest allowed is 1,500.', { ...north, calls: 1_000, handovers: 501 }],
    ["There is no field 'handovers' for NORTH, 2G, PROBES.", { ...north, tech: '2G' }],
    ['handovers is required.', { ...south, region: 'NORTH' }],
    ['calls', { ...north, calls: undefined }],
    ['gain must have at most 1 decimals', { ...north, gain: 0.25 }],
    ['calls must have at most 0 decimals', { ...north, calls: 1.5 }],
    ['gain', { ...north, gain: -5.1 }],
    ['calls', { ...north, calls: -1 }],
    ['calls is too large; the largest allowed is 1,000.', { ...north, calls: 1_001 }],
    ['region', { ...north, region: 'EAST' }],
    ['tech', { ...north, tech: undefined }],
    ['source', { ...north, source: 'DRIVE TESTS' }],
    ['day must be a date such as 2025-03-17 or 3/17/2025', { ...north, day: '2025-02-29' }],
    ['day must be a date', { ...north, day: '7/3/25' }],
    ['day', { ...north, day: 45_723 }],
    ['day must be a date', { ...north, day: '1899-12-31' }],
    ['day is not in the year and month of the record.', { ...north, ofYear: 2024 }],
    ['day is not in the year and month of the record.', { ...north, ofMonth: 4 }],
    ['dropped', { ...north, dropped: 1 }],
    ['id is given by the server; leave it out.', { ...north, id: 7 }],
  ])('%s: %j', async (message, body) => {
    const answer = await post('/v1/call-quality', body)
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })
})

describe('records of months', () => {
  const march = { year: 2025, month: 3, mean: 1 }

  test.each<[string, object]>([
    ['year and month once', { ofYear: 2025 }],
    ['and once more in metadata', { ofYear: 2025, ofMonth: 3 }],
  ])('are accepted with %s', async (_name, more) => {
    const answer = await post('/v1/averages', { ...march, ...more })
    expect(answer).toMatchObject({ status: 201, record: { ...march, ofYear: 2025, ofMonth: 3 } })
  })

  test.each<[string, object, string]>([
    ['two years', { ofYear: 2024 }, 'month is not in the year and month of the record.'],
    ['two months', { ofYear: 2025, ofMonth: 4 }, 'month is not in the year and month of the record.'],
    ['a month that no year has', { ofYear: 2025, month: 13 }, 'month'],
    ['a month as text', { ofYear: 2025, month: '3' }, 'month'],
  ])('are rejected with %s', async (_name, more, message) => {
    const answer = await post('/v1/averages', { ...march, ...more })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(message) })
  })
})

describe('records of names', () => {
  test.each<[string, object, object]>([
    ['year', { country: 'Mali', year: 2025, price: 0.125 }, { year: 2025, month: null }],
    ['year', { country: 'Mali', year: 2025, month: null, price: 0.125 }, { year: 2025, month: null }],
    ['none', { country: 'Mali', price: 0.125 }, { year: null }],
    ['none', { country: '2025', year: null, price: 0.125 }, { country: '2025', year: null }],
    ['none', { country: '__proto__', price: 1 }, { country: '__proto__' }],
  ])('per %s accept %j', async (per, body, expected) => {
    const record = { ...body, ...expected }
    expect(await post(`/v1/tariffs/${per}`, body)).toMatchObject({ status: 201, record })
  })

  test.each<[string, object]>([
    ['year', { country: 'Mali', price: 1 }],
    ['year', { country: 'Mali', year: 2025, month: 3, price: 1 }],
    ['none', { country: 'Mali', year: 2025, price: 1 }],
    ['none', { country: '', price: 1 }],
    ['none', { country: ' Mali', price: 1 }],
    ['none', { country: 'Ma\u200Bli', price: 1 }],
    ['none', { country: 'Ma\nli', price: 1 }],
    ['none', { country: 'M'.repeat(201), price: 1 }],
    ['none', { country: 'Mali', price: 0.123_45 }],
  ])('per %s reject %j', async (per, body) => {
    expect(await post(`/v1/tariffs/${per}`, body)).toMatchObject({ status: 400 })
  })

  test.each(['year', 'none'])('are unique per %s within their dataset', async (per) => {
    const period = { year: { year: 2024 }, none: {} }[per]
    const body = { country: 'Niger', ...period, price: 1 }
    const send = () => served.call('POST', `/v1/tariffs/${per}`, body)
    const answers = await Promise.all([send(), send(), send()])
    const results = answers.map((answer) => `${answer.status} ${String(answer.body['success'])}`)
    expect(results.toSorted()).toEqual(['201 true', '409 false', '409 false'])
  })

  test('may have the same name in another year', async () => {
    for (const year of [2023, 2024]) {
      const body = { country: 'Benin', year, price: 1 }
      expect((await served.call('POST', '/v1/tariffs/year', body)).status).toBe(201)
    }
  })
})

describe('a changed record', () => {
  test.each<[string, object]>([
    ['/v1/call-quality', north],
    ['/v1/call-quality', south],
    ['/v1/tariffs/year', { country: 'Togo', year: 2025, price: 1 }],
    ['/v1/tariffs/none', { country: 'Togo', price: 1 }],
  ])('of %s accepts %j as it was read (spec 3.3)', async (url, body) => {
    const made = await served.call('POST', url, { ...body, ...('day' in body && { day: '2025-04-01' }) })
    const record = made.body['records'] as { id: number }
    served.pass(1_000)
    const { status, body: answer } = await served.call('PUT', `${url}/${record.id}`, record)
    const changed = url === '/v1/call-quality' ? { changed: served.now().toISOString() } : {}
    expect([status, answer['records']]).toEqual([200, { ...record, ...changed }])
  })

  test('may get other dimensions, whose measures are then required', async () => {
    const made = await served.call('POST', '/v1/call-quality', { ...north, day: '2025-05-01' })
    const { id } = made.body['records'] as { id: number }
    const url = `/v1/call-quality/${id}`
    expect((await served.call('PUT', url, { ...north, region: 'SOUTH' })).status).toBe(400)
    const changed = { id, region: 'SOUTH', day: '3/7/2025' }
    expect((await served.call('PUT', url, south)).body['records']).toMatchObject(changed)
    expect((await served.call('GET', '/v1/call-quality/NORTH/4G/2025/5')).body['records']).toEqual([])
    expect((await served.call('POST', '/v1/call-quality', south)).status).toBe(409)
  })
})
