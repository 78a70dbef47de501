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

export const DatasetKey = z.discriminatedUnion('kind', [DateKey, MonthKey, TextKey]).meta({
  description: 'What a record is about; with the dimensions it identifies a record.',
  examples: [{ kind: 'date', field: 'reportDate', format: 'M/D/YYYY' }],
})
