import { z } from 'zod'
import { Color, defineKind, Field, Name } from './primitives.ts'
import { ColumnId, columnKeys, ColumnRef, computedFormat, valueKeys } from './values.ts'

const Role = z.enum(['series', 'total']).describe('A series can be charted; a total can not.')
const References = z
  .union([z.literal('series'), z.array(ColumnRef).min(1)])
  .describe('The columns and groups that are summed, by id, or "series" for all columns that can be charted.')
const columnLabel = z.string().min(1).max(200).describe('The header of the column.')

/** What the kinds say that compute a column from others. */
const computedKeys = {
  id: ColumnId,
  label: columnLabel,
  role: Role.default('total'),
  color: Color.optional(),
  ...columnKeys,
}

const Operand = (description: string) => ColumnRef.describe(`${description}, by id; not a group.`)

const FieldColumn = defineKind('FieldColumn', 'a field', 'A column that shows a field of the record.', {
  field: Field,
  id: ColumnId.optional().describe('The name for references; the field by default.'),
  label: columnLabel,
  role: Role.default('series'),
  color: Color.optional(),
  sum: References.optional().describe('What is summed where a record lacks the field.'),
  ...valueKeys,
})

const TextColumn = defineKind(
  'TextColumn',
  'a text',
  'A column that shows a text of the record, such as a remark. It is not totalled, charted or computed with; rows can be sorted by it and searched for its words.',
  {
    text: Field.describe('The field with the text.'),
    id: ColumnId.optional().describe('The name for references; the field by default.'),
    label: columnLabel,
    ...columnKeys,
  },
)

const SumColumn = defineKind('SumColumn', 'a sum', 'A column that sums other columns.', {
  sum: References,
  ...computedKeys,
  ...valueKeys,
})

const ListColumns = defineKind(
  'ListColumns',
  'one for each name of a list',
  'A group: one column for each entry of a list in the response, then one for each further field of the records.',
  {
    list: Name.describe('A list of names declared in data.listPaths.'),
    id: ColumnId,
    label: z.string().min(1).default('{name}').describe('The header of each column; {name} is the entry.'),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const PatternColumns = defineKind(
  'PatternColumns',
  'one for each field that matches a pattern',
  'A group: one column for each field of the records that matches a pattern.',
  {
    pattern: z
      .string()
      .max(200)
      .regex(/^(?:[A-Za-z0-9_]*\{[a-z]+\})+[A-Za-z0-9_]*$/, 'a pattern such as {source}_to_{destination}')
      .describe(
        'The pattern of the field names: fixed parts and named parts in braces. A named part alone, such as {region}, is every further field that is a number.',
      ),
    records: z
      .enum(['all', 'first'])
      .default('all')
      .describe(
        'The records whose fields are the columns, in the order in which they are first seen: all records, or the first one only.',
      ),
    id: ColumnId,
    label: z.string().min(1).describe('The header of each column, from the named parts.'),
    labels: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .describe('Labels for values of the named parts; they replace the filter in the label.'),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const PivotColumns = defineKind(
  'PivotColumns',
  'one for each value of a field',
  'A group: one column for each value of a field, from records of one number each. The other columns are computed.',
  {
    pivot: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'The field whose values become columns. Records with one row key are one row; those of one cell are added up if `rows.duplicates` is "combine".',
      ),
    value: Field.describe('The field with the number of the cell.'),
    order: z
      .array(z.string().min(1).max(200))
      .max(500)
      .refine((values) => new Set(values).size === values.length, 'each value once')
      .default([])
      .describe(
        'The values whose columns are there always and come first, in this order; others follow as they are seen.',
      ),
    id: ColumnId,
    label: z.string().min(1).default('{name}').describe('The header of each column; {name} is the value.'),
    labels: z.record(z.string().min(1), z.string().min(1)).default({}).describe('Labels for values.'),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const ShareColumn = defineKind(
  'ShareColumn',
  'a share',
  "A column that shows a column's share of its total over all rows.",
  {
    share: Operand('The column whose values are divided by its total over all rows'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  },
)

const RatioColumn = defineKind(
  'RatioColumn',
  'a ratio',
  'A column that divides one column by another: blank where the divisor is 0. Its total is the ratio of the totals; of two columns with the total "max" it is that of the two maxima, which may be of different rows.',
  {
    ratio: Operand('The column that is divided'),
    to: Operand('The column that divides'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  },
)

const DifferenceColumn = defineKind(
  'DifferenceColumn',
  'a difference',
  'A column that subtracts one column from another. Its total is the difference of the totals. Of percentages it has their format, and is in percentage points, such as 1.2% pts.',
  {
    difference: Operand('The column from which is subtracted'),
    minus: Operand('The column that is subtracted'),
    ...computedKeys,
    format: computedFormat('two decimals'),
  },
)

const ChangeColumn = defineKind(
  'ChangeColumn',
  'a change',
  'A column that shows how much a column grew or shrank: blank where there is nothing to compare with, or 0, and for "previousRow" in the first row of a period. Its total compares the totals of both years, and is blank for "previousRow".',
  {
    change: Operand('The column whose values are compared with earlier ones'),
    since: z
      .enum(['previousRow', 'previousYear'])
      .describe(
        'What is compared: "previousRow" with the row before, in the order of the key; "previousYear" with the same row one year earlier, for which the records of that year are requested as well, also if the column is hidden.',
      ),
    ...computedKeys,
    format: computedFormat('a percentage with sign and one decimal'),
  },
)

/** The schema of each kind of column. A column is of the first kind whose name is one of its keys. */
export const columnSchemas = {
  field: FieldColumn,
  text: TextColumn,
  sum: SumColumn,
  list: ListColumns,
  pattern: PatternColumns,
  pivot: PivotColumns,
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
