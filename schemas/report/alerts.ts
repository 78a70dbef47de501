import { z } from 'zod'
import { define, describe } from '../describe.ts'
import { Condition } from './conditions.ts'
import { Id, Name } from './primitives.ts'

const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}

const base = {
  id: describe(Id, 'The name of the alert in its report: lower-case words joined by hyphens.', 'calls-fell'),
  title: describe(z.string().min(1).max(100), 'What has happened, for readers.', 'Calls fell by a fifth'),
  tab: describe(Id.optional(), 'The tab that is watched; by default the first.', 'in'),
  variant: describe(Id.optional(), 'The variant that is watched; by default the first.', 'daily'),
  selectors: describe(
    z.record(Name, z.string().min(1).max(200)).default({}),
    'Values of selectors that are no periods, by name; a selector without one has its default, or its first option. The period is always the latest with records.',
    { direction: 'in' },
  ),
}

const ConditionAlert = define('ConditionAlert', 'Fires while rows meet a condition.', {
  ...base,
  condition: describe(Condition, 'What holds of a row; of a group, of one of its columns.', {
    column: 'lossRate',
    operator: '>',
    value: 0.05,
  }),
  change: describe(
    z.enum(['previous', 'year']).optional(),
    'Compares not the values, but their change since the previous period, or since the same period a year before, as a part of 1: -0.2 is a fifth less.',
    'previous',
  ),
  for: describe(
    z.int().min(1).max(31).default(1),
    'How many rows in a row must meet it. Where rows are names, how many periods.',
    3,
  ),
  reset: describe(
    z.number().optional(),
    'The value that ends it, by default that of the condition: an alert above 0.05 with the reset 0.03 ends only at 0.03.',
    0.03,
  ),
}).meta({ title: 'an alert on a condition' })

const MissingAlert = define('MissingAlert', 'Fires while the records of the last period are missing.', {
  ...base,
  missing: describe(
    z.strictObject({
      by: describe(
        z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00'),
        'The time of day by which there must be records of the day, week, month, quarter or year before.',
        '09:00',
      ),
      zone: describe(
        z.string().refine(isZone, 'a time zone such as Africa/Lagos'),
        'The time zone of the time.',
        'Africa/Lagos',
      ),
    }),
    'When the records must have arrived.',
    { by: '09:00', zone: 'Africa/Lagos' },
  ),
}).meta({ title: 'an alert on missing records' })

export const Alerts = z
  .array(z.union([ConditionAlert, MissingAlert]))
  .min(1)
  .max(20)

export type AlertDefinition = z.infer<typeof Alerts>[number]
