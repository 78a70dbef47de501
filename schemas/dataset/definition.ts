import { z } from 'zod'
import { define, defineKind, describe } from '../describe.ts'
import { Demo } from './demo.ts'
import { DerivedMeasure, From } from './derived.ts'
import { ComputedResponse, Endpoints, ReadEndpoints, Response } from './endpoints.ts'
import { DatasetKey } from './key.ts'
import { Measure } from './measures.ts'
import { DatasetId, FieldName } from './primitives.ts'
import { Text } from './texts.ts'

/** What can be in a path, and among others that are joined by commas. */
const DimensionValue = z
  .string()
  .max(100)
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_ .'’-]*$/u,
    'letters, digits, blanks, underscores, dots, hyphens and apostrophes',
  )

const Dimension = define('Dimension', 'A closed list of values that distinguishes records of one key.', {
  id: describe(
    z
      .string()
      .max(50)
      .regex(/^[a-z][A-Za-z0-9]*$/, 'a lower-case letter, then letters and digits'),
    'Its name in endpoints ({type}) and on the command line (--type).',
    'type',
  ),
  field: describe(
    FieldName.optional(),
    'The field of a record that contains the value; without it the value is not sent, so leave it out if the report does not show it.',
    'reportType',
  ),
  values: describe(
    z.array(DimensionValue).min(1).max(200),
    'Every value; a dimension of one value is not a parameter.',
    ['INCOMING', 'OUTGOING'],
  ),
  multiple: describe(
    z.boolean().default(false),
    'Whether a request can name several values joined by commas, such as INCOMING,OUTGOING. It returns the records of all of them, so that there can be several of one key.',
    true,
  ),
  paths: describe(
    z
      .record(z.string(), z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case words joined by hyphens'))
      .optional(),
    'How the path of a call writes each value; unchanged by default.',
    { INCOMING: 'to-us', OUTGOING: 'from-us' },
  ),
})

/** What every dataset says of itself. */
const named = {
  $schema: describe(
    z.string().optional(),
    'Lets editors complete and check.',
    '../dataset-definition.schema.json',
  ),
  id: describe(DatasetId, 'Unique; the name of the file.', 'call-quality'),
  title: describe(z.string().min(1).max(100), 'What it is called in documents.', 'Call quality'),
  summary: describe(
    z.string().max(300).default(''),
    'What a record contains, in a few words.',
    'minutes of a day',
  ),
  noun: describe(
    z.string().min(1).max(60).default('record'),
    'What one record is called in messages.',
    'quality record',
  ),
}

/** What is stored and served of one subject, as an author writes it. */
export const StoredDataset = defineKind(
  'StoredDataset',
  'a stored dataset',
  'What is stored and served of one subject: key, dimensions, measures, endpoints and demo records.',
  {
    ...named,
    key: DatasetKey,
    dimensions: describe(z.array(Dimension).max(5).default([]), 'What distinguishes records of one key.', [
      { id: 'type', field: 'reportType', values: ['INCOMING', 'OUTGOING'] },
    ]),
    measures: describe(
      z.array(Measure).min(1).max(2_000),
      'The numbers of a record, in the order in which they are sent.',
      [{ field: 'minutes' }],
    ),
    texts: describe(
      z.array(Text).max(20).default([]),
      'The texts of a record, sent after its measures. They are not added up, and derived datasets do not have them.',
      [{ field: 'remark', label: 'Remark' }],
    ),
    rowTotal: describe(
      z.array(z.string().min(1)).default([]),
      'Headings of a column that imported files may have with the sum of all measures; it is checked and not stored.',
      ['Grand Total'],
    ),
    response: Response,
    endpoints: Endpoints,
    demo: Demo.optional(),
  },
)

/** What is computed from other datasets and served, as an author writes it. */
export const DerivedDataset = defineKind(
  'DerivedDataset',
  'a derived dataset',
  'What is computed from records of other datasets whenever it is read: grouped, filtered or joined. It is not stored, so that nothing can be imported into it or changed.',
  {
    ...named,
    from: From,
    dimensions: describe(
      z.array(z.string()).max(5).default([]),
      'The dimensions of the source that distinguish records, by id; the values of the others are aggregated together.',
      ['type'],
    ),
    measures: describe(
      z.array(DerivedMeasure).min(1).max(200),
      'The numbers of a record, in the order in which they are computed and sent.',
      [{ field: 'minutes', sum: 'minutes' }],
    ),
    response: ComputedResponse,
    endpoints: ReadEndpoints,
  },
)

export const DatasetDefinition = z.union([StoredDataset, DerivedDataset]).meta({
  id: 'DatasetDefinition',
  title: 'Dataset definition',
  description: 'What is stored and served of one subject, or computed from other datasets.',
})

export type DatasetDefinition = z.infer<typeof DatasetDefinition>
export type StoredDataset = z.infer<typeof StoredDataset>
export type DerivedDataset = z.infer<typeof DerivedDataset>
export type MeasureDefinition = z.infer<typeof Measure>
export type DemoDefinition = z.infer<typeof Demo>
