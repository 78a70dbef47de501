import { z } from 'zod'
import { define, flag } from '../report/primitives.ts'
import { FieldName } from './primitives.ts'

/** Defines a kind of time, and the field of a record that has it. */
const createKind = <K extends string, S extends z.ZodRawShape>(
  id: string,
  kind: K,
  description: string,
  shape: S,
) => define(id, description, { kind: z.literal(kind).describe(description), ...shape })

const getField = (name: string, description: string) => FieldName.default(name).describe(description)

const DateKey = createKind('DatasetDateKey', 'date', 'A calendar date.', {
  field: getField('reportDate', 'The field with the date.'),
  format: z.enum(['M/D/YYYY', 'YYYY-MM-DD']).default('YYYY-MM-DD').describe('How the date is sent.'),
  inForce: flag(
    'Whether a record holds from its day until the next one of the same dimensions, such as a rate.',
  ),
})

const HourKey = createKind('DatasetHourKey', 'hour', 'An hour of a day.', {
  field: getField('hour', 'The field with the day and the hour, sent as 2025-03-07T14:00.'),
})

const QuarterHourKey = createKind('DatasetQuarterHourKey', 'quarter-hour', 'A quarter of an hour of a day.', {
  field: getField(
    'time',
    'The field with the day and the time at which it begins, sent as 2025-03-07T14:15.',
  ),
})

const WeekKey = createKind(
  'DatasetWeekKey',
  'week',
  'A week of ISO 8601: Monday to Sunday, of the year of its Thursday, which has 52 or 53.',
  { field: getField('week', 'The field with the week, sent as 2025-W07.') },
)

const QuarterKey = createKind('DatasetQuarterKey', 'quarter', 'A quarter of a year.', {
  field: getField('quarter', 'The field with the quarter, sent as 2025-Q1.'),
})

const MonthKey = createKind('DatasetMonthKey', 'month', 'A month of a year.', {
  field: getField('reportMonth', 'The field with the month, 1 to 12.'),
  yearField: getField('year', 'The field with the year.'),
})

const YearKey = createKind('DatasetYearKey', 'year', 'A year.', {
  field: getField('year', 'The field with the year, a number.'),
})

export const DatasetTime = z
  .discriminatedUnion('kind', [DateKey, HourKey, QuarterHourKey, WeekKey, MonthKey, QuarterKey, YearKey])
  .describe('The time of a record; with the dimensions it identifies a record.')
