import { z } from 'zod'
import { define, shortText, optionalList, optionalText, optionalRecord, whole } from '../report/primitives.ts'
import { ColumnId, Expression, format } from '../report/values.ts'
import { Bound, FieldName, MAX_AMOUNT } from './primitives.ts'

const When = z
  .record(z.string(), z.array(z.string()).min(1))
  .describe('The values of dimensions whose records have the measure; by default all have it.')

const bounds = {
  min: Bound.default(0).describe('The least value that may be stored.'),
  max: Bound.default(MAX_AMOUNT).describe('The largest value that may be stored, sums included.'),
  decimals: whole(0, 6)
    .optional()
    .describe('The most decimals that a value may have; without it any number.'),
}

export const heading = shortText(200)
export const label = heading.describe('The heading in imported and exported files.')
export const headings = optionalList(heading).describe(
  'Other headings that imported files may have for it; its field, its label and the labels of reports are known without.',
)

const unit = z
  .union([
    shortText(20).regex(/^[^\p{C}"\\]*$/u, 'a text without quotes, backslashes and control characters'),
    z.strictObject({ from: shortText(50).describe('The dimension, by id.') }),
  ])
  .optional()
  .describe(
    'The unit, such as min or EUR, or the dimension whose value is the unit: { "from": "currency" }. Numbers of two units are never added.',
  )

/** Defines a kind of measure with what all have. */
export const defineMeasure = <S extends z.ZodRawShape>(id: string, description: string, shape: S) =>
  define(id, description, { field: FieldName, label: label.optional(), unit, ...shape })

const FieldMeasure = defineMeasure('FieldMeasure', 'A number in a field of each record.', {
  headings,
  when: When.optional(),
  ...bounds,
})

const SumMeasure = defineMeasure(
  'SumMeasure',
  'The sum of other measures; stored with the record, computed if it is missing.',
  {
    headings,
    sum: z.array(FieldName).min(1).describe('The measures that it adds up.'),
    when: When.optional(),
    max: bounds.max,
  },
)

const noun = z
  .string()
  .regex(/^[a-z]+( [a-z]+)*$/, 'lower-case words')
  .describe('What a name means, in messages.')

const ListMeasures = define('ListMeasures', 'Measures with free names, which the response lists.', {
  list: FieldName.describe(
    'Any number of measures, one for each name of a list that is sent beside the records; a record may lack some.',
  ),
  noun: noun.default('name'),
  reserved: optionalList(heading).describe(
    'Names that are refused, beside those of the fields of the dataset.',
  ),
  ...bounds,
})

const PatternMeasures = define('PatternMeasures', 'Measures whose names match one pattern, in lower case.', {
  pattern: z
    .string()
    .max(200)
    .regex(
      /^\{[a-z]+\}(?:[A-Za-z0-9_]+\{[a-z]+\})*$/,
      'a pattern such as {source}_to_{destination}, parts in braces with text between them',
    )
    .describe(
      'Any number of measures whose names match a pattern; every record of a period is sent with all names of the period.',
    ),
  noun: noun.default('name'),
  spellings: optionalRecord(z.string().min(1), z.string().min(1)).describe(
    'Words of a name that files may write in another way, by how they are stored.',
  ),
  ...bounds,
})

export const ComputedMeasure = define(
  'ComputedMeasure',
  'A number that is computed wherever a report asks for it: "answered / attempts". Its total is the same expression over all records.',
  {
    id: ColumnId.describe('The name that reports and expressions use.'),
    label: label.optional().describe('The header in reports; by default the words of the id.'),
    value: Expression.describe(
      'An expression over the records of a cell. It names measures of the dataset, computed ones above it, and those of `with`.',
    ),
    format,
    description: optionalText(300).describe('What the number is, for readers.'),
  },
)
export type ComputedMeasure = z.infer<typeof ComputedMeasure>

/** Maps each kind of stored measure to its schema. A measure is of the first kind whose name is one of its keys. */
export const measureSchemas = {
  sum: SumMeasure,
  field: FieldMeasure,
  list: ListMeasures,
  pattern: PatternMeasures,
}
export type MeasureDefinitions = { [K in keyof typeof measureSchemas]: z.infer<(typeof measureSchemas)[K]> }

export const Measure = z.union([...Object.values(measureSchemas), ComputedMeasure]).meta({
  id: 'Measure',
  description:
    'A number of a record, a group of them whose names are known only from the data, or a computed number.',
})
