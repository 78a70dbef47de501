import { z } from 'zod'
import { describe } from '../describe.ts'
import { Identifier } from './primitives.ts'

const Endpoint = (description: string, example: string) =>
  describe(
    z
      .string()
      .max(300)
      .regex(/^\/(?:v1|api)\/[A-Za-z0-9{}:=&?_/-]+$/, 'a path below /v1/ or /api/')
      .optional(),
    description,
    example,
  )

export const Endpoints = z
  .strictObject({
    list: Endpoint(
      'GET: the records of a period: {year} alone or with {month}, {week} or {quarter}; one of these alone as 2025-03, 2025-W07 or 2025-Q1; or {date}; or {from} and {to}, at most 366 days. And each dimension of several values by its id. In the path or as parameters of a query.',
      '/v1/call-quality/{year}/{month}',
    ),
    years: Endpoint(
      'GET: the years that have records, latest first. Datasets that name the same URL answer together.',
      '/v1/call-quality/years',
    ),
    months: Endpoint(
      'GET: the months that have records as 2025-03, latest first. Datasets that name the same URL answer together.',
      '/v1/call-quality/months',
    ),
    download: Endpoint(
      'GET: the workbook of a period, laid out as the report that names the URL.',
      '/v1/call-quality/download/{year}/{month}',
    ),
    create: Endpoint('POST: adds one record.', '/v1/call-quality'),
    record: Endpoint('GET, PUT and DELETE: one record by its {id}.', '/v1/call-quality/{id}'),
    generate: Endpoint(
      'POST: adds dummy records to the days of a period that have none; not there in production.',
      '/v1/call-quality/generate-dummy-data?year={year}&month={month}',
    ),
  })
  .meta({
    id: 'Endpoints',
    description: 'The calls that the server answers for the dataset; what is left out does not exist.',
    examples: [{ list: '/v1/call-quality/{year}/{month}', years: '/v1/call-quality/years' }],
  })

/** The calls of a dataset whose records are only read. */
export const ReadEndpoints = Endpoints.pick({ list: true, years: true, months: true, download: true }).meta({
  id: 'ReadEndpoints',
  description: 'The calls that the server answers for a derived dataset; what is left out does not exist.',
  examples: [{ list: '/v1/quarters/{year}', years: '/v1/quarters/years' }],
})

const Metadata = z.strictObject({
  id: metadataField('The number of the record.', 'id'),
  year: metadataField('The year of the key.', 'reportYear'),
  month: metadataField('The month of the key, 1 to 12.', 'reportMonth'),
  createdAt: metadataField('When the record was first stored.', 'created_at'),
  updatedAt: metadataField('When the record was last changed.', 'updated_at'),
})
const METADATA = 'Fields that are sent beside key, dimensions and measures, each by the name of its field.'

function metadataField(description: string, example: string) {
  return describe(Identifier.optional(), description, example)
}

const ResponseKeys = z.strictObject({
  records: describe(
    z
      .string()
      .regex(/^records(\.[A-Za-z_]\w*)?$/, 'records, or records. and a name')
      .default('records'),
    'The path of the list of records in the response; within records if lists are sent beside it.',
    'records.data',
  ),
  metadata: describe(Metadata.prefault({}), METADATA, { id: 'id', createdAt: 'created_at' }),
  order: describe(
    z.array(z.string()).default([]),
    'The first fields of a record in their order; the rest follows: id, key, dimensions, other metadata, measures.',
    ['id', 'year', 'reportType', 'reportMonth'],
  ),
  empty: describe(
    z.string().default(''),
    'The message of a response without records.',
    'No data available for the selected period.',
  ),
})

export const Response = ResponseKeys.prefault({}).meta({
  id: 'Response',
  description: 'The format of the response with records.',
  examples: [{}],
})

/** The response of a dataset whose records are computed: they have neither a number nor a time of storage. */
export const ComputedResponse = ResponseKeys.extend({
  metadata: describe(Metadata.pick({ year: true, month: true }).prefault({}), METADATA, {
    year: 'reportYear',
  }),
})
  .prefault({})
  .meta({ id: 'ComputedResponse', description: 'The format of the response with records.', examples: [{}] })
