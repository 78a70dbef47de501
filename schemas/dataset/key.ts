import { z } from 'zod'
import { describe } from '../describe.ts'
import { FieldName } from './primitives.ts'

const DateKey = z
  .strictObject({
    kind: describe(z.literal('date'), 'A record is about a day.', 'date'),
    field: describe(FieldName.default('reportDate'), 'The field with the date.', 'reportDate'),
    format: describe(
      z.enum(['M/D/YYYY', 'YYYY-MM-DD']).default('YYYY-MM-DD'),
      'How the date is sent.',
      'M/D/YYYY',
    ),
  })
  .meta({ id: 'DatasetDateKey', description: 'A calendar date.' })

const HourKey = z
  .strictObject({
    kind: describe(z.literal('hour'), 'A record is about an hour of a day.', 'hour'),
    field: describe(
      FieldName.default('hour'),
      'The field with the day and the hour, sent as 2025-03-07T14:00.',
      'hour',
    ),
  })
  .meta({ id: 'DatasetHourKey', description: 'An hour of a day.' })

const QuarterHourKey = z
  .strictObject({
    kind: describe(z.literal('quarter-hour'), 'A record is about a quarter of an hour.', 'quarter-hour'),
    field: describe(
      FieldName.default('time'),
      'The field with the day and the time at which it begins, sent as 2025-03-07T14:15.',
      'time',
    ),
  })
  .meta({ id: 'DatasetQuarterHourKey', description: 'A quarter of an hour of a day.' })

const WeekKey = z
  .strictObject({
    kind: describe(z.literal('week'), 'A record is about a week.', 'week'),
    field: describe(FieldName.default('week'), 'The field with the week, sent as 2025-W07.', 'week'),
  })
  .meta({
    id: 'DatasetWeekKey',
    description: 'A week of ISO 8601: Monday to Sunday, of the year of its Thursday, which has 52 or 53.',
  })

const QuarterKey = z
  .strictObject({
    kind: describe(z.literal('quarter'), 'A record is about a quarter.', 'quarter'),
    field: describe(FieldName.default('quarter'), 'The field with the quarter, sent as 2025-Q1.', 'quarter'),
  })
  .meta({ id: 'DatasetQuarterKey', description: 'A quarter of a year.' })

const MonthKey = z
  .strictObject({
    kind: describe(z.literal('month'), 'A record is about a month.', 'month'),
    field: describe(FieldName.default('reportMonth'), 'The field with the month, 1 to 12.', 'reportMonth'),
    yearField: describe(FieldName.default('year'), 'The field with the year.', 'year'),
  })
  .meta({ id: 'DatasetMonthKey', description: 'A month of a year.' })

const TextKey = z
  .strictObject({
    kind: describe(z.literal('text'), 'A record is about a name.', 'text'),
    field: describe(FieldName, 'The field with the name.', 'country'),
    per: describe(
      z.enum(['month', 'year', 'none']).default('none'),
      'The period that has each name once: a month, a year, or none if names have no period.',
      'month',
    ),
  })
  .meta({
    id: 'DatasetTextKey',
    description: 'A name, such as a country or a product; records keep their order.',
  })

export const DatasetKey = describe(
  z.discriminatedUnion('kind', [DateKey, HourKey, QuarterHourKey, WeekKey, MonthKey, QuarterKey, TextKey]),
  'What a record is about; with the dimensions it identifies a record.',
  { kind: 'date', field: 'reportDate', format: 'M/D/YYYY' },
)
