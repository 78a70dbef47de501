import { z, type ZodRawShape } from 'zod'
import { define, describe } from '../describe.ts'
import { label } from './measures.ts'
import { FieldName } from './primitives.ts'

/** A column as the source names it. */
export const SourceColumn = z
  .string()
  .max(128)
  .regex(/^[A-Za-z_]\w*$/, 'a name of letters, digits and underscores')

const isZone = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

export const Source = define('Source', 'Where the rows are, from which records are computed.', {
  connection: describe(
    z
      .string()
      .max(50)
      .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens'),
    'The database, by the name of a setting of the server: SOURCE_WAREHOUSE_URL for warehouse.',
    'warehouse',
  ),
  relation: describe(
    z
      .string()
      .max(257)
      .regex(/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/, 'the name of a table or view, after that of its schema'),
    'The table or view, with the schema that contains it if that is not the default one.',
    'billing.cdr_daily',
  ),
  time: describe(SourceColumn, 'The column with the day or the time of a row.', 'call_date'),
  zone: describe(
    z.string().refine(isZone, 'a time zone such as Africa/Lagos').default('UTC'),
    'The time zone of the days, for a column with moments, such as a timestamp with time zone.',
    'Africa/Lagos',
  ),
  since: describe(z.iso.date(), 'The first day that is read.', '2024-01-01'),
  name: describe(
    SourceColumn.optional(),
    'The column with the name that a record is about, if the key is a text.',
    'country',
  ),
  maxAge: describe(
    z.int().min(1).max(86_400).default(60),
    'For how many seconds an answer of the source is used again.',
    300,
  ),
})

export const sourceDimensionShape = {
  column: describe(SourceColumn.optional(), 'The column with the value; the id by default.', 'operator_code'),
  codes: describe(
    z
      .record(
        z.string(),
        z
          .string()
          .max(200)
          .regex(/^[^/]+$/, 'a text without slashes'),
      )
      .default({}),
    'How the column writes values that it writes in another way.',
    { AIRTEL: '01' },
  ),
}

const createKind = <S extends ZodRawShape>(id: string, description: string, shape: S) =>
  z.strictObject({ field: FieldName, label: label.optional(), ...shape }).meta({ id, description })

const divideBy = describe(
  z.number().positive().optional(),
  'What the result is divided by, such as 60 for minutes from seconds.',
  60,
)

/** The schema of each kind of measure of a source. A measure is of the kind whose name is one of its keys. */
export const sourceMeasureSchemas = {
  sum: createKind('SumOfColumn', 'The sum of a column.', {
    sum: describe(SourceColumn, 'What is added.', 'billed_seconds'),
    divideBy,
  }),
  mean: createKind('MeanOfColumn', 'The mean of a column over the rows that have it.', {
    mean: describe(SourceColumn, 'What is averaged.', 'setup_ms'),
    divideBy,
  }),
  min: createKind('LeastOfColumn', 'The least value of a column.', {
    min: describe(SourceColumn, 'What is compared.', 'setup_ms'),
    divideBy,
  }),
  max: createKind('LargestOfColumn', 'The largest value of a column.', {
    max: describe(SourceColumn, 'What is compared.', 'setup_ms'),
    divideBy,
  }),
  count: createKind('CountOfRows', 'The number of rows that have a value in a column.', {
    count: describe(SourceColumn, 'What is counted.', 'call_id'),
  }),
}

export const SourceMeasure = z.union(Object.values(sourceMeasureSchemas)).meta({
  id: 'SourceMeasure',
  description: 'A number of a record, which the source computes from its rows.',
})
