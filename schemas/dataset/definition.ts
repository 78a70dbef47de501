import { z } from 'zod'
import { define, defineKind, Id, flag, shortText, optionalList, optionalText } from '../report/primitives.ts'
import { With } from '../report/question.ts'
import { Demo } from './demo.ts'
import { ComputedResponse, Endpoints, ReadEndpoints, Response } from './endpoints.ts'
import { type ComputedMeasure, Measure } from './measures.ts'
import { DatasetTime } from './time.ts'
import { DueBy, Expectations } from './expectations.ts'
import { DatasetId, FieldName } from './primitives.ts'
import { Reading } from './reading.ts'
import { Source, sourceDimensionShape, SourceMeasure } from './source.ts'
import { Text } from './texts.ts'

/** A name of one line; `.` and `..` would be other parts of a path. */
const DimensionValue = z
  .string()
  .max(200)
  .regex(
    /^(?!\.{1,2}$)(?! )(?!.*(?: $| {2}))(?:[^\p{C}\p{Z}]| )+$/u,
    'one line of text without blanks around it and with single blanks inside',
  )

const DimensionId = z
  .string()
  .max(50)
  .regex(/^[a-z][A-Za-z0-9]*$/, 'a lower-case letter, then letters and digits')
  .describe(
    'Its name in reports, in endpoints ({type}) and on the command line (--type); the field by default.',
  )
const Values = z.array(DimensionValue).min(1).max(200)

const Dimension = define('Dimension', 'What distinguishes records of one time.', {
  id: DimensionId.optional(),
  field: FieldName.optional().describe(
    'The field of a record that contains the value; without it the value is not sent, so leave it out if the report does not show it.',
  ),
  values: Values.optional().describe(
    'Every value; a dimension of one value is not a parameter. Without it the dimension is open: a value is any text of one line, at most 200 characters.',
  ),
  multiple: flag(
    'Whether a request can name several values joined by commas, such as INCOMING,OUTGOING. It returns the records of all of them, so that there can be several of one time.',
  ),
  paths: z
    .record(z.string(), z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case words joined by hyphens'))
    .optional()
    .describe('How the path of a call writes each value; unchanged by default.'),
})

/** Limits the dimensions of a dataset: a stored record has a column for each. */
const MAX_DIMENSIONS = 8

const named = {
  $schema: z.string().optional().describe('Lets editors complete and check.'),
  id: DatasetId.describe('Unique; the name of the file.'),
  title: optionalText(100).describe('What it is called; by default its id in words.'),
  summary: z.string().max(300).default('').describe('What a record contains, in a few words.'),
  noun: shortText(60).default('record').describe('What one record is called in messages.'),
  calendar: Id.optional().describe(
    'The calendar whose workdays expressions count and whose holidays charts mark: a file of `calendars/`.',
  ),
  with: With.describe(
    'Other datasets that every report over this one can read, as in `data.with` of a report.',
  ),
}

export const StoredDataset = defineKind(
  'StoredDataset',
  'a stored dataset',
  'What is stored and served of one subject: time, dimensions, measures, endpoints and demo records.',
  {
    ...named,
    time: DatasetTime.optional().describe(
      'The time of a record. Without it the records hold always, such as a list of countries.',
    ),
    dimensions: z
      .array(Dimension)
      .max(MAX_DIMENSIONS)
      .default([])
      .describe('What distinguishes records of one time.'),
    measures: z
      .array(Measure)
      .min(1)
      .max(2_000)
      .describe('The numbers of a record, in the order in which they are sent.'),
    texts: z
      .array(Text)
      .max(20)
      .default([])
      .describe('The texts of a record, sent after its measures. They are not added up.'),
    rowTotal: optionalList(z.string().min(1)).describe(
      'Headings of a column that imported files may have with the sum of all measures; it is checked and not stored.',
    ),
    read: Reading.optional(),
    expect: Expectations.describe(
      'What each imported file is expected to contain. It is checked before the import is committed.',
    ),
    dueBy: DueBy,
    response: Response,
    endpoints: Endpoints.default({}),
    demo: Demo.optional(),
  },
)

export const SourcedDataset = defineKind(
  'SourcedDataset',
  'a sourced dataset',
  'What another database has of one subject: its rows are grouped there whenever they are read. Nothing can be imported into it or changed.',
  {
    ...named,
    source: Source,
    time: DatasetTime,
    dimensions: z
      .array(
        define('SourceDimension', 'A dimension whose values are in a column.', {
          ...Dimension.shape,
          id: DimensionId,
          values: Values.optional().describe(
            'Every value; rows with another one are not read. Without it a value is any text of the column.',
          ),
          ...sourceDimensionShape,
        }),
      )
      .max(MAX_DIMENSIONS)
      .default([])
      .describe('What distinguishes records of one time; rows with other values are not read.'),
    measures: z
      .array(SourceMeasure)
      .min(1)
      .max(200)
      .describe('The numbers of a record, in the order in which they are sent.'),
    response: ComputedResponse,
    endpoints: ReadEndpoints.default({}),
  },
)

export const DatasetDefinition = z.union([SourcedDataset, StoredDataset]).meta({
  id: 'DatasetDefinition',
  title: 'Dataset definition',
  description: 'What is stored and served of one subject, or computed from rows of another database.',
})

export type DatasetDefinition = z.infer<typeof DatasetDefinition>
/** Describes a dataset without its computed measures, which only reports know. */
type WithoutComputed<D extends { measures: readonly unknown[] }> = Omit<D, 'measures' | 'with'> & {
  measures: Exclude<D['measures'][number], ComputedMeasure>[]
}
export type StoredDataset = WithoutComputed<z.infer<typeof StoredDataset>>
export type SourcedDataset = WithoutComputed<z.infer<typeof SourcedDataset>>
export type DemoDefinition = z.infer<typeof Demo>
