import { useState } from 'react'
import {
  type DueTime,
  movingPeriods,
  type ScheduledView,
  type ScheduleForm,
} from '../../../schemas/api/schedule.ts'
import { canFollow } from '../../report/selection/choose-period.ts'
import { getPeriod, isPeriod } from '../../report/selection/selector-kinds.ts'
import { ApiError } from '../api/response.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { SelectField } from '../components/select-field.tsx'
import { TextField } from '../components/text-field.tsx'
import { notify } from '../components/toaster.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { formatOrdinal, type Sent, weekdays } from './words.ts'

type SentReport = Extract<Sent, { selection: unknown }>

type Props = {
  readonly sent: Sent
  readonly onClose: () => void
  readonly onSaved?: () => void
}

const EVERY: readonly { readonly value: DueTime['every']; readonly label: string }[] = [
  { value: 'daily', label: 'Day' },
  { value: 'weekly', label: 'Week' },
  { value: 'monthly', label: 'Month' },
  { value: 'lastWorkingDay', label: 'Last working day of the month' },
  { value: 'alert', label: 'Alert that fires or ends' },
]
const listDays = (labels: readonly string[]) =>
  labels.map((label, index) => ({ value: String(index + 1), label }))
const DAYS: Partial<Record<DueTime['every'], ReturnType<typeof listDays>>> = {
  weekly: listDays(weekdays),
  monthly: listDays(Array.from({ length: 31 }, (_, index) => formatOrdinal(index + 1))),
}
const PERIODS = { latest: 'Latest with records', 'previous-month': 'Previous month', yesterday: 'Yesterday' }

/** The dialog in which a user has a report or a dashboard sent, or changes how it is sent. */
const ScheduleDialog = ({ sent, onClose, onSaved }: Props) => {
  const api = useApi()
  const { username } = useSession()
  const { view, periods, hasChart, hasAlerts } = describe(sent)
  const [form, setForm] = useState<Omit<ScheduleForm, 'view' | 'recipients'>>(() => {
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
    const chosen = { due: { every: 'monthly', day: 3, time: '07:00', zone } } as const
    const contents = { workbook: true, charts: hasChart, onlyNewData: false }
    const { due, workbook, charts, onlyNewData } =
      'schedule' in sent ? sent.schedule : { ...chosen, ...contents }
    return { due, workbook, charts, onlyNewData }
  })
  const [period, setPeriod] = useState('schedule' in sent ? view.period : (periods[0]?.value ?? 'latest'))
  const [addresses, setAddresses] = useState('schedule' in sent ? sent.schedule.recipients.join(', ') : '')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { due } = form
  const setDue = (change: Partial<DueTime>) => setForm({ ...form, due: { ...due, ...change } })

  const save = async () => {
    const recipients = addresses.split(/[\s,;]+/).filter((address) => address !== '')
    if (recipients.length === 0) return setError('[To] is required')
    setBusy(true)
    const body: ScheduleForm = { ...form, view: { ...view, period }, recipients }
    try {
      if ('schedule' in sent) {
        const headers: Record<string, string> = sent.etag === null ? {} : { 'if-match': sent.etag }
        await api.put(`/v1/schedules/${sent.schedule.id}`, { body, headers })
      } else await api.post('/v1/schedules', { body })
      notify('Schedule saved successfully!', 'success')
      onSaved?.()
      onClose()
    } catch (failure) {
      setBusy(false)
      setError((failure instanceof ApiError ? failure.serverMessage : undefined) ?? 'It could not be saved.')
    }
  }
  const isTimed = due.every !== 'alert'
  const days = DAYS[due.every]
  const choices = [
    { name: 'workbook', label: 'Attach the workbook' } as const,
    ...(hasChart ? [{ name: 'charts', label: 'Show the chart' } as const] : []),
    ...(isTimed ? [{ name: 'onlyNewData', label: 'Only when there are new data' } as const] : []),
  ]
  return (
    <FormDialog title="Send regularly" onClose={onClose} onSubmit={save} isBusy={isBusy} error={error}>
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Every"
          value={due.every}
          options={EVERY.filter(({ value }) => value !== 'alert' || hasAlerts)}
          onChange={(chosen) => {
            const every = EVERY.find(({ value }) => value === chosen)?.value ?? 'daily'
            setDue({ every, day: every === 'weekly' ? 1 : 3 })
          }}
        />
        {days !== undefined && (
          <SelectField
            label="Day"
            value={String(due.day)}
            options={days}
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
      <SelectField label="Period" value={period} options={periods} onChange={setPeriod} />
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
          <label key={name} className="flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              className="accent-accent"
              checked={form[name]}
              onChange={({ target }) => setForm({ ...form, [name]: target.checked })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <p className="break-words text-sm text-soft">{`It shows what ${username} may see then.`}</p>
    </FormDialog>
  )
}

export default ScheduleDialog

/** What is sent, with the period that is shown now, and what can be chosen for it. */
function describe(sent: Sent) {
  const view = buildView(sent)
  const plan = 'plan' in sent ? sent.plan : null
  const moving = movingPeriods.filter((period) => plan === null || canFollow(plan, period))
  const fixed = movingPeriods.some((period) => period === view.period) ? '' : view.period
  return {
    view,
    periods: [
      ...moving.map((value) => ({ value: value as string, label: PERIODS[value] })),
      ...(fixed === '' ? [] : [{ value: fixed, label: `Always ${fixed.replace('..', ' to ')}` }]),
    ],
    hasChart: plan === null ? view.kind === 'dashboard' || view.chart !== null : plan.chart.types.length > 0,
    hasAlerts:
      plan === null ? 'schedule' in sent && sent.schedule.due.every === 'alert' : plan.alerts.length > 0,
  }
}

function buildView(sent: Sent): ScheduledView {
  if ('schedule' in sent) return sent.schedule.view
  if ('dashboard' in sent) {
    const { dashboard: id, period } = sent
    return { kind: 'dashboard', id, tab: null, variant: null, chart: null, selectors: [], period }
  }
  const { plan, selection, chart } = sent
  const { reportId: id, tab, variant } = plan
  const selectors = plan.selectors.flatMap((selector) => {
    const value = selection[selector.name] ?? ''
    return isPeriod(selector) || value === '' ? [] : [{ name: selector.name, value }]
  })
  const drawn = chart ?? plan.chart.types[0] ?? null
  return { kind: 'report', id, tab, variant, chart: drawn, selectors, period: formatShownPeriod(sent) }
}

function formatShownPeriod({ plan, selection }: SentReport): string {
  const { year, days } = getPeriod(plan, selection)
  if (days !== null) return days.first === days.last ? days.first : `${days.first}..${days.last}`
  return year === null ? '' : String(year)
}
