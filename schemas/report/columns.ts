import { z } from 'zod'
import {
  Color,
  defineKind,
  Field,
  FieldName,
  Name,
  shortText,
  choice,
  whole,
  optionalRecord,
} from './primitives.ts'
import { ColumnId, columnKeys, Expression, format, Total, valueKeys } from './values.ts'

const Role = z.enum(['series', 'total']).describe('A series can be charted; a total can not.')
const columnLabel = shortText(200).describe('The header of the column.')

const FieldColumn = defineKind('FieldColumn', 'a field', 'A column that shows a field of the record.', {
  field: Field,
  id: ColumnId.optional().describe('The name for references; the field by default.'),
  label: columnLabel,
  role: Role.default('series'),
  color: Color.optional(),
  value: Expression.optional().describe(
    'The value where a record lacks the field, from other columns of the row: "add(series)".',
  ),
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
    records: choice(['all', 'first'], 'all').describe(
      'The records whose fields are the columns, in the order in which they are first seen: all records, or the first one only.',
    ),
    id: ColumnId,
    label: z.string().min(1).describe('The header of each column, from the named parts.'),
    labels: optionalRecord(z.string().min(1), z.string().min(1)).describe(
      'Labels for values of the named parts; they replace the filter in the label.',
    ),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const PivotColumns = defineKind(
  'PivotColumns',
  'one for each value of a field',
  'A group: one column for each value of a field.',
  {
    pivot: shortText(200).describe(
      'The field whose values become columns. Records with one row key are one row; those of one cell are combined if `rows.duplicates` is "combine".',
    ),
    yearField: FieldName.optional().describe(
      'The field with the year of values that are months, so that those of two years are columns: Dec 2024, Jan 2025.',
    ),
    value: z
      .union([Expression, Field])
      .describe(
        'What a cell shows: a field, or an expression over its records such as "answered / attempts".',
      ),
    order: z
      .array(shortText(200))
      .max(500)
      .refine((values) => new Set(values).size === values.length, 'each value once')
      .default([])
      .describe(
        'The values whose columns are there always and come first, in this order; others follow by name.',
      ),
    id: ColumnId,
    label: z.string().min(1).default('{name}').describe('The header of each column; {name} is the value.'),
    labels: optionalRecord(z.string().min(1), z.string().min(1)).describe('Labels for values.'),
    top: whole(1, 500)
      .optional()
      .describe('How many values have a column: those with the largest numbers over all records.'),
    rest: shortText(200)
      .optional()
      .describe('The label of one more column with all other values; without it they are left out.'),
    role: Role.default('series'),
    ...valueKeys,
  },
)

const ValueColumn = defineKind(
  'ValueColumn',
  'a computed value',
  'A column that is computed: "answered / attempts", "mean(acd, minutes)", "share(minutes)". Its total is the same expression over all rows.',
  {
    value: Expression,
    id: ColumnId,
    label: columnLabel,
    role: Role.default('total'),
    color: Color.optional(),
    ...columnKeys,
    format: format.describe(
      'How the numbers are written. What is left out of a share or a quotient is that of a percentage with one decimal, and of a change with a sign as well, unless a unit or another style is written. A difference of percentages is in percentage points, such as 1.2% pts.',
    ),
    total: Total,
  },
)

/** The schema of each kind of column. A column is of the first kind whose name is one of its keys. */
export const columnSchemas = {
  field: FieldColumn,
  text: TextColumn,
  list: ListColumns,
  pattern: PatternColumns,
  pivot: PivotColumns,
  value: ValueColumn,
}
export type ColumnDefinitions = { [K in keyof typeof columnSchemas]: z.infer<(typeof columnSchemas)[K]> }

export const Column = z.union(Object.values(columnSchemas)).meta({
  id: 'Column',
  description: 'A column, or a group of columns known only from the response.',
})
