import { z } from 'zod'
import { DatasetId } from '../dataset/primitives.ts'
import { columnSchemas } from './columns.ts'
import { messages } from './data.ts'
import {
  define,
  ReportLink,
  shortText,
  choice,
  usuallyTrue,
  optionalText,
  optionalRecord,
} from './primitives.ts'
import { Selector } from './selectors.ts'

const Where = optionalRecord(z.string(), z.array(z.string()).min(1)).describe(
  'The values of dimensions whose records are read; all by default.',
)

const JoinedTable = define(
  'JoinedTable',
  'Another dataset whose records belong to those of the dataset that is asked.',
  {
    dataset: DatasetId.describe('The other dataset; it can be the same one.'),
    by: optionalRecord(z.string(), z.string()).describe(
      'Dimensions whose values are equal: one of the dataset that is asked, and that of the other. Dimensions with the same id are joined unless this or `where` names them.',
    ),
    where: Where.describe('The values of dimensions of the other dataset whose records are read.'),
    at: choice(['day', 'periodEnd'], 'day').describe(
      'Which record in force counts: "day" that of the day of each record; "periodEnd" that of the last day of the chosen period, or of the row where rows are times.',
    ),
    rows: choice(['source', 'all', 'both'], 'source').describe(
      'Which rows there are: "source" those of the dataset that is asked; "all" also those that only the other one has; "both" those of both, and only records that belong to each other count.',
    ),
  },
)

export const With = z
  .record(z.string().regex(/^[A-Za-z_]\w*(?:-\w+)*$/, 'a name of letters, digits and hyphens'), JoinedTable)
  .default({})

export const QuestionData = define('QuestionData', 'The dataset of the portal that the report asks.', {
  dataset: DatasetId.describe('The dataset whose records are grouped by the rows.'),
  where: Where,
  with: With.describe(
    'Other datasets, by the name that expressions use before a dot: rates.rate. A record that holds until the next one is the one in force.',
  ),
  messages,
})

const units = ['quarter-hour', 'hour', 'day', 'week', 'month', 'quarter', 'hourOfDay', 'weekday'] as const
export type QuestionUnit = (typeof units)[number]
export const isQuestionUnit = (name: string): name is QuestionUnit => units.some((unit) => unit === name)

export const QuestionRows = define('QuestionRows', 'What a row is: by what the records are grouped.', {
  by: z
    .array(shortText(100))
    .min(1)
    .max(2)
    .describe(
      `One or two of the dimensions of the dataset, or measures that its records read of others, such as rates.rate, or a time before these: ${units.join(', ')}. Rows are there if they have a record.`,
    ),
  sort: z
    .string()
    .regex(/^-?[A-Za-z_]\w*$/, 'the id of a column, after a minus for the highest first')
    .optional()
    .describe(
      'The column that orders the rows, after a minus for the highest first; "key" for the first column.',
    ),
  top: z.int().min(1).max(1000).optional().describe('How many rows are shown; needs sort.'),
  rest: optionalText(200).describe('The label of one more row with all other rows.'),
  total: z.string().min(1).optional().describe('The label of the row of totals; without it there is none.'),
  link: ReportLink.optional().describe('The report that the first cell of each row opens.'),
})

const DimensionSelector = define(
  'DimensionSelector',
  'Chooses values of a dimension of the dataset that the report asks; all of them at first.',
  {
    dimension: z
      .string()
      .regex(
        /^(?:[A-Za-z_]\w*(?:-\w+)*\.)?[a-z][A-Za-z0-9]*$/,
        'the id of a dimension, after that of a join: fx.currency',
      )
      .describe(
        'The dimension, by id. That of a joined dataset, such as fx.currency, chooses which of its records are read, such as the currency shown.',
      ),
    label: z.string().min(1).optional().describe('The name used in messages; the id by default.'),
    prompt: z.string().min(1).optional().describe('The label above the field.'),
    multiple: usuallyTrue('Whether several values can be chosen at once.'),
    default: z
      .union([z.string(), z.array(z.string()).min(1)])
      .optional()
      .describe(
        'What is chosen at first; all values by default, or the first one if only one can be chosen.',
      ),
    labels: optionalRecord(z.string(), z.string().min(1)).describe(
      'How values are shown: { "PORTING": "Number porting" }; unchanged by default.',
    ),
  },
)

export const QuestionSelectors = z
  .array(z.union([Selector, DimensionSelector]))
  .max(20)
  .default([])
const { field, value, text, ...otherColumns } = columnSchemas
const usualLabel = {
  label: optionalText(200).describe(
    'The header; by default that of the measure or text, or the words of the id.',
  ),
}

export const MAX_COLUMNS = 500

export const QuestionColumns = z
  .array(
    z.union([
      shortText(100).describe('A measure of the dataset that the report asks.'),
      field.extend(usualLabel).meta({ id: 'QuestionFieldColumn', description: field.description }),
      value.extend(usualLabel).meta({ id: 'QuestionValueColumn', description: value.description }),
      text.extend(usualLabel).meta({ id: 'QuestionTextColumn', description: text.description }),
      ...Object.values(otherColumns),
    ]),
  )
  .min(1)
  .max(MAX_COLUMNS)
