import * as z from 'zod/mini'
import { boundedText, patternText, RecordId, wholeNumber } from './parameters.ts'

const dueKinds = ['daily', 'weekly', 'monthly', 'lastWorkingDay', 'alert'] as const

/**
 * When a schedule sends: on a day of the week from 1 for Monday, on a day of the month, or its last one, or when an alert of
 * the report fires or ends.
 */
export const DueTime = z.strictObject({
  every: z.enum(dueKinds),
  day: wholeNumber(1, 31),
  time: patternText(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:00'),
  zone: boundedText(60),
})
export type DueTime = z.infer<typeof DueTime>

/** The periods that move with the time of sending; any other is one that never changes. */
export const movingPeriods = [
  'previous-month',
  'previous-week',
  'last-7-days',
  'yesterday',
  'latest',
] as const
export type MovingPeriod = (typeof movingPeriods)[number]

/** What a schedule shows: a report as it is chosen on its page, or a dashboard. */
export const ScheduledView = z.strictObject({
  kind: z.enum(['report', 'dashboard']),
  id: boundedText(100),
  /** Of a report. */
  tab: z.nullable(boundedText(100)),
  variant: z.nullable(boundedText(100)),
  chart: z.nullable(boundedText(40)),
  /** The values of selectors that are no periods, by name. */
  selectors: z
    .record(boundedText(100), boundedText(4000))
    .check(z.refine((values) => Object.keys(values).length <= 20, 'at most 20')),
  /** The earlier periods that are shown below the total; null for none. */
  compare: z._default(z.nullable(z.enum(['sameDays', 'previous', 'year', 'all'])), null),
  /** What its reader added to the table, as the address of the screen says it. */
  added: z.optional(z.array(boundedText(600)).check(z.maxLength(20))),
  /** A moving period, or a year, a quarter, a month, a week, a day, or two days joined by `..`. */
  period: patternText(
    /^(previous-month|previous-week|last-7-days|yesterday|latest|\d{4}(-(\d\d|Q\d|W\d\d))?|\d{4}-\d\d-\d\d(\.\.\d{4}-\d\d-\d\d)?)$/,
    `must be ${movingPeriods.join(', ')}, a year, a quarter, a month, a week, a day, or two days joined by ..`,
  ),
})
export type ScheduledView = z.infer<typeof ScheduledView>

/** A mail address in ASCII; nothing in it can end a header. A mail server may forward the local parts `a%domain` and `domain!a`. */
export const Address = boundedText(254).check(
  z.regex(
    /^[\w.#$&'*+/=?^`{|}~-]{1,64}@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z][A-Za-z\d-]+$/,
    'must be a mail address such as ada@example.com',
  ),
)

/** Returns the mailbox of an address, by which addresses are compared: in lower case and without a tag. */
export const toMailbox = (address: string): string =>
  address.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, '$1@')

/** Body of a new or changed schedule. */
export const ScheduleForm = z.strictObject({
  view: ScheduledView,
  due: DueTime,
  workbook: z.boolean(),
  charts: z.boolean(),
  recipients: z.array(Address).check(z.minLength(1), z.maxLength(20)),
  /** Whether nothing is sent while the figures are those of the last mail. */
  onlyNewData: z.boolean(),
})
export type ScheduleForm = z.infer<typeof ScheduleForm>

/** How a sending ended: `text` names who got it, and what is missing and why. */
export const ScheduleRun = z.object({
  at: z.string(),
  result: z.enum(['sent', 'skipped', 'failed']),
  text: z.string(),
})
export type ScheduleRun = z.infer<typeof ScheduleRun>

export const Schedule = z.object({
  id: z.int(),
  /** The user id of who owns it: its mails show what this user may see. */
  owner: z.string(),
  title: z.string(),
  ...ScheduleForm.shape,
  recipients: z.array(z.string()),
  /** The recipients who get no more mails of its owner. */
  unsubscribed: z.array(z.string()),
  /** The definition in `schedules/` that it is from; null for one of a user. */
  file: z.nullable(z.string()),
  paused: z.boolean(),
  /** When it sends next; null while it is paused, or waits for an alert. */
  nextAt: z.nullable(z.string()),
  /** Its last ten, the latest first. */
  runs: z.array(ScheduleRun),
})
export type Schedule = z.infer<typeof Schedule>

/** Query of a sending: `test` sends it only to its owner. */
export const SendQuery = z.strictObject({ test: z.optional(z.literal('true')) })

export const PauseRequest = z.strictObject({ paused: z.boolean() })

/** Query of an address that ends the mails to one recipient. What is damaged is empty, so that a page can say so. */
export const UnsubscribeQuery = z.object({
  schedule: z.catch(RecordId, 0),
  address: z.catch(Address, ''),
  token: z.catch(patternText(/^[A-Za-z0-9_-]{43}$/, 'must be that of the mail'), ''),
  /** Whether the mails are sent again. */
  again: z.catch(z.optional(z.literal('true')), undefined),
})
export type UnsubscribeQuery = z.output<typeof UnsubscribeQuery>
