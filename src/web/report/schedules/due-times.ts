import type { DueTime } from '../../../../schemas/api/schedule.ts'

type DueKind = {
  /** In the list after `Every`. */
  readonly label: string
  /** When it sends, at its time of a day. */
  readonly describe: (day: number) => string
  /** The days to choose from, from 1. */
  readonly days?: readonly string[]
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const monthDays = Array.from({ length: 31 }, (_, index) => formatOrdinal(index + 1))

export const dueKinds: Readonly<Record<DueTime['every'], DueKind>> = {
  daily: { label: 'Day', describe: () => 'Every day' },
  weekly: { label: 'Week', describe: (day) => `Every ${weekdays[day - 1] ?? ''}`, days: weekdays },
  monthly: {
    label: 'Month',
    describe: (day) => `On the ${formatOrdinal(day)} of every month`,
    days: monthDays,
  },
  lastWorkingDay: {
    label: 'Last working day of the month',
    describe: () => 'On the last working day of every month',
  },
  alert: { label: 'Alert that fires or ends', describe: () => 'When an alert fires or ends' },
}

export const everyKind = Object.keys(dueKinds) as readonly DueTime['every'][]

/** Says when a schedule sends: `On the 3rd of every month at 07:00 (Africa/Lagos)`. */
export const describeDue = ({ every, day, time, zone }: DueTime): string =>
  dueKinds[every].describe(day) + (every === 'alert' ? '' : ` at ${time} (${zone})`)

function formatOrdinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}
