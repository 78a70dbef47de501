import { z } from 'zod'
import { define } from '../report/primitives.ts'
import { defineMeasure, heading } from './measures.ts'
import { DatasetId, FieldName } from './primitives.ts'

const Where = z
  .record(z.string(), z.array(z.string()).min(1))
  .default({})
  .describe('The values of dimensions whose records are read; all by default.')

const Join = define(
  'Join',
  'A second dataset, whose records are grouped alike and joined by key and dimensions. Its measures are named after its id and a dot.',
  {
    dataset: DatasetId.describe('The second dataset.'),
    kind: z
      .enum(['left', 'inner', 'paired'])
      .describe(
        'Which records there are: "left" all of the source; "inner" those of which both datasets have some; "paired" as well, and only records whose key both datasets have are aggregated.',
      ),
    where: Where,
  },
)

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
  join: Join.optional(),
})

const Over = define(
  'Over',
  'The last units, whose records are aggregated instead of those of the record alone.',
  {
    last: z.int().min(1).max(1000).describe('How many units.'),
    unit: z
      .enum(['hour', 'day', 'week', 'month', 'quarter', 'year'])
      .describe('The unit: what a record is about, or a longer one that consists of it.'),
    current: z
      .boolean()
      .default(true)
      .describe('Whether the unit of the record counts, up to the record; otherwise the units before it do.'),
  },
)

const Of = z
  .enum(['month', 'quarter', 'year'])
  .optional()
  .describe(
    'The period whose records are compared; by default a year. Names are compared within their own period, without it.',
  )

const Source = (meaning: string) => heading.describe(`${meaning}: a measure of the source.`)
const Earlier = (meaning: string) => FieldName.describe(`${meaning}: an earlier field of this dataset.`)

const over = Over.optional()

/** The schema of each kind of derived measure. A measure is of the kind whose name is one of its keys. */
export const derivedMeasureSchemas = {
  sum: defineMeasure('SumOfRecords', 'The sum of a measure.', { sum: Source('What is added'), over }),
  running: defineMeasure('RunningTotal', 'The sum of a measure since the start of a longer period.', {
    running: Source('What is added'),
    per: z.enum(['month', 'quarter', 'year']).default('year').describe('Where it starts again.'),
  }),
  mean: defineMeasure('MeanOfRecords', 'The mean of a measure over the records that have it.', {
    mean: Source('What is averaged'),
    over,
  }),
  weightedMean: defineMeasure('WeightedMeanOfRecords', 'The mean of a measure, weighted by another.', {
    weightedMean: Source('What is averaged'),
    by: Source('Its weight'),
    over,
  }),
  min: defineMeasure('LeastOfRecords', 'The least value of a measure.', {
    min: Source('What is compared'),
    over,
  }),
  max: defineMeasure('LargestOfRecords', 'The largest value of a measure.', {
    max: Source('What is compared'),
    over,
  }),
  count: defineMeasure('CountOfRecords', 'The number of records that have a measure.', {
    count: Source('What is counted'),
    over,
  }),
  first: defineMeasure('FirstOfRecords', 'The value at the first key, such as an opening balance.', {
    first: Source('What is shown'),
    over,
  }),
  last: defineMeasure('LastOfRecords', 'The value at the last key, such as a closing balance.', {
    last: Source('What is shown'),
    over,
  }),
  product: defineMeasure('Product', 'A field multiplied by another.', {
    product: Earlier('One factor'),
    by: Earlier('The other'),
  }),
  ratio: defineMeasure('Ratio', 'A field divided by another; missing where that is 0.', {
    ratio: Earlier('What is divided'),
    to: Earlier('What divides'),
  }),
  difference: defineMeasure('Difference', 'A field minus another.', {
    difference: Earlier('From what is subtracted'),
    minus: Earlier('What is subtracted'),
  }),
  scale: defineMeasure('Scale', 'A field multiplied by a number.', {
    scale: Earlier('What is multiplied'),
    by: z.number().describe('The number.'),
  }),
  share: defineMeasure('Share', 'A sum or count divided by that of all records that are compared.', {
    share: Earlier('What is divided'),
    of: Of,
  }),
  rank: defineMeasure('Rank', 'The place among the records that are compared: 1 is the largest value.', {
    rank: Earlier('What is compared'),
    of: Of,
  }),
  change: defineMeasure(
    'Change',
    'How much a field grew, as a share; missing if it was missing or 0 before.',
    {
      change: Earlier('What is compared'),
      since: z
        .enum(['previous', 'year'])
        .describe('The period before, or the same period of the year before.'),
    },
  ),
}

export const DerivedMeasure = z.union(Object.values(derivedMeasureSchemas)).meta({
  id: 'DerivedMeasure',
  description: 'A number that is computed from records of the source, or from earlier numbers.',
})
