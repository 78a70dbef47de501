import { z } from 'zod'
import { define, optionalList } from '../report/primitives.ts'
import { Identifier } from './primitives.ts'

const Endpoint = (description: string) =>
  z
    .string()
    .max(300)
    .regex(/^\/(?:v1|api)\/[A-Za-z0-9{}:=&?_/-]+$/, 'a path below /v1/ or /api/')
    .optional()
    .describe(description)

export const Endpoints = define(
  'Endpoints',
  'The calls that the server answers for the dataset; what is left out does not exist.',
  {
    list: Endpoint(
      'GET: the records of a period: {year} alone or with {month}, {week} or {quarter}; one of these alone as 2025-03, 2025-W07 or 2025-Q1; or {date}; or {from} and {to}, at most 366 days. And each dimension of several values by its id. In the path or as parameters of a query.',
    ),
    years: Endpoint(
      'GET: the years that have records, latest first. Datasets that name the same URL answer together.',
    ),
    months: Endpoint(
      'GET: the months that have records as 2025-03, latest first. Datasets that name the same URL answer together.',
    ),
    values: Endpoint(
      'GET: the values of an open {dimension} that records have, in the order of their names.',
    ),
    download: Endpoint('GET: the workbook of a period, laid out as the report that names the URL.'),
    create: Endpoint('POST: adds one record.'),
    record: Endpoint('GET, PUT and DELETE: one record by its {id}.'),
    generate: Endpoint(
      'POST: adds dummy records to the days of a period that have none; not there in production.',
    ),
  },
)

export const ReadEndpoints = Endpoints.pick({
  list: true,
  years: true,
  months: true,
  download: true,
}).meta({
  id: 'ReadEndpoints',
  description: 'The calls that the server answers for a sourced dataset; what is left out does not exist.',
})

const Metadata = z.strictObject({
  id: metadataField('The number of the record.'),
  year: metadataField('The year of the key.'),
  month: metadataField('The month of the key, 1 to 12.'),
  createdAt: metadataField('When the record was first stored.'),
  updatedAt: metadataField('When the record was last changed.'),
})
const METADATA = 'Fields that are sent beside key, dimensions and measures, each by the name of its field.'

function metadataField(description: string) {
  return Identifier.optional().describe(description)
}

const ResponseKeys = z.strictObject({
  records: z
    .string()
    .regex(/^records(\.[A-Za-z_]\w*)?$/, 'records, or records. and a name')
    .default('records')
    .describe('The path of the list of records in the response; within records if lists are sent beside it.'),
  metadata: Metadata.prefault({}).describe(METADATA),
  order: optionalList(z.string()).describe(
    'The first fields of a record in their order; the rest follows: id, key, dimensions, other metadata, measures.',
  ),
  empty: z.string().default('').describe('The message of a response without records.'),
})

export const Response = ResponseKeys.prefault({}).meta({
  id: 'Response',
  description: 'The format of the response with records.',
})

/** The response of a dataset whose records are computed: they have neither a number nor a time of storage. */
export const ComputedResponse = ResponseKeys.extend({
  metadata: Metadata.pick({ year: true, month: true }).prefault({}).describe(METADATA),
})
  .prefault({})
  .meta({ id: 'ComputedResponse', description: 'The format of the response with records.' })
