import type { DueTime, Schedule, ScheduledView } from '../../../schemas/api/schedule.ts'
import type { ReportPlan, Selection } from '../../report/plan.ts'

/** What is to be sent: a report with what is chosen on its page, a dashboard, or what a schedule sends already. */
export type Sent =
  | { readonly plan: ReportPlan; readonly selection: Selection; readonly chart: ScheduledView['chart'] }
  | { readonly dashboard: string; readonly period: string }
  | { readonly schedule: Schedule; readonly etag: string | null }

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const dayWords: Readonly<Record<DueTime['every'], (day: number) => string>> = {
  daily: () => 'Every day',
  weekly: (day) => `Every ${weekdays[day - 1] ?? ''}`,
  monthly: (day) => `On the ${formatOrdinal(day)} of every month`,
  lastWorkingDay: () => 'On the last working day of every month',
  alert: () => 'When an alert fires or ends',
}

/** Says when a schedule sends: `On the 3rd of every month at 07:00 (Africa/Lagos)`. */
export const describeDue = ({ every, day, time, zone }: DueTime): string =>
  every === 'alert' ? dayWords.alert(day) : `${dayWords[every](day)} at ${time} (${zone})`

/** The number of a day with its ending: `3rd`. */
export function formatOrdinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}
