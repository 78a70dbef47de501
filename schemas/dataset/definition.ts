import { z } from 'zod'
import { Demo } from './demo.ts'
import { Endpoints, Response } from './endpoints.ts'
import { DatasetKey } from './key.ts'
import { Measure } from './measures.ts'
import { DatasetId, FieldName } from './primitives.ts'

const DimensionValue = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w .-]*$/, 'letters, digits, blanks, underscores, dots and hyphens')

const Dimension = z
  .strictObject({
    id: z
      .string()
      .max(50)
      .regex(/^[a-z][A-Za-z0-9]*$/, 'a lower-case letter, then letters and digits')
      .meta({
        description: 'Its name in endpoints ({type}) and on the command line (--type).',
        examples: ['type'],
      }),
    field: FieldName.optional().meta({
      description:
        'The field of a record that contains the value; without it the value is not sent, so leave it out if the report does not show it.',
      examples: ['reportType'],
    }),
    values: z
      .array(DimensionValue)
      .min(1)
      .max(200)
      .meta({
        description: 'Every value; a dimension of one value is not a parameter.',
        examples: [['INCOMING', 'OUTGOING']],
      }),
    multiple: z
      .boolean()
      .default(false)
      .meta({
        description:
          'Whether a request can name several values joined by commas, such as INCOMING,OUTGOING. It returns the records of all of them, so that there can be several of one key.',
        examples: [true],
      }),
    paths: z
      .record(z.string(), z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case words joined by hyphens'))
      .optional()
      .meta({
        description: 'How the path of a call writes each value; unchanged by default.',
        examples: [{ INCOMING: 'to-us', OUTGOING: 'from-us' }],
      }),
  })
  .meta({ id: 'Dimension', description: 'A closed list of values that distinguishes records of one key.' })

/** What is stored and served of one subject, as an author writes it. */
export const DatasetDefinition = z
  .strictObject({
    $schema: z
      .string()
      .optional()
      .meta({
        description: 'Lets editors complete and check.',
        examples: ['../dataset-definition.schema.json'],
      }),
    id: DatasetId.meta({ description: 'Unique; the name of the file.', examples: ['call-quality'] }),
    title: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'What it is called in documents.', examples: ['Call quality'] }),
    summary: z
      .string()
      .max(300)
      .default('')
      .meta({ description: 'What a record contains, in a few words.', examples: ['minutes of a day'] }),
    noun: z
      .string()
      .min(1)
      .max(60)
      .default('record')
      .meta({ description: 'What one record is called in messages.', examples: ['quality record'] }),
    key: DatasetKey,
    dimensions: z
      .array(Dimension)
      .max(5)
      .default([])
      .meta({
        description: 'What distinguishes records of one key.',
        examples: [[{ id: 'type', field: 'reportType', values: ['INCOMING', 'OUTGOING'] }]],
      }),
    measures: z
      .array(Measure)
      .min(1)
      .max(2_000)
      .meta({
        description: 'The numbers of a record, in the order in which they are sent.',
        examples: [[{ field: 'minutes' }]],
      }),
    rowTotal: z
      .array(z.string().min(1))
      .default([])
      .meta({
        description:
          'Headings of a column that imported files may have with the sum of all measures; it is checked and not stored.',
        examples: [['Grand Total']],
      }),
    response: Response,
    endpoints: Endpoints,
    demo: Demo.optional(),
  })
  .meta({
    id: 'DatasetDefinition',
    title: 'Dataset definition',
    description:
      'What is stored and served of one subject: key, dimensions, measures, endpoints and demo records.',
  })

export type DatasetDefinition = z.infer<typeof DatasetDefinition>
export type MeasureDefinition = z.infer<typeof Measure>
export type DemoDefinition = z.infer<typeof Demo>
