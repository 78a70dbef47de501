import { z } from 'zod'
import { Bound, FieldName, MAX_AMOUNT } from './primitives.ts'

const When = z.record(z.string(), z.array(z.string()).min(1)).meta({
  description: 'The values of dimensions whose records have the measure; by default all have it.',
  examples: [{ type: ['OUTGOING'] }],
})

const bounds = {
  min: Bound.default(0).meta({ description: 'The least value that may be stored.', examples: [0] }),
  max: Bound.default(MAX_AMOUNT).meta({
    description: 'The largest value that may be stored, sums included.',
    examples: [100],
  }),
  decimals: z
    .int()
    .min(0)
    .max(6)
    .optional()
    .meta({
      description: 'The most decimals that a value may have; without it any number.',
      examples: [2],
    }),
}

const heading = z.string().min(1).max(200)
const label = heading.meta({
  description: 'The heading in imported and exported files.',
  examples: ['Dropped calls'],
})
const headings = z
  .array(heading)
  .default([])
  .meta({
    description:
      'Other headings that imported files may have for it; its field, its label and the labels of reports are known without.',
    examples: [['dropped']],
  })

const FieldMeasure = z
  .strictObject({ field: FieldName, label: label.optional(), headings, when: When.optional(), ...bounds })
  .meta({ id: 'FieldMeasure', description: 'A number in a field of each record.' })

const SumMeasure = z
  .strictObject({
    field: FieldName,
    label: label.optional(),
    headings,
    sum: z
      .array(FieldName)
      .min(1)
      .meta({ description: 'The measures that it adds up.', examples: [['callsNorth', 'callsSouth']] }),
    when: When.optional(),
    max: bounds.max,
  })
  .meta({
    id: 'SumMeasure',
    description: 'The sum of other measures; stored with the record, computed if it is missing.',
  })

const noun = z
  .string()
  .regex(/^[a-z]+( [a-z]+)*$/, 'lower-case words')
  .meta({ description: 'What a name means, in messages.', examples: ['region'] })

const ListMeasures = z
  .strictObject({
    list: FieldName.meta({
      description:
        'Any number of measures, one for each name of a list that is sent beside the records; a record may lack some.',
      examples: ['regions'],
    }),
    noun: noun.default('name'),
    reserved: z
      .array(heading)
      .default([])
      .meta({
        description: 'Names that are refused, beside those of the fields of the dataset.',
        examples: [['id', 'total']],
      }),
    ...bounds,
  })
  .meta({ id: 'ListMeasures', description: 'Measures with free names, which the response lists.' })

const PatternMeasures = z
  .strictObject({
    pattern: z
      .string()
      .max(200)
      .regex(
        /^\{[a-z]+\}(?:[A-Za-z0-9_]+\{[a-z]+\})*$/,
        'a pattern such as {source}_to_{destination}, parts in braces with text between them',
      )
      .meta({
        description:
          'Any number of measures whose names match a pattern; every record of a period is sent with all names of the period.',
        examples: ['{source}_to_{destination}'],
      }),
    noun: noun.default('name'),
    spellings: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .meta({
        description: 'Words of a name that files may write in another way, by how they are stored.',
        examples: [{ northern: 'north' }],
      }),
    ...bounds,
  })
  .meta({ id: 'PatternMeasures', description: 'Measures whose names match one pattern, in lower case.' })

/** The schema of each kind of measure. A measure is of the first kind whose name is one of its keys. */
export const measureSchemas = {
  sum: SumMeasure,
  field: FieldMeasure,
  list: ListMeasures,
  pattern: PatternMeasures,
}
export type MeasureDefinitions = { [K in keyof typeof measureSchemas]: z.infer<(typeof measureSchemas)[K]> }

export const Measure = z.union(Object.values(measureSchemas)).meta({
  id: 'Measure',
  description: 'A number of a record, or a group of them whose names are known only from the data.',
})
