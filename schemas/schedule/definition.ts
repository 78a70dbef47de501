import { z } from 'zod'
import { describe, meta } from 'zod/mini'
import { DueTime, ScheduledView, ScheduleForm } from '../api/schedule.ts'
import { ZONE_PATTERN } from '../report/alerts.ts'
import { define, defineKind, Id, shortText } from '../report/primitives.ts'

const { shape: view } = ScheduledView
const { shape: due } = DueTime
const { shape: form } = ScheduleForm

const View = define('ScheduleView', 'What is shown.', {
  kind: view.kind,
  id: view.id.check(describe('The id of the report or dashboard.')),
  tab: z._default(view.tab, null).describe('The tab of the report; by default the first.'),
  variant: z._default(view.variant, null).describe('The variant of the report; by default the first.'),
  chart: z._default(view.chart, null).describe('The chart of the report that is drawn; by default none.'),
  selectors: z
    ._default(view.selectors, {})
    .describe('Values of selectors of the report that are no periods, by name.'),
  compare: view.compare.check(
    describe(
      'The earlier period of the report that is shown below the total: "sameDays", "previous" or "year".',
    ),
  ),
  period: z
    ._default(view.period, 'latest')
    .describe(
      '"latest" with records; "previous-month", "previous-week", "last-7-days" or "yesterday" of the time of sending; or one that never changes: a year, a quarter, a month, a week, a day, or two days joined by ..',
    ),
})

const Due = define('ScheduleDue', 'When it is sent: at times, or with each alert of the report.', {
  every: due.every,
  day: z
    ._default(due.day, 1)
    .describe('The day of the week from 1 for Monday, or of the month; the last one of a shorter month.'),
  time: due.time.check(describe('The time of day, such as 07:00.')),
  zone: due.zone.check(
    meta({ description: 'The time zone of the time, such as Africa/Lagos.', pattern: ZONE_PATTERN }),
  ),
})

/** A schedule as its author writes it: one JSON file in `schedules/`. `src/definition/schedules.ts` compiles it. */
export const ScheduleDefinition = defineKind(
  'ScheduleDefinition',
  'Schedule definition',
  'One report or dashboard that is sent by mail regularly.',
  {
    $schema: z.string().optional().describe('Lets an editor complete and explain.'),
    id: Id.describe('The name of the definition and of its file.'),
    owner: shortText(100).describe(
      'The user id of the account whose rights its mails have when they are sent.',
    ),
    view: View,
    due: Due,
    workbook: z._default(form.workbook, true).describe('Whether the workbook is attached.'),
    charts: z._default(form.charts, true).describe('Whether charts are shown.'),
    onlyNewData: z
      ._default(form.onlyNewData, false)
      .describe('Whether nothing is sent while the figures are those of the last mail.'),
    recipients: form.recipients.check(
      describe('Mail addresses, of accounts or of the domains of MAIL_DOMAINS.'),
    ),
  },
)
