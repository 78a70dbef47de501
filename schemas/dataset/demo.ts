import { z } from 'zod'
import { define, describe } from '../describe.ts'
import { Bound, DatasetId, FieldName } from './primitives.ts'

const Years = describe(
  z.array(z.int().min(1900).max(2199)).default([2024, 2025]),
  'The years that the demo has records of.',
  [2024, 2025],
)

const Base = describe(
  z.union([Bound, z.record(z.string(), Bound)]),
  'The value of an ordinary record, such as a day or a week; by the value of a dimension where it differs.',
  412000,
  { INCOMING: 412000, OUTGOING: 388000 },
)

const Values = define('DemoValues', 'Made-up records, the same on every machine.', {
  years: Years,
  values: describe(
    z.record(z.string(), Base).default({}),
    'What each measure is in an ordinary record; a measure that is not named gets some value. Where keys are texts, the values of a name are in the proportion of these.',
    { calls: 412000 },
  ),
  names: describe(
    z.record(z.string(), Base).default({}),
    'The names of a list or pattern, or the keys that are texts, with their values. For a key that is a text, the number is that of the first measure in `values`; the other measures follow in the proportion of their `values`.',
    { 'North Mast': 41000 },
  ),
  absent: describe(
    z.int().min(0).max(100).default(0),
    'How many of the names are left out of a month at most.',
    2,
  ),
  week: describe(
    z.enum(['working days', 'even']).default('working days'),
    'Whether weekends have less.',
    'even',
  ),
  growth: describe(z.number().min(-0.9).max(1).default(0.14), 'The growth of a year, as a share.', 0.14),
  gaps: describe(z.number().min(0).max(1).default(0.012), 'The share of days without a record.', 0.012),
})

const Averages = define('DemoAverages', 'Records that follow from those of another dataset.', {
  years: Years,
  average: describe(
    z.strictObject({
      dataset: DatasetId,
      measures: describe(
        z.record(FieldName, FieldName),
        'Each measure by the measure of the other dataset that it averages.',
        { callsDailyAvg: 'calls' },
      ),
    }),
    'The daily averages of a month of another dataset, whose days have a record.',
    { dataset: 'call-quality', measures: { callsDailyAvg: 'calls' } },
  ),
})

export const Demo = describe(
  z.union([Averages, Values]),
  'What demo and dummy records look like; without it the demo has none.',
  { values: { calls: 412000 } },
)
