import { z } from 'zod'
import { comparison } from '../report/conditions.ts'
import { define, choice } from '../report/primitives.ts'
import { FieldName } from './primitives.ts'

const otherwise = choice(['refuse', 'warn'], 'refuse').describe(
  'Whether a file that does not meet it is refused, or imported with a warning.',
)

const Complete = define('ExpectComplete', 'Expects records without a gap.', {
  complete: z
    .enum(['hours', 'days', 'weeks', 'months', 'quarters'])
    .describe('The periods that each have a record: from the last one stored before the file to its last.'),
  otherwise,
})

const Comparison = define(
  'ExpectValue',
  'Expects of each record of the file that a measure meets a condition.',
  {
    measure: FieldName.describe('The measure that is compared. A record without it is not compared.'),
    ...comparison([z.number()]),
    otherwise,
  },
)

const Records = define('ExpectRecords', 'Expects about as many records as before.', {
  records: z
    .literal('likeBefore')
    .describe(
      'Each period of the file has about as many records as the 28 stored ones before it on average.',
    ),
  within: z.number().gt(0).max(10).describe('How much it may differ, as a part of 1: 0.3 for 30 %.'),
  otherwise,
})

export const Expectations = z
  .array(z.union([Complete, Comparison, Records]))
  .max(20)
  .default([])

export const DueBy = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 10:00')
  .optional()
  .describe(
    'The time of day by which new records are due, in the time zone of "read" if it names one. Reports show it with the last day that has records.',
  )
