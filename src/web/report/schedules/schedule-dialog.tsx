import { useState } from 'react'
import {
  Address,
  type DueTime,
  type MovingPeriod,
  movingPeriods,
  Schedule,
  type ScheduledView,
  type ScheduleForm,
} from '../../../../schemas/api/schedule.ts'
import { lenientRecord } from '../../../../schemas/api/lenient.ts'
import { buildDaysPlan, canFollow, getUsualPeriod, pickOthers } from '../../../report/selection/own-days.ts'
import { OWN_DAYS } from '../../../report/selection/url-state.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import { withQueries } from '../../administration/query-provider.tsx'
import { CheckBox } from '../../kit/check-box.tsx'
import { FormDialog, requireText, useFieldErrors } from '../../kit/form-dialog.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import { type ReportPlan, resolveCompare, type Selection } from '../../../report/model/report-plan.ts'
import type { Arrangement } from '../../../report/selection/url-state.ts'
import { dueKinds, everyKind } from './due-times.ts'
import { SchedulesLink, SentAlready, useOwnSchedules } from './own-schedules.tsx'

/** Describes what is to be sent: a report with its choices, a dashboard, or what a schedule sends already. */
export type Sent =
  | {
      readonly plan: ReportPlan
      readonly selection: Selection
      readonly chart: ScheduledView['chart']
      readonly compare: string | null
      readonly arrangement: Pick<Arrangement, 'added'>
    }
  | { readonly dashboard: string; readonly period: string }
  | { readonly schedule: Schedule; readonly etag: string | null }

const PERIODS: Readonly<Record<MovingPeriod, string>> = {
  latest: 'Latest with records',
  'previous-month': 'Previous month',
  'previous-week': 'Previous week',
  'last-7-days': 'Last 7 days',
  yesterday: 'Yesterday',
}

type Props = {
  readonly sent: Sent
  readonly onClose: () => void
  readonly onSaved?: () => void
}

/** Shows the dialog in which a user has a report or a dashboard sent, or changes how it is sent. */
const ScheduleDialog = ({ sent, onClose, onSaved }: Props) => {
  const api = useApi()
  const { username } = useSession()
  const [initialForm] = useState(() => buildForm(sent))
  const [form, setForm] = useState(initialForm)
  const own = useOwnSchedules()
  const [typed, setAddresses] = useState('schedule' in sent ? initialForm.recipients.join(', ') : null)
  const addresses = typed ?? own?.address ?? ''
  const recipients = addresses.split(/[\s,;]+/).filter((address) => address !== '')
  const wrong = recipients.find((address) => !Address.safeParse(address).success)
  const fields = useFieldErrors({
    to:
      wrong === undefined
        ? requireText(recipients.join(''), 'Enter a mail address such as ada@example.com.')
        : `${wrong} must be a mail address such as ada@example.com.`,
  })
  const isNew = !('schedule' in sent)
  const { kind, id, tab } = initialForm.view
  const alike = (own?.schedules ?? []).filter(
    ({ view: other }) => other.kind === kind && other.id === id && other.tab === tab,
  )
  const { view, due } = form
  const set = (change: Partial<ScheduleForm>) => setForm({ ...form, ...change })

  const setDue = (change: Partial<DueTime>) => {
    const period = change.every && usualPeriods[change.every]
    // A period that was chosen stays.
    const isFollowed = Object.values(usualPeriods).some((usual) => usual === view.period)
    const isOffered = listPeriods(sent).some(({ value }) => value === period)
    const follows = period !== undefined && isFollowed && isOffered
    set({ due: { ...due, ...change }, ...(follows && { view: { ...view, period } }) })
  }

  const save = async (isTest = false) => {
    const body: ScheduleForm = { ...form, recipients }
    if ('schedule' in sent) {
      const headers: Record<string, string> = sent.etag === null ? {} : { 'if-match': sent.etag }
      await api.put(`/v1/schedules/${sent.schedule.id}`, { body, headers })
    } else {
      const { records } = await api.post('/v1/schedules', { body, schema: lenientRecord(Schedule) })
      if (isTest) await api.post(`/v1/schedules/${records.id}/send`, { query: { test: true } })
    }
    notify(
      <>
        Schedule saved successfully!{isTest && ' A test is on its way to you.'} <SchedulesLink />
      </>,
      'success',
    )
    onSaved?.()
    onClose()
  }
  const plan = 'plan' in sent ? sent.plan : null
  const hasAlerts = initialForm.due.every === 'alert' || (plan !== null && plan.alerts.length > 0)
  const ended = 'schedule' in sent ? sent.schedule.unsubscribed : []
  const isTimed = due.every !== 'alert'
  const choices = [
    { name: 'workbook', label: 'Attach the workbook' } as const,
    ...(hasCharts(view) ? [{ name: 'charts', label: 'Show the chart' } as const] : []),
    ...(isTimed ? [{ name: 'onlyNewData', label: 'Only when there are new data' } as const] : []),
  ]
  return (
    <FormDialog
      title="Send regularly"
      onClose={onClose}
      onSubmit={() => save()}
      fields={fields}
      otherAction={isNew ? { label: 'Save and send me a test', run: () => save(true) } : null}
    >
      {isNew && <SentAlready schedules={alike} />}
      <DueFields due={due} hasAlerts={hasAlerts} onChange={setDue} />
      <SelectField
        label="Period"
        value={view.period}
        options={listPeriods(sent)}
        onChange={(period) => set({ view: { ...view, period } })}
      />
      <TextField
        label="To"
        error={fields.shown.to}
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
      <p className="break-words text-sm text-soft">{`Each mail shows the figures that ${username} may see on that day. It goes only to accounts that may open them and to addresses of allowed domains.`}</p>
      {ended.length > 0 && (
        <p className="break-words text-sm text-soft">{`Gets no more of your mails: ${ended.join(', ')} (unsubscribed).`}</p>
      )}
    </FormDialog>
  )
}

export default withQueries(ScheduleDialog)

/** The periods that weekly and monthly mails usually show. */
const usualPeriods: Partial<Record<DueTime['every'], string>> = {
  weekly: 'previous-week',
  monthly: 'previous-month',
}

type DueProps = {
  readonly due: DueTime
  /** Whether what is sent has alerts, with which it can be sent. */
  readonly hasAlerts: boolean
  readonly onChange: (change: Partial<DueTime>) => void
}

/** Shows the fields that say when a schedule sends. */
const DueFields = ({ due, hasAlerts, onChange }: DueProps) => {
  const { days } = dueKinds[due.every]
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label="Every"
        value={due.every}
        options={everyKind
          .filter((every) => every !== 'alert' || hasAlerts)
          .map((every) => ({ value: every, label: dueKinds[every].label }))}
        onChange={(chosen) => {
          const every = everyKind.find((kind) => kind === chosen) ?? 'daily'
          onChange({ every, day: every === 'weekly' ? 1 : 3 })
        }}
      />
      {days !== undefined && (
        <SelectField
          label="Day"
          value={String(due.day)}
          options={days.map((label, index) => ({ value: String(index + 1), label }))}
          onChange={(day) => onChange({ day: Number(day) })}
        />
      )}
      {due.every !== 'alert' && (
        <>
          <TextField label="Time" type="time" value={due.time} onChange={(time) => onChange({ time })} />
          <TextField label="Time zone" value={due.zone} onChange={(zone) => onChange({ zone })} />
        </>
      )}
    </div>
  )
}

/** Builds the new schedule of what is shown, or the one that is changed. */
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

/** Builds what is shown, in the period that a schedule of it usually has. */
function buildView(sent: Exclude<Sent, { schedule: unknown }>): ScheduledView {
  if ('dashboard' in sent) {
    const nothing = { tab: null, variant: null, chart: null, compare: null, selectors: {} }
    return { kind: 'dashboard', id: sent.dashboard, ...nothing, period: 'latest' }
  }
  const { plan, selection } = sent
  const { reportId: id, tab, variant } = plan
  const selectors = pickOthers(plan, selection)
  const chart = sent.chart ?? plan.chart.types[0] ?? null
  const compare = resolveCompare(plan, sent.compare)
  const { added } = sent.arrangement
  const shown = { ...(added.length > 0 && { added: [...added] }), period: getUsualPeriod(plan) }
  return { kind: 'report', id, tab, variant, chart, selectors, compare, ...shown }
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

/** Returns the period that is shown now; empty for the latest. */
function getShownPeriod(sent: Exclude<Sent, { schedule: unknown }>): string {
  if ('dashboard' in sent) return sent.period
  const isOwn = (sent.selection[OWN_DAYS] ?? '') !== ''
  const plan = (isOwn ? buildDaysPlan(sent.plan) : null) ?? sent.plan
  const { year, days } = getPeriod(plan, sent.selection)
  if (days !== null) return days.first === days.last ? days.first : `${days.first}..${days.last}`
  return year === null ? '' : String(year)
}
