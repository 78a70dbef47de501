import { z } from 'zod'
import { FieldName } from './primitives.ts'

const DateKey = z
  .strictObject({
    kind: z.literal('date').meta({ description: 'A record is about a day.', examples: ['date'] }),
    field: FieldName.default('reportDate').meta({
      description: 'The field with the date.',
      examples: ['reportDate'],
    }),
    format: z
      .enum(['M/D/YYYY', 'YYYY-MM-DD'])
      .default('YYYY-MM-DD')
      .meta({ description: 'How the date is sent.', examples: ['M/D/YYYY'] }),
  })
  .meta({ id: 'DatasetDateKey', description: 'A calendar date.' })

const HourKey = z
  .strictObject({
    kind: z.literal('hour').meta({ description: 'A record is about an hour of a day.', examples: ['hour'] }),
    field: FieldName.default('hour').meta({
      description: 'The field with the day and the hour, sent as 2025-03-07T14:00.',
      examples: ['hour'],
    }),
  })
  .meta({ id: 'DatasetHourKey', description: 'An hour of a day.' })

const WeekKey = z
  .strictObject({
    kind: z.literal('week').meta({ description: 'A record is about a week.', examples: ['week'] }),
    field: FieldName.default('week').meta({
      description: 'The field with the week, sent as 2025-W07.',
      examples: ['week'],
    }),
  })
  .meta({
    id: 'DatasetWeekKey',
    description: 'A week of ISO 8601: Monday to Sunday, of the year of its Thursday, which has 52 or 53.',
  })

const QuarterKey = z
  .strictObject({
    kind: z.literal('quarter').meta({ description: 'A record is about a quarter.', examples: ['quarter'] }),
    field: FieldName.default('quarter').meta({
      description: 'The field with the quarter, sent as 2025-Q1.',
      examples: ['quarter'],
    }),
  })
  .meta({ id: 'DatasetQuarterKey', description: 'A quarter of a year.' })

const MonthKey = z
  .strictObject({
    kind: z.literal('month').meta({ description: 'A record is about a month.', examples: ['month'] }),
    field: FieldName.default('reportMonth').meta({
      description: 'The field with the month, 1 to 12.',
      examples: ['reportMonth'],
    }),
    yearField: FieldName.default('year').meta({
      description: 'The field with the year.',
      examples: ['year'],
    }),
  })
  .meta({ id: 'DatasetMonthKey', description: 'A month of a year.' })

const TextKey = z
  .strictObject({
    kind: z.literal('text').meta({ description: 'A record is about a name.', examples: ['text'] }),
    field: FieldName.meta({ description: 'The field with the name.', examples: ['country'] }),
    per: z
      .enum(['month', 'year', 'none'])
      .default('none')
      .meta({
        description: 'The period that has each name once: a month, a year, or none if names have no period.',
        examples: ['month'],
      }),
  })
  .meta({
    id: 'DatasetTextKey',
    description: 'A name, such as a country or a product; records keep their order.',
  })

export const DatasetKey = z
  .discriminatedUnion('kind', [DateKey, HourKey, WeekKey, MonthKey, QuarterKey, TextKey])
  .meta({
    description: 'What a record is about; with the dimensions it identifies a record.',
    examples: [{ kind: 'date', field: 'reportDate', format: 'M/D/YYYY' }],
  })
