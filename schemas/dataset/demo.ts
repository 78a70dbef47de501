import { z } from 'zod'
import { define, choice, usuallyTrue, optionalRecord, whole } from '../report/primitives.ts'
import { Bound, DatasetId, FieldName } from './primitives.ts'

const Years = z
  .array(whole(1900, 2199))
  .default([2024, 2025])
  .describe('The years that the demo has records of.')

const ByValue = z.record(z.string(), z.union([Bound, z.record(z.string(), Bound)]))
const Base = z
  .union([Bound, ByValue])
  .describe(
    'The value of an ordinary record, such as a day or a week; by the value of a dimension, or of two in their order, where it differs.',
  )

const Values = define('DemoValues', 'Made-up records, the same on every machine.', {
  years: Years,
  stored: usuallyTrue('Whether a new database begins with them; false where records are imported at once.'),
  values: optionalRecord(z.string(), Base).describe(
    'What each measure is in an ordinary record; a measure that is not named gets some value.',
  ),
  names: optionalRecord(z.string(), Base).describe('The names of a list or pattern, with their values.'),
  dimensions: optionalRecord(z.string(), z.record(z.string(), z.number().positive().max(1_000_000))).describe(
    'The values of each dimension without `values`, by its id. The number is the size of the records of a value: 2 doubles their measures.',
  ),
  absent: whole(0, 100).default(0).describe('How many of the names are left out of a month at most.'),
  week: choice(['working days', 'even'], 'working days').describe('Whether weekends have less.'),
  growth: z.number().min(-0.9).max(1).default(0.14).describe('The growth of a year, as a share.'),
  gaps: z.number().min(0).max(1).default(0.012).describe('The share of days without a record.'),
})

const Averages = define('DemoAverages', 'Records that follow from those of another dataset.', {
  years: Years,
  average: z
    .strictObject({
      dataset: DatasetId,
      measures: z
        .record(FieldName, FieldName)
        .describe('Each measure by the measure of the other dataset that it averages.'),
    })
    .describe('The daily averages of a month of another dataset, whose days have a record.'),
})

export const Demo = z
  .union([Averages, Values])
  .describe('What demo and dummy records look like; without it the demo has none.')
