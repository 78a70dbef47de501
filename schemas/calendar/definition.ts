import { z } from 'zod'
import { defineKind, type Frozen, Id, IsoDay, shortText } from '../report/primitives.ts'

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const

/** A calendar as its author writes it: one JSON file in `calendars/`. */
export const CalendarDefinition = defineKind(
  'CalendarDefinition',
  'Calendar',
  'The days on which nobody works: the weekend and the holidays of a country.',
  {
    $schema: z.string().optional().describe('Lets an editor complete and explain.'),
    id: Id.describe('The name of the calendar and of its file: lower-case words joined by hyphens.'),
    title: shortText(60).describe('What the calendar is called.'),
    weekend: z
      .array(z.enum(weekdays))
      .max(6)
      .default(['Saturday', 'Sunday'])
      .describe('The weekdays on which nobody works.'),
    holidays: z
      .record(IsoDay, shortText(60))
      .describe(
        'The name of each holiday, by its date, such as 2025-10-01. A year without a holiday is unknown: its workdays are blank.',
      ),
    until: IsoDay.optional().describe(
      'The last day up to which all holidays are known: workdays after it are blank. By default the end of the last year with a holiday.',
    ),
  },
)

/** Describes a calendar as understood: its weekend as numbers of weekdays, 0 for Sunday. */
export type CalendarPlan = Frozen<Pick<z.infer<typeof CalendarDefinition>, 'title' | 'holidays'>> & {
  readonly weekend: readonly number[]
  /** The last day whose workdays are counted. */
  readonly until: string
}
