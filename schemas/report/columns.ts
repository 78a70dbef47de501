import { z } from 'zod'
import { Color, Field, Name } from './primitives.ts'
import { ColumnId, columnKeys, computedFormat, valueKeys } from './values.ts'

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

/** What the kinds say that compute a column from others. */
const computedKeys = {
  id: ColumnId,
  label: columnLabel,
  role: Role.default('total'),
  color: Color.optional(),
  ...columnKeys,
}

const Operand = (description: string, example: string) =>
  ColumnId.meta({ description: `${description}, by id; not a group.`, examples: [example] })

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
        description:
          'The pattern of the field names: fixed parts and named parts in braces. A named part alone, such as {region}, is every further field that is a number.',
        examples: ['{source}_to_{destination}'],
      }),
    records: z
      .enum(['all', 'first'])
      .default('all')
      .meta({
        description:
          'The records whose fields are the columns, in the order in which they are first seen: all records, or the first one only.',
        examples: ['all'],
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
    description: 'A group: one column for each field of the records that matches a pattern.',
  })

const ShareColumn = z
  .strictObject({
    share: Operand('The column whose values are divided by its total over all rows', 'minutes'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  })
  .meta({
    id: 'ShareColumn',
    title: 'a share',
    description: "A column that shows a column's share of its total over all rows.",
  })

const RatioColumn = z
  .strictObject({
    ratio: Operand('The column that is divided', 'answered'),
    to: Operand('The column that divides', 'attempts'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  })
  .meta({
    id: 'RatioColumn',
    title: 'a ratio',
    description:
      'A column that divides one column by another: blank where the divisor is 0. Its total is the ratio of the totals; of two columns with the total "max" it is that of the two maxima, which may be of different rows.',
  })

const DifferenceColumn = z
  .strictObject({
    difference: Operand('The column from which is subtracted', 'inbound'),
    minus: Operand('The column that is subtracted', 'outbound'),
    ...computedKeys,
    format: computedFormat('two decimals'),
  })
  .meta({
    id: 'DifferenceColumn',
    title: 'a difference',
    description:
      'A column that subtracts one column from another. Its total is the difference of the totals.',
  })

const ChangeColumn = z
  .strictObject({
    change: Operand('The column whose values are compared with earlier ones', 'minutes'),
    since: z.enum(['previousRow', 'previousYear']).meta({
      description:
        'What is compared: "previousRow" with the row before, in the order of the key; "previousYear" with the same row one year earlier, for which the records of that year are requested as well, also if the column is hidden.',
      examples: ['previousRow'],
    }),
    ...computedKeys,
    format: computedFormat('a percentage with sign and one decimal'),
  })
  .meta({
    id: 'ChangeColumn',
    title: 'a change',
    description:
      'A column that shows how much a column grew or shrank: blank where there is nothing to compare with, or 0, and for "previousRow" in the first row of a period. Its total compares the totals of both years, and is blank for "previousRow".',
  })

/** The schema of each kind of column. A column is of the first kind whose name is one of its keys. */
export const columnSchemas = {
  field: FieldColumn,
  sum: SumColumn,
  list: ListColumns,
  pattern: PatternColumns,
  share: ShareColumn,
  ratio: RatioColumn,
  difference: DifferenceColumn,
  change: ChangeColumn,
}
export type ColumnDefinitions = { [K in keyof typeof columnSchemas]: z.infer<(typeof columnSchemas)[K]> }

export const Column = z.union(Object.values(columnSchemas)).meta({
  id: 'Column',
  description: 'A column, or a group of columns known only from the response.',
})
