import { z } from 'zod'
import { define, IsoDay, optionalRecord, whole } from '../report/primitives.ts'
import { isZone, ZONE_PATTERN } from '../report/alerts.ts'
import { ComputedMeasure, defineMeasure } from './measures.ts'

const Column = z
  .string()
  .max(128)
  .regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and underscores')

export const Source = define('Source', 'Where the rows are, from which records are computed.', {
  connection: z
    .string()
    .max(50)
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens')
    .describe('The database, by the name of a setting of the server: SOURCE_WAREHOUSE_URL for warehouse.'),
  relation: z
    .string()
    .max(257)
    .regex(
      /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/,
      'the name of a table or view, after that of its schema and a dot',
    )
    .describe('The table or view, such as billing.cdr_daily, or cdr_daily in the default schema.'),
  time: Column.describe('The column with the day or the time of a row.'),
  zone: z.string().refine(isZone, 'a time zone such as Africa/Lagos').default('UTC').meta({
    description:
      'The time zone of the days, if the column has moments: timestamp with time zone, or DateTime.',
    pattern: ZONE_PATTERN,
  }),
  since: IsoDay.describe('The first day that is read.'),
  maxAge: whole(1, 86_400)
    .default(60)
    .describe('For how many seconds an answer of the source is used again.'),
})

export const sourceDimensionShape = {
  column: Column.optional().describe('The column with the value; the id by default.'),
  codes: optionalRecord(
    z.string(),
    z
      .string()
      .max(200)
      .regex(/^[^/]+$/, 'a text without slashes'),
  ).describe('The codes of values that the column writes in another way, by value.'),
}

const divideBy = z
  .number()
  .positive()
  .optional()
  .describe('What the result is divided by, such as 60 for minutes from seconds.')

/** Each kind of measure of a source. A measure is of the kind whose name is one of its keys. */
export const SourceMeasure = z
  .union([
    defineMeasure('SumOfColumn', 'The sum of a column.', {
      sum: Column.describe('What is added.'),
      divideBy,
    }),
    defineMeasure('MeanOfColumn', 'The mean of a column over the rows that have it.', {
      mean: Column.describe('What is averaged.'),
      divideBy,
    }),
    defineMeasure('LeastOfColumn', 'The least value of a column.', {
      min: Column.describe('What is compared.'),
      divideBy,
    }),
    defineMeasure('LargestOfColumn', 'The largest value of a column.', {
      max: Column.describe('What is compared.'),
      divideBy,
    }),
    defineMeasure('CountOfRows', 'The number of rows that have a value in a column.', {
      count: Column.describe('What is counted.'),
    }),
    ComputedMeasure,
  ])
  .meta({
    id: 'SourceMeasure',
    description:
      'A number of a record, which the source computes from its rows, or which is computed from such numbers.',
  })
