import { z } from 'zod'
import { define, describe } from '../describe.ts'
import { Bound, FieldName, MAX_AMOUNT } from './primitives.ts'

const When = describe(
  z.record(z.string(), z.array(z.string()).min(1)),
  'The values of dimensions whose records have the measure; by default all have it.',
  { type: ['OUTGOING'] },
)

const bounds = {
  min: describe(Bound.default(0), 'The least value that may be stored.', 0),
  max: describe(Bound.default(MAX_AMOUNT), 'The largest value that may be stored, sums included.', 100),
  decimals: describe(
    z.int().min(0).max(6).optional(),
    'The most decimals that a value may have; without it any number.',
    2,
  ),
}

export const heading = z.string().min(1).max(200)
export const label = describe(heading, 'The heading in imported and exported files.', 'Dropped calls')
export const headings = describe(
  z.array(heading).default([]),
  'Other headings that imported files may have for it; its field, its label and the labels of reports are known without.',
  ['dropped'],
)

const FieldMeasure = define('FieldMeasure', 'A number in a field of each record.', {
  field: FieldName,
  label: label.optional(),
  headings,
  when: When.optional(),
  ...bounds,
})

const SumMeasure = define(
  'SumMeasure',
  'The sum of other measures; stored with the record, computed if it is missing.',
  {
    field: FieldName,
    label: label.optional(),
    headings,
    sum: describe(z.array(FieldName).min(1), 'The measures that it adds up.', ['callsNorth', 'callsSouth']),
    when: When.optional(),
    max: bounds.max,
  },
)

const noun = describe(
  z.string().regex(/^[a-z]+( [a-z]+)*$/, 'lower-case words'),
  'What a name means, in messages.',
  'region',
)

const ListMeasures = define('ListMeasures', 'Measures with free names, which the response lists.', {
  list: describe(
    FieldName,
    'Any number of measures, one for each name of a list that is sent beside the records; a record may lack some.',
    'regions',
  ),
  noun: noun.default('name'),
  reserved: describe(
    z.array(heading).default([]),
    'Names that are refused, beside those of the fields of the dataset.',
    ['id', 'total'],
  ),
  ...bounds,
})

const PatternMeasures = define('PatternMeasures', 'Measures whose names match one pattern, in lower case.', {
  pattern: describe(
    z
      .string()
      .max(200)
      .regex(
        /^\{[a-z]+\}(?:[A-Za-z0-9_]+\{[a-z]+\})*$/,
        'a pattern such as {source}_to_{destination}, parts in braces with text between them',
      ),
    'Any number of measures whose names match a pattern; every record of a period is sent with all names of the period.',
    '{source}_to_{destination}',
  ),
  noun: noun.default('name'),
  spellings: describe(
    z.record(z.string().min(1), z.string().min(1)).default({}),
    'Words of a name that files may write in another way, by how they are stored.',
    { northern: 'north' },
  ),
  ...bounds,
})

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
