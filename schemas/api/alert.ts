import * as z from 'zod/mini'

const AlertRow = z.object({
  /** The time of the row, or the period whose rows are names. */
  label: z.string(),
  /** What the value is of; empty if that is clear. */
  subject: z.string(),
  text: z.string(),
})
export type AlertRow = z.infer<typeof AlertRow>

/** What readers are shown of an alert that has fired. */
export const AlertContent = z.object({
  title: z.string(),
  /** The name of the report in the menu, with its tab. */
  report: z.string(),
  /** The latest rows first; of one time, the farthest from the limit first. */
  rows: z.array(AlertRow),
  hiddenRows: z.int(),
  /** The path of the portal that shows what fired. */
  url: z.string(),
})
export type AlertContent = z.infer<typeof AlertContent>

/** A time during which an alert fired. */
export const AlertEpisode = z.object({
  id: z.int(),
  firedAt: z.string(),
  endedAt: z.nullable(z.string()),
  ...AlertContent.shape,
})
export type AlertEpisode = z.infer<typeof AlertEpisode>

/** Response of `GET /v1/alerts`: those that fire, then those that ended within 30 days, each the latest first. */
export const AlertList = z.object({ records: z.array(AlertEpisode) })
export type AlertList = z.infer<typeof AlertList>

/** Says how often an alert would have fired over some weeks, and when. */
export const AlertReplay = z.object({
  title: z.string(),
  /** Names the first and the last evaluated day; null without records. */
  days: z.nullable(z.object({ first: z.string(), last: z.string() })),
  /** Counts the evaluated rows of time, or the periods if rows are names. */
  steps: z.int(),
  /** Warns of what the answer cannot know; empty for nothing. */
  hint: z.string(),
  episodes: z.array(
    z.object({
      /** Labels the first step at which it fires; `ended` labels the first at which it does not. */
      began: z.string(),
      ended: z.nullable(z.string()),
      rows: z.array(AlertRow),
      hiddenRows: z.int(),
    }),
  ),
})
export type AlertReplay = z.infer<typeof AlertReplay>

/** Response of `GET /v1/alerts/replay`: each alert of a report. */
export const AlertReplayList = z.object({ records: z.array(AlertReplay) })

/** An alert of a definition, as administration lists it. */
export const DefinedAlert = z.object({
  /** The ids of its report and of itself. */
  id: z.string(),
  title: z.string(),
  report: z.string(),
  /** What it waits for, in words; empty where `present` is hidden. */
  condition: z.string(),
  /** Null if it does not fire. */
  firingSince: z.nullable(z.string()),
  /** Whether the caller may not open the report, so that `present` is null. */
  isHidden: z.boolean(),
  /** The latest row of time that it watches; null without a record. */
  present: z.nullable(
    z.object({
      label: z.string(),
      values: z.array(z.object({ subject: z.string(), text: z.string(), meetsCondition: z.boolean() })),
      hiddenValues: z.int(),
      url: z.string(),
    }),
  ),
})
export type DefinedAlert = z.infer<typeof DefinedAlert>
