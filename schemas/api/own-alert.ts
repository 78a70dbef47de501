import * as z from 'zod/mini'
import { DefinedAlert } from './alert.ts'
import { boundedText, NoId } from './parameters.ts'

export const MAX_OWN_ALERTS = 20

/** An alert that a user sets on a column of a report. */
const content = {
  report: boundedText(100),
  /** The screen of the report; null for its first tab and variant. */
  tab: z.nullable(boundedText(100)),
  variant: z.nullable(boundedText(100)),
  /** Values of selectors that are no periods, by name. */
  selectors: z.record(boundedText(100), boundedText(4_000)),
  /** The column as the definition names it, and the label of the one that is watched. */
  column: boundedText(200),
  label: boundedText(500),
  /** A value, the change since the period before as a part of 1, or what is usual, which has no value. */
  against: z.enum(['value', 'previous', 'usual']),
  operator: z.enum(['<', '>', 'outside']),
  value: z.nullable(z.number()),
  title: boundedText(100).check(z.minLength(1, 'must not be blank')),
  mail: z.boolean(),
}

/** Body of `POST /v1/alerts/own`, and of its replay. */
export const CreateOwnAlertRequest = z.strictObject({ id: NoId, ...content }).check(
  z.refine(
    ({ against, operator, value }) =>
      against === 'usual' ? value === null : value !== null && operator !== 'outside',
    {
      error: 'must be a number, with an operator for one limit; nothing for what is usual',
      path: ['value'],
    },
  ),
)
export type OwnAlertForm = Omit<z.output<typeof CreateOwnAlertRequest>, 'id'>
/** As the database has it. */
export const OwnAlertContent = z.object(content)

/** An alert of the caller, with its present value. */
export const OwnAlert = z.object({ ...DefinedAlert.shape, id: z.int(), mail: z.boolean() })
export type OwnAlert = z.infer<typeof OwnAlert>

/** An alert that a reader has set, as administration shows it. */
export const ReaderAlert = z.object({ ...OwnAlert.shape, owner: z.string() })
export type ReaderAlert = z.infer<typeof ReaderAlert>
