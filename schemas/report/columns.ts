import { z } from 'zod'
import { Color, Field, Name } from './primitives.ts'
import { ColumnId, valueKeys } from './values.ts'

const Role = z.enum(['series', 'total']).meta({
  description: 'A series can be charted; a total can not.',
  examples: ['series'],
})
const References = z.union([z.literal('series'), z.array(ColumnId).min(1)]).meta({
  description:
    'The columns and groups that are summed, by id, or "series" for all columns that can be charted.',
  examples: [['total', 'roaming'], 'series'],
})
const columnLabel = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The header of the column.', examples: ['Dropped calls'] })

const FieldColumn = z
  .strictObject({
    field: Field,
    id: ColumnId.optional().meta({
      description: 'The name for references; the field by default.',
      examples: ['dropped'],
    }),
    label: columnLabel,
    role: Role.default('series'),
    color: Color.optional(),
    sum: References.optional().meta({
      description: 'What is summed where a record lacks the field.',
      examples: [['callsNorth', 'callsSouth']],
    }),
    ...valueKeys,
  })
  .meta({ id: 'FieldColumn', title: 'a field', description: 'A column that shows a field of the record.' })

const SumColumn = z
  .strictObject({
    sum: References,
    id: ColumnId,
    label: columnLabel,
    role: Role.default('total'),
    color: Color.optional(),
    ...valueKeys,
  })
  .meta({ id: 'SumColumn', title: 'a sum', description: 'A column that sums other columns.' })

const ListColumns = z
  .strictObject({
    list: Name.meta({ description: 'A list of names declared in data.listPaths.', examples: ['regions'] }),
    id: ColumnId,
    label: z
      .string()
      .min(1)
      .default('{name}')
      .meta({ description: 'The header of each column; {name} is the entry.', examples: ['{name}'] }),
    role: Role.default('series'),
    ...valueKeys,
  })
  .meta({
    id: 'ListColumns',
    title: 'one for each name of a list',
    description:
      'A group: one column for each entry of a list in the response, then one for each further field of the records.',
  })

const PatternColumns = z
  .strictObject({
    pattern: z
      .string()
      .max(200)
      .regex(/^(?:[A-Za-z0-9_]*\{[a-z]+\})+[A-Za-z0-9_]*$/, 'a pattern such as {source}_to_{destination}')
      .meta({
        description: 'The pattern of the field names: fixed parts and named parts in braces.',
        examples: ['{source}_to_{destination}'],
      }),
    id: ColumnId,
    label: z
      .string()
      .min(1)
      .meta({
        description: 'The header of each column, from the named parts.',
        examples: ['{source:upper} → {destination:upper}'],
      }),
    labels: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .meta({
        description: 'Labels for values of the named parts; they replace the filter in the label.',
        examples: [{ mcdonald: 'McDonald' }],
      }),
    role: Role.default('series'),
    ...valueKeys,
  })
  .meta({
    id: 'PatternColumns',
    title: 'one for each field that matches a pattern',
    description: 'A group: one column for each field of the first record that matches a pattern.',
  })

/** The schema of each kind of column. A column is of the first kind whose name is one of its keys. */
export const columnSchemas = {
  field: FieldColumn,
  sum: SumColumn,
  list: ListColumns,
  pattern: PatternColumns,
}
export type ColumnDefinitions = { [K in keyof typeof columnSchemas]: z.infer<(typeof columnSchemas)[K]> }

export const Column = z.union(Object.values(columnSchemas)).meta({
  id: 'Column',
  description: 'A column, or a group of columns known only from the response.',
})
