import { z } from 'zod'
import { FieldName } from './primitives.ts'

const DateKey = z
  .strictObject({
    kind: z.literal('date').describe('A record is about a day.'),
    field: FieldName.default('reportDate').describe('The field with the date.'),
    format: z.enum(['M/D/YYYY', 'YYYY-MM-DD']).default('YYYY-MM-DD').describe('How the date is sent.'),
  })
  .meta({ id: 'DatasetDateKey', description: 'A calendar date.' })

const HourKey = z
  .strictObject({
    kind: z.literal('hour').describe('A record is about an hour of a day.'),
    field: FieldName.default('hour').describe(
      'The field with the day and the hour, sent as 2025-03-07T14:00.',
    ),
  })
  .meta({ id: 'DatasetHourKey', description: 'An hour of a day.' })

const QuarterHourKey = z
  .strictObject({
    kind: z.literal('quarter-hour').describe('A record is about a quarter of an hour.'),
    field: FieldName.default('time').describe(
      'The field with the day and the time at which it begins, sent as 2025-03-07T14:15.',
    ),
  })
  .meta({ id: 'DatasetQuarterHourKey', description: 'A quarter of an hour of a day.' })

const WeekKey = z
  .strictObject({
    kind: z.literal('week').describe('A record is about a week.'),
    field: FieldName.default('week').describe('The field with the week, sent as 2025-W07.'),
  })
  .meta({
    id: 'DatasetWeekKey',
    description: 'A week of ISO 8601: Monday to Sunday, of the year of its Thursday, which has 52 or 53.',
  })

const QuarterKey = z
  .strictObject({
    kind: z.literal('quarter').describe('A record is about a quarter.'),
    field: FieldName.default('quarter').describe('The field with the quarter, sent as 2025-Q1.'),
  })
  .meta({ id: 'DatasetQuarterKey', description: 'A quarter of a year.' })

const MonthKey = z
  .strictObject({
    kind: z.literal('month').describe('A record is about a month.'),
    field: FieldName.default('reportMonth').describe('The field with the month, 1 to 12.'),
    yearField: FieldName.default('year').describe('The field with the year.'),
  })
  .meta({ id: 'DatasetMonthKey', description: 'A month of a year.' })

const TextKey = z
  .strictObject({
    kind: z.literal('text').describe('A record is about a name.'),
    field: FieldName.describe('The field with the name.'),
    per: z
      .enum(['month', 'year', 'none'])
      .default('none')
      .describe('The period that has each name once: a month, a year, or none if names have no period.'),
  })
  .meta({
    id: 'DatasetTextKey',
    description: 'A name, such as a country or a product; records keep their order.',
  })

export const DatasetKey = z
  .discriminatedUnion('kind', [DateKey, HourKey, QuarterHourKey, WeekKey, MonthKey, QuarterKey, TextKey])
  .describe('What a record is about; with the dimensions it identifies a record.')
