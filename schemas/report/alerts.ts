import { z } from 'zod'
import { Condition } from './conditions.ts'
import { define, Id, Name, shortText, optionalChoice, optionalRecord, whole } from './primitives.ts'

/** What an editor checks of a time zone: a region and a place, an offset, or an abbreviation. */
export const ZONE_PATTERN = '^([A-Z][A-Z0-9]+|[A-Za-z_]+/.+|[+-]\\d\\d(:?\\d\\d)?)$'

/** Returns true for a time zone that the runtime knows. */
export const isZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format() !== ''
  } catch {
    return false
  }
}

const base = {
  id: Id.describe('The name of the alert in its report: lower-case words joined by hyphens.'),
  title: shortText(100).describe('What has happened, for readers.'),
  tab: Id.optional().describe('The tab that is watched; by default the first.'),
  variant: Id.optional().describe('The variant that is watched; by default the first.'),
  selectors: optionalRecord(Name, shortText(200)).describe(
    'Values of selectors that are no periods, by name; a selector without one has its default, or its first option. The period is always the latest with records.',
  ),
}

const ConditionAlert = define('ConditionAlert', 'Fires while rows meet a condition.', {
  ...base,
  condition: Condition.describe('What is true of a row; of a group, of one of its columns.'),
  change: optionalChoice(['previous', 'year']).describe(
    'Compares not the values, but their change since the previous period, or since the same period a year before, as a part of 1: -0.2 is a fifth less. Percentages are compared by their difference: -0.05 is 5 percentage points less.',
  ),
  for: whole(1, 31)
    .default(1)
    .describe('How many rows in a row must meet it. Where rows are names, how many periods.'),
  reset: z
    .number()
    .optional()
    .describe(
      'The value that ends it, by default that of the condition: an alert above 0.05 with the reset 0.03 ends only at 0.03.',
    ),
}).meta({ title: 'an alert on a condition' })

const MissingAlert = define('MissingAlert', 'Fires while the records of the last period are missing.', {
  ...base,
  missing: z
    .strictObject({
      by: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 09:00')
        .describe(
          'The time of day by which there must be records of the day, week, month, quarter or year before.',
        ),
      zone: z
        .string()
        .refine(isZone, 'a time zone such as Africa/Lagos')
        .meta({ description: 'The time zone of the time.', pattern: ZONE_PATTERN }),
    })
    .describe('When the records must have arrived.'),
}).meta({ title: 'an alert on missing records' })

export const Alerts = z
  .array(z.union([ConditionAlert, MissingAlert]))
  .min(1)
  .max(20)

export type AlertDefinition = z.infer<typeof Alerts>[number]
