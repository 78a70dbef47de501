import { useState } from 'react'
import {
  type DueTime,
  movingPeriods,
  type Schedule,
  type ScheduledView,
  type ScheduleForm,
} from '../../../../schemas/api/schedule.ts'
import { canFollow, getUsualPeriod } from '../../../report/selection/choose-period.ts'
import { getPeriod, isPeriod } from '../../../report/selection/selector-kinds.ts'
import { CheckBox } from '../../kit/check-box.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import type { ReportPlan, Selection } from '../../../report/model/report-plan.ts'

/** What is to be sent: a report with what is chosen on its page, a dashboard, or what a schedule sends already. */
export type Sent =
  | { readonly plan: ReportPlan; readonly selection: Selection; readonly chart: ScheduledView['chart'] }
  | { readonly dashboard: string; readonly period: string }
  | { readonly schedule: Schedule; readonly etag: string | null }

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

const dueKinds: Readonly<Record<DueTime['every'], DueKind>> = {
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

const everyKind = Object.keys(dueKinds) as readonly DueTime['every'][]

/** Says when a schedule sends: `On the 3rd of every month at 07:00 (Africa/Lagos)`. */
export const describeDue = ({ every, day, time, zone }: DueTime): string =>
  dueKinds[every].describe(day) + (every === 'alert' ? '' : ` at ${time} (${zone})`)

/** The number of a day with its ending: `3rd`. */
function formatOrdinal(day: number): string {
  const isTeen = day > 10 && day < 14
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`
}

const PERIODS = { latest: 'Latest with records', 'previous-month': 'Previous month', yesterday: 'Yesterday' }

type Props = {
  readonly sent: Sent
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** The dialog in which a user has a report or a dashboard sent, or changes how it is sent. */
const ScheduleDialog = ({ sent, onClose, onSaved }: Props) => {
  const api = useApi()
  const { username } = useSession()
  const [given] = useState(() => buildForm(sent))
  const [form, setForm] = useState(given)
  const [addresses, setAddresses] = useState(given.recipients.join(', '))
  const { view, due } = form
  const set = (change: Partial<ScheduleForm>) => setForm({ ...form, ...change })
  const setDue = (change: Partial<DueTime>) => set({ due: { ...due, ...change } })

  const save = async () => {
    const recipients = addresses.split(/[\s,;]+/).filter((address) => address !== '')
    if (recipients.length === 0) throw new Error('[To] is required')
    const body: ScheduleForm = { ...form, recipients }
    if ('schedule' in sent) {
      const headers: Record<string, string> = sent.etag === null ? {} : { 'if-match': sent.etag }
      await api.put(`/v1/schedules/${sent.schedule.id}`, { body, headers })
    } else await api.post('/v1/schedules', { body })
    notify('Schedule saved successfully!', 'success')
    onSaved?.()
    onClose()
  }
  const plan = 'plan' in sent ? sent.plan : null
  const hasAlerts = given.due.every === 'alert' || (plan !== null && plan.alerts.length > 0)
  const ended = 'schedule' in sent ? sent.schedule.unsubscribed : []
  const isTimed = due.every !== 'alert'
  const { days } = dueKinds[due.every]
  const choices = [
    { name: 'workbook', label: 'Attach the workbook' } as const,
    ...(hasCharts(view) ? [{ name: 'charts', label: 'Show the chart' } as const] : []),
    ...(isTimed ? [{ name: 'onlyNewData', label: 'Only when there are new data' } as const] : []),
  ]
  return (
    <FormDialog title="Send regularly" onClose={onClose} onSubmit={save}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Every"
          value={due.every}
          options={everyKind
            .filter((every) => every !== 'alert' || hasAlerts)
            .map((every) => ({ value: every, label: dueKinds[every].label }))}
          onChange={(chosen) => {
            const every = everyKind.find((kind) => kind === chosen) ?? 'daily'
            setDue({ every, day: every === 'weekly' ? 1 : 3 })
          }}
        />
        {days !== undefined && (
          <SelectField
            label="Day"
            value={String(due.day)}
            options={days.map((label, index) => ({ value: String(index + 1), label }))}
            onChange={(day) => setDue({ day: Number(day) })}
          />
        )}
        {isTimed && (
          <>
            <TextField label="Time" type="time" value={due.time} onChange={(time) => setDue({ time })} />
            <TextField label="Time zone" value={due.zone} onChange={(zone) => setDue({ zone })} />
          </>
        )}
      </div>
      <SelectField
        label="Period"
        value={view.period}
        options={listPeriods(sent)}
        onChange={(period) => set({ view: { ...view, period } })}
      />
      <TextField
        label="To"
        inputMode="email"
        autoComplete="email"
        placeholder="ada@example.com, …"
        value={addresses}
        onChange={setAddresses}
      />
      <fieldset className="flex flex-col gap-1">
        {choices.map(({ name, label }) => (
          <CheckBox
            key={name}
            label={label}
            isChecked={form[name]}
            onChange={(isChecked) => set({ [name]: isChecked })}
          />
        ))}
      </fieldset>
      <p className="break-words text-sm text-soft">{`It shows what ${username} may see then. Only accounts that may open it and addresses of allowed domains get it.`}</p>
      {ended.length > 0 && (
        <p className="break-words text-sm text-soft">{`Gets no more of your mails: ${ended.join(', ')} (unsubscribed).`}</p>
      )}
    </FormDialog>
  )
}

export default ScheduleDialog

/** The new schedule of what is shown, or the one that is changed. */
function buildForm(sent: Sent): ScheduleForm {
  if ('schedule' in sent) {
    const { view, due, workbook, charts, recipients, onlyNewData } = sent.schedule
    return { view, due, workbook, charts, recipients, onlyNewData }
  }
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
  const due = { every: 'monthly', day: 3, time: '07:00', zone } as const
  const view = buildView(sent)
  return { view, due, workbook: true, charts: hasCharts(view), recipients: [], onlyNewData: false }
}

const hasCharts = ({ kind, chart }: ScheduledView): boolean => kind === 'dashboard' || chart !== null

/** What is shown, in the period that a schedule of it usually has. */
function buildView(sent: Exclude<Sent, { schedule: unknown }>): ScheduledView {
  if ('dashboard' in sent) {
    const { dashboard: id } = sent
    return { kind: 'dashboard', id, tab: null, variant: null, chart: null, selectors: {}, period: 'latest' }
  }
  const { plan, selection } = sent
  const { reportId: id, tab, variant } = plan
  const chosen = plan.selectors.flatMap((selector) => {
    const value = selection[selector.name] ?? ''
    return isPeriod(selector) || value === '' ? [] : [[selector.name, value] as const]
  })
  const selectors = Object.fromEntries(chosen)
  const chart = sent.chart ?? plan.chart.types[0] ?? null
  return { kind: 'report', id, tab, variant, chart, selectors, period: getUsualPeriod(plan) }
}

/** Lists the periods to choose from: those that move with the time of sending, the usual one first, and a fixed one. */
function listPeriods(sent: Sent) {
  const plan = 'plan' in sent ? sent.plan : null
  const usual = plan === null ? 'latest' : getUsualPeriod(plan)
  const others = movingPeriods.filter((period) => period !== usual)
  const moving = [usual, ...others.filter((period) => plan === null || canFollow(plan, period))] as const
  const fixed = 'schedule' in sent ? sent.schedule.view.period : getShownPeriod(sent)
  const isFixed = fixed !== '' && movingPeriods.every((period) => period !== fixed)
  return [
    ...moving.map((value) => ({ value: value as string, label: PERIODS[value] })),
    ...(isFixed ? [{ value: fixed, label: `Always ${fixed.replace('..', ' to ')}` }] : []),
  ]
}

/** The period that is shown now; empty for the latest. */
function getShownPeriod(sent: Exclude<Sent, { schedule: unknown }>): string {
  if ('dashboard' in sent) return sent.period
  const { year, days } = getPeriod(sent.plan, sent.selection)
  if (days !== null) return days.first === days.last ? days.first : `${days.first}..${days.last}`
  return year === null ? '' : String(year)
}
