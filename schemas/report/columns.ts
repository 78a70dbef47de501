import { z } from 'zod'
import { defineKind, describe } from '../describe.ts'
import { Color, Field, Name } from './primitives.ts'
import { ColumnId, columnKeys, ColumnRef, computedFormat, valueKeys } from './values.ts'

const Role = describe(z.enum(['series', 'total']), 'A series can be charted; a total can not.', 'series')
const References = describe(
  z.union([z.literal('series'), z.array(ColumnRef).min(1)]),
  'The columns and groups that are summed, by id, or "series" for all columns that can be charted.',
  ['total', 'roaming'],
  'series',
)
const columnLabel = describe(z.string().min(1).max(200), 'The header of the column.', 'Dropped calls')

/** What the kinds say that compute a column from others. */
const computedKeys = {
  id: ColumnId,
  label: columnLabel,
  role: Role.default('total'),
  color: Color.optional(),
  ...columnKeys,
}

const Operand = (description: string, example: string) =>
  describe(ColumnRef, `${description}, by id; not a group.`, example)

const FieldColumn = defineKind('FieldColumn', 'a field', 'A column that shows a field of the record.', {
  field: Field,
  id: describe(ColumnId.optional(), 'The name for references; the field by default.', 'dropped'),
  label: columnLabel,
  role: Role.default('series'),
  color: Color.optional(),
  sum: describe(References.optional(), 'What is summed where a record lacks the field.', [
    'callsNorth',
    'callsSouth',
  ]),
  ...valueKeys,
})

const TextColumn = defineKind(
  'TextColumn',
  'a text',
  'A column that shows a text of the record, such as a remark. It is not totalled, charted or computed with; rows can be sorted by it and searched for its words.',
  {
    text: describe(Field, 'The field with the text.', 'remark'),
    id: describe(ColumnId.optional(), 'The name for references; the field by default.', 'remark'),
    label: columnLabel,
    ...columnKeys,
  },
)

const SumColumn = defineKind('SumColumn', 'a sum', 'A column that sums other columns.', {
  sum: References,
  id: ColumnId,
  label: columnLabel,
  role: Role.default('total'),
  color: Color.optional(),
  ...valueKeys,
})

const ListColumns = defineKind(
  'ListColumns',
  'one for each name of a list',
  'A group: one column for each entry of a list in the response, then one for each further field of the records.',
  {
    list: describe(Name, 'A list of names declared in data.listPaths.', 'regions'),
    id: ColumnId,
    label: describe(
      z.string().min(1).default('{name}'),
      'The header of each column; {name} is the entry.',
      '{name}',
    ),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const PatternColumns = defineKind(
  'PatternColumns',
  'one for each field that matches a pattern',
  'A group: one column for each field of the records that matches a pattern.',
  {
    pattern: describe(
      z
        .string()
        .max(200)
        .regex(/^(?:[A-Za-z0-9_]*\{[a-z]+\})+[A-Za-z0-9_]*$/, 'a pattern such as {source}_to_{destination}'),
      'The pattern of the field names: fixed parts and named parts in braces. A named part alone, such as {region}, is every further field that is a number.',
      '{source}_to_{destination}',
    ),
    records: describe(
      z.enum(['all', 'first']).default('all'),
      'The records whose fields are the columns, in the order in which they are first seen: all records, or the first one only.',
      'all',
    ),
    id: ColumnId,
    label: describe(
      z.string().min(1),
      'The header of each column, from the named parts.',
      '{source:upper} → {destination:upper}',
    ),
    labels: describe(
      z.record(z.string().min(1), z.string().min(1)).default({}),
      'Labels for values of the named parts; they replace the filter in the label.',
      { mcdonald: 'McDonald' },
    ),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const PivotColumns = defineKind(
  'PivotColumns',
  'one for each value of a field',
  'A group: one column for each value of a field, from records of one number each. The other columns are computed.',
  {
    pivot: describe(
      z.string().min(1).max(200),
      'The field whose values become columns. Records with one row key are one row; those of one cell are added up if `rows.duplicates` is "combine".',
      'destination',
    ),
    value: describe(Field, 'The field with the number of the cell.', 'minutes'),
    order: describe(
      z
        .array(z.string().min(1).max(200))
        .max(500)
        .refine((values) => new Set(values).size === values.length, 'each value once')
        .default([]),
      'The values whose columns are there always and come first, in this order; others follow as they are seen.',
      ['north', 'south'],
    ),
    id: ColumnId,
    label: describe(
      z.string().min(1).default('{name}'),
      'The header of each column; {name} is the value.',
      '{name}',
    ),
    labels: describe(z.record(z.string().min(1), z.string().min(1)).default({}), 'Labels for values.', {
      north: 'The North',
    }),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const ShareColumn = defineKind(
  'ShareColumn',
  'a share',
  "A column that shows a column's share of its total over all rows.",
  {
    share: Operand('The column whose values are divided by its total over all rows', 'minutes'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  },
)

const RatioColumn = defineKind(
  'RatioColumn',
  'a ratio',
  'A column that divides one column by another: blank where the divisor is 0. Its total is the ratio of the totals; of two columns with the total "max" it is that of the two maxima, which may be of different rows.',
  {
    ratio: Operand('The column that is divided', 'answered'),
    to: Operand('The column that divides', 'attempts'),
    ...computedKeys,
    format: computedFormat('a percentage with one decimal'),
  },
)

const DifferenceColumn = defineKind(
  'DifferenceColumn',
  'a difference',
  'A column that subtracts one column from another. Its total is the difference of the totals. Of percentages it has their format, and is in percentage points, such as 1.2% pts.',
  {
    difference: Operand('The column from which is subtracted', 'inbound'),
    minus: Operand('The column that is subtracted', 'outbound'),
    ...computedKeys,
    format: computedFormat('two decimals'),
  },
)

const ChangeColumn = defineKind(
  'ChangeColumn',
  'a change',
  'A column that shows how much a column grew or shrank: blank where there is nothing to compare with, or 0, and for "previousRow" in the first row of a period. Its total compares the totals of both years, and is blank for "previousRow".',
  {
    change: Operand('The column whose values are compared with earlier ones', 'minutes'),
    since: describe(
      z.enum(['previousRow', 'previousYear']),
      'What is compared: "previousRow" with the row before, in the order of the key; "previousYear" with the same row one year earlier, for which the records of that year are requested as well, also if the column is hidden.',
      'previousRow',
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
