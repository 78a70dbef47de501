import { z } from 'zod'
import { define } from '../report/primitives.ts'
import { Expression } from '../report/values.ts'
import { defineMeasure } from './measures.ts'
import { DatasetId } from './primitives.ts'

const Where = z
  .record(z.string(), z.array(z.string()).min(1))
  .default({})
  .describe('The values of dimensions whose records are read; all by default.')

export const From = define('From', 'What is read, and how it is grouped.', {
  dataset: DatasetId.describe('The dataset that is read: the source.'),
  grain: z
    .enum(['hour', 'day', 'week', 'month', 'quarter', 'year'])
    .optional()
    .describe(
      'The length of time by which records are grouped. A record is then about an hour in `hour`, a day in `reportDate`, a week in `week`, a month in `reportMonth` of a `year`, a quarter in `quarter`, or the name of a year in `year`. Without it records keep the key of the source.',
    ),
  cycles: z
    .array(z.enum(['hourOfDay', 'weekday']))
    .max(2)
    .default([])
    .describe(
      'Groups the records of each month or year, which is the grain, by places that repeat: `hourOfDay` is 00 to 23, `weekday` is Monday to Sunday. A record is then about a place of the first of them, in a field of its name; the second is a dimension.',
    ),
  where: Where,
})

export const DerivedMeasure = defineMeasure(
  'DerivedMeasure',
  'A number that is computed from records of the source, or from earlier numbers.',
  {
    value: Expression.describe(
      'An expression over the records of the source: "sum(minutes)", "answered / attempts", "running(minutes, year)", "window(minutes, 7, day)". A name is an earlier field, or the sum of a measure of the source.',
    ),
  },
)
