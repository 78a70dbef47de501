import { z } from 'zod'
import { Bound, DatasetId, FieldName } from './primitives.ts'

const Years = z
  .array(z.int().min(1900).max(2199))
  .default([2024, 2025])
  .meta({ description: 'The years that the demo has records of.', examples: [[2024, 2025]] })

const Base = z.union([Bound, z.record(z.string(), Bound)]).meta({
  description:
    'The value of an ordinary record, such as a day or a week; by the value of a dimension where it differs.',
  examples: [412000, { INCOMING: 412000, OUTGOING: 388000 }],
})

const Values = z
  .strictObject({
    years: Years,
    values: z
      .record(z.string(), Base)
      .default({})
      .meta({
        description:
          'What each measure is in an ordinary record; a measure that is not named gets some value. Where keys are texts, the values of a name are in the proportion of these.',
        examples: [{ calls: 412000 }],
      }),
    names: z
      .record(z.string(), Base)
      .default({})
      .meta({
        description:
          'The names of a list or pattern, or the keys that are texts, with their values. For a key that is a text, the number is that of the first measure in `values`; the other measures follow in the proportion of their `values`.',
        examples: [{ 'North Mast': 41000 }],
      }),
    absent: z
      .int()
      .min(0)
      .max(100)
      .default(0)
      .meta({ description: 'How many of the names are left out of a month at most.', examples: [2] }),
    week: z
      .enum(['working days', 'even'])
      .default('working days')
      .meta({ description: 'Whether weekends have less.', examples: ['even'] }),
    growth: z
      .number()
      .min(-0.9)
      .max(1)
      .default(0.14)
      .meta({ description: 'The growth of a year, as a share.', examples: [0.14] }),
    gaps: z
      .number()
      .min(0)
      .max(1)
      .default(0.012)
      .meta({ description: 'The share of days without a record.', examples: [0.012] }),
  })
  .meta({ id: 'DemoValues', description: 'Made-up records, the same on every machine.' })

const Averages = z
  .strictObject({
    years: Years,
    average: z
      .strictObject({
        dataset: DatasetId,
        measures: z.record(FieldName, FieldName).meta({
          description: 'Each measure by the measure of the other dataset that it averages.',
          examples: [{ callsDailyAvg: 'calls' }],
        }),
      })
      .meta({
        description: 'The daily averages of a month of another dataset, whose days have a record.',
        examples: [{ dataset: 'call-quality', measures: { callsDailyAvg: 'calls' } }],
      }),
  })
  .meta({ id: 'DemoAverages', description: 'Records that follow from those of another dataset.' })

export const Demo = z.union([Averages, Values]).meta({
  description: 'What demo and dummy records look like; without it the demo has none.',
  examples: [{ values: { calls: 412000 } }],
})
