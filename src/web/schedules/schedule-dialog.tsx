import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  type DueTime,
  movingPeriods,
  type ScheduledView,
  type ScheduleForm,
} from '../../../schemas/api/schedule.ts'
import { choosePeriod } from '../../report/selection/choose-period.ts'
import { getPeriod, isPeriod } from '../../report/selection/selector-kinds.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { Banner } from '../components/messages.tsx'
import { SelectField } from '../components/select-field.tsx'
import { TextField } from '../components/text-field.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { describeSchedule, formatOrdinal, periodLabels, type Sent, weekdays } from './words.ts'

type SentReport = Extract<Sent, { selection: unknown }>

type Props = {
  readonly sent: Sent
  readonly onClose: () => void
  /** Called once a schedule is changed; a new one is confirmed in the dialog. */
  readonly onSaved?: () => void
}

const EVERY: readonly { readonly value: DueTime['every']; readonly label: string }[] = [
  { value: 'daily', label: 'Day' },
  { value: 'weekly', label: 'Week' },
  { value: 'monthly', label: 'Month' },
  { value: 'lastWorkingDay', label: 'Last working day of the month' },
  { value: 'alert', label: 'Alert that fires or ends' },
]
const WEEK = weekdays.map((label, index) => ({ value: String(index + 1), label }))
const MONTH = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: formatOrdinal(index + 1),
}))

const TITLE = 'Send regularly'

/** The dialog in which a user has a report or a dashboard sent, or changes how it is sent. */
const ScheduleDialog = ({ sent, onClose, onSaved }: Props) => {
  const stored = 'schedule' in sent ? sent.schedule : null
  const api = useApi()
  const { username } = useSession()
  const formId = useId()
  const [due, setDue] = useState<DueTime>(
    stored?.due ?? {
      every: 'monthly',
      day: 3,
      time: '07:00',
      zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  )
  const periods = listPeriodOptions(sent)
  const [period, setPeriod] = useState(stored?.view.period ?? periods[0]?.value ?? 'latest')
  const hasChart = canDraw(sent)
  const [contents, setContents] = useState(() => {
    const { workbook = true, charts = hasChart, onlyNewData = false } = stored ?? {}
    return { workbook, charts, onlyNewData }
  })
  const [addresses, setAddresses] = useState(stored?.recipients.join(', ') ?? '')
  const [status, setStatus] = useState<'open' | 'busy' | 'saved'>('open')
  const [error, setError] = useState<string | null>(null)
  const recipients = addresses.split(/[\s,;]+/).filter((address) => address !== '')

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (status === 'busy') return
    if (recipients.length === 0) return setError('[To] is required')
    setStatus('busy')
    setError(null)
    const body: ScheduleForm = { view: buildView(sent, period), due, ...contents, recipients }
    try {
      if ('schedule' in sent) {
        const headers: Record<string, string> = sent.etag === null ? {} : { 'if-match': sent.etag }
        await api.put(`/v1/schedules/${sent.schedule.id}`, { body, headers })
        onSaved?.()
        onClose()
      } else {
        await api.post('/v1/schedules', { body })
        setStatus('saved')
      }
    } catch (failure) {
      setStatus('open')
      setError((failure instanceof ApiError ? failure.serverMessage : undefined) ?? 'It could not be saved.')
    }
  }
  const setEvery = (every: string) => {
    const found = EVERY.find(({ value }) => value === every)?.value ?? 'daily'
    setDue({ ...due, every: found, day: found === 'weekly' ? 1 : 3 })
  }
  const kinds = EVERY.filter(({ value }) => value !== 'alert' || hasAlerts(sent))
  const isTimed = due.every !== 'alert'
  const choices = [
    { name: 'workbook', label: 'Attach the workbook' } as const,
    ...(hasChart ? [{ name: 'charts', label: 'Show the chart' } as const] : []),
    ...(isTimed ? [{ name: 'onlyNewData', label: 'Only when there are new data' } as const] : []),
  ]
  const days = due.every === 'weekly' ? WEEK : due.every === 'monthly' ? MONTH : null

  if (status === 'saved') {
    return (
      <Dialog open title={TITLE} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
        <Banner text="Schedule saved successfully!" />
        <p className="text-soft">
          <Link to="/account/schedules" className="underline" onClick={onClose}>
            Your schedules
          </Link>{' '}
          lists it: pause, send now or delete it there.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      title={TITLE}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={status === 'busy'}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-3" onSubmit={(event) => void save(event)}>
        {error !== null && <Banner text={error} />}
        <div className="grid grid-cols-2 gap-3">
          <SelectField label="Every" value={due.every} options={kinds} onChange={setEvery} />
          {days !== null && (
            <SelectField
              label="Day"
              value={String(due.day)}
              options={days}
              onChange={(day) => setDue({ ...due, day: Number(day) })}
            />
          )}
          {isTimed && (
            <>
              <TextField
                label="Time"
                type="time"
                value={due.time}
                onChange={(time) => setDue({ ...due, time })}
              />
              <TextField label="Time zone" value={due.zone} onChange={(zone) => setDue({ ...due, zone })} />
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
                checked={contents[name]}
                onChange={({ target }) => setContents({ ...contents, [name]: target.checked })}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <output className="break-words text-sm text-soft">
          {describeSchedule(due, period, contents, recipients)} It shows what {username} may see then.
        </output>
      </form>
    </Dialog>
  )
}

export default ScheduleDialog

/** The periods that a report or dashboard can show: the moving ones, and the one that is shown now. */
function listPeriodOptions(sent: Sent) {
  const written =
    'plan' in sent ? formatChosenPeriod(sent) : 'schedule' in sent ? sent.schedule.view.period : sent.period
  const shown = movingPeriods.some((one) => one === written) ? '' : written
  const moving = movingPeriods.filter((period) => period === 'latest' || canShow(sent, period))
  return [
    ...moving.map((value) => ({ value: value as string, label: periodLabels[value] })),
    ...(shown === '' ? [] : [{ value: shown, label: `Always ${shown.replace('..', ' to ')}` }]),
  ]
}

const canDraw = (sent: Sent): boolean =>
  'plan' in sent
    ? sent.plan.chart.types.length > 0
    : 'dashboard' in sent || sent.schedule.view.kind === 'dashboard' || sent.schedule.view.chart !== null

const hasAlerts = (sent: Sent): boolean =>
  'plan' in sent ? sent.plan.alerts.length > 0 : 'schedule' in sent && sent.schedule.due.every === 'alert'

/** Any day and month of the calendar shows whether days or months can be chosen. */
function canShow(sent: Sent, period: 'previous-month' | 'yesterday'): boolean {
  const last = period === 'yesterday' ? '2025-01-01' : '2025-01-31'
  return !('plan' in sent) || choosePeriod(sent.plan, { first: '2025-01-01', last }) !== null
}

function formatChosenPeriod({ plan, selection }: SentReport): string {
  const { year, days } = getPeriod(plan, selection)
  if (days !== null) return days.first === days.last ? days.first : `${days.first}..${days.last}`
  return year === null ? '' : String(year)
}

function buildView(sent: Sent, period: string): ScheduledView {
  if ('schedule' in sent) return { ...sent.schedule.view, period }
  if ('dashboard' in sent) {
    const none = { tab: null, variant: null, chart: null, selectors: [] }
    return { kind: 'dashboard', id: sent.dashboard, ...none, period }
  }
  const { plan, selection, chart } = sent
  const selectors = plan.selectors.flatMap((selector) => {
    const value = selection[selector.name] ?? ''
    return isPeriod(selector) || value === '' ? [] : [{ name: selector.name, value }]
  })
  const { tab, variant } = plan
  return {
    kind: 'report',
    id: plan.reportId,
    tab,
    variant,
    chart: chart ?? plan.chart.types[0] ?? null,
    selectors,
    period,
  }
}
