import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { AlertReplay } from '../../../../schemas/api/alert.ts'
import { AnyEnvelope, lenientRecord } from '../../../../schemas/api/lenient.ts'
import type { OwnAlertForm } from '../../../../schemas/api/own-alert.ts'
import type { ReportPlan } from '../../../report/model/report-plan.ts'
import type { TableColumn } from '../../../report/model/report-table.ts'
import { isPeriod } from '../../../report/selection/selector-kinds.ts'
import { listAddable } from '../../../report/table/added-columns.ts'
import { withQueries } from '../../administration/query-provider.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'
import { CheckBox } from '../../kit/check-box.tsx'
import { FormDialog, requireText, useFieldErrors } from '../../kit/form-dialog.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { TextField } from '../../kit/text-field.tsx'
import { notify } from '../../kit/toaster.tsx'
import type { LoadedReport } from '../../machines/report-context.ts'

export const OWN_ALERTS = '/v1/alerts/own'
const Replay = lenientRecord(AlertReplay)
const WANTED = 'A number, such as 12.5'
/** Waits so long after a key before it replays, in milliseconds. */
const PAUSE_MS = 400

type Props = { readonly plan: ReportPlan; readonly loaded: LoadedReport; readonly onClose: () => void }

/** Shows the dialog that sets an alert of one's own, and says when it would have fired. */
const TellMeDialog = ({ plan, loaded, onClose }: Props) => {
  const api = useApi()
  const { keyKind } = loaded.table
  const columns = listAddable(loaded.table)
  const [label, setLabel] = useState(columns.find(({ role }) => role === 'total')?.label ?? columns[0]?.label)
  const [kind, setKind] = useState('below')
  const [limit, setLimit] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [mail, setMail] = useState(true)
  const column = columns.find((candidate) => candidate.label === label)
  const offered = ownConditions.filter(
    ({ against }) => against !== 'previous' || plan.compare.includes(against),
  )
  const condition = offered.find(({ id }) => id === kind) ?? offered[0]
  const title = name ?? (column && condition ? formatOwnTitle(column, condition, limit) : '')
  const form = column && condition ? buildForm({ plan, loaded, column, condition, limit, title, mail }) : null
  const fields = useFieldErrors({
    limit: form === null ? WANTED : undefined,
    title: requireText(title, 'Enter a name.'),
  })
  const limitError = limit !== '' && !form ? WANTED : fields.shown.limit
  const replay = useReplay(form)
  const save = async () => {
    const { message } = await api.post(OWN_ALERTS, { body: form, schema: AnyEnvelope })
    notify(
      <>
        {message}{' '}
        <Link to="/account/alerts" className="underline">
          Your alerts
        </Link>
      </>,
      'success',
    )
    onClose()
  }
  return (
    <FormDialog title="Tell me when…" submitLabel="Tell me" onClose={onClose} onSubmit={save} fields={fields}>
      <SelectField
        label="Column"
        value={label ?? ''}
        options={columns.map((choice) => ({ value: choice.label, label: choice.label }))}
        onChange={setLabel}
      />
      <SelectField
        label="Is"
        value={condition?.id ?? ''}
        options={offered.map(({ id, words }) => ({ value: id, label: words }))}
        onChange={setKind}
      />
      {condition?.limit !== null && column && condition && (
        <TextField
          label={isPart(condition, column) ? 'Per cent' : 'Value'}
          inputMode="decimal"
          autoComplete="off"
          value={limit}
          onChange={setLimit}
          hint={limit === '' && !limitError ? WANTED : undefined}
          error={limitError}
        />
      )}
      <TextField
        label="Name"
        error={fields.shown.title}
        autoComplete="off"
        maxLength={100}
        value={title}
        onChange={(text) => setName(text === '' ? null : text)}
      />
      {hasFeature('schedules') && (
        <CheckBox label="Send me a mail, too" isChecked={mail} onChange={() => setMail(!mail)} />
      )}
      <div className="max-h-40 shrink-0 overflow-y-auto text-sm tabular-nums">
        <output>{describeReplay(form, replay)}</output>
        {form !== null && (
          <ul className="list-disc pl-5">
            {listFirings(replay).map((firing) => (
              <li key={firing}>{firing}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="text-sm text-soft">
        {`It looks at the latest ${keyKind === 'text' ? 'period' : 'rows'} of this report after each import. The bell in the header tells you.`}
        {condition?.against === 'previous' && keyKind !== 'text' && (
          <> {`A change is since the same ${keyKind === 'date' ? 'day' : keyKind} of the period before.`}</>
        )}
      </p>
    </FormDialog>
  )
}

export default withQueries(TellMeDialog)

/** Returns true for a limit that is written in per cent. */
const isPart = ({ limit }: OwnCondition, { format }: TableColumn): boolean =>
  limit === 'change' || format?.options.style === 'percent'

interface Chosen extends Pick<Props, 'plan' | 'loaded'> {
  readonly column: TableColumn
  readonly condition: (typeof ownConditions)[number]
  readonly limit: string
  readonly title: string
  readonly mail: boolean
}

/** Builds the alert of the dialog; null without a limit that it needs. */
function buildForm({ plan, loaded, column, condition, limit, title, mail }: Chosen): OwnAlertForm | null {
  const { against, operator } = condition
  const number = readLimit(limit)
  if (condition.limit !== null && number === null) return null
  const sign = condition.limit === 'change' && operator === '<' ? -1 : 1
  const unit = isPart(condition, column) ? 100 : 1
  const value = condition.limit === null || number === null ? null : (sign * number) / unit
  const selectors = plan.selectors.flatMap((selector) => {
    const chosen = loaded.selection[selector.name] ?? ''
    return isPeriod(selector) || chosen === '' ? [] : [[selector.name, chosen] as const]
  })
  const { reportId: report, tab, variant } = plan
  return {
    report,
    tab,
    variant,
    selectors: Object.fromEntries(selectors),
    column: column.from,
    label: column.label,
    against,
    operator,
    value,
    title: title.trim().slice(0, 100),
    mail: mail && hasFeature('schedules'),
  }
}

/** Replays an alert after a pause; null until its answer is there. */
function useReplay(form: OwnAlertForm | null): AlertReplay | 'failed' | null {
  const api = useApi()
  // What it is called and how it is sent changes nothing.
  const body = form && { ...form, title: 'Replay', mail: false }
  const { data, isError } = useQuery({
    queryKey: ['alert-replay', body],
    enabled: body !== null,
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      return (await api.post(`${OWN_ALERTS}/replay`, { body, schema: Replay, signal })).records
    },
  })
  return isError ? 'failed' : (data ?? null)
}

function describeReplay(form: OwnAlertForm | null, replay: AlertReplay | 'failed' | null): string {
  if (form === null) return ''
  if (replay === null) return 'Looking at the last 12 weeks...'
  if (replay === 'failed') return 'The last 12 weeks could not be looked at.'
  const { episodes, days } = replay
  if (days === null) return 'There are no records yet.'
  if (episodes.length === 0) return `It would not have fired in 12 weeks, ${days.first} to ${days.last}.`
  return `It would have fired ${episodes.length === 1 ? 'once' : `${episodes.length} times`} in 12 weeks:`
}

/** Lists the firings of a replay, the latest first, each with its values. */
const listFirings = (replay: AlertReplay | 'failed' | null): readonly string[] =>
  replay === null || replay === 'failed'
    ? []
    : replay.episodes.toReversed().map(({ began, rows }) => {
        const values = rows.map(({ subject, text }) => [subject, text].filter(Boolean).join(' ')).join(', ')
        return values === '' ? began : `${began} (${values})`
      })

interface OwnCondition extends Pick<OwnAlertForm, 'against' | 'operator'> {
  readonly id: string
  readonly words: string
  /** What the reader writes: a value, a change in per cent, or nothing. */
  readonly limit: 'value' | 'change' | null
}

/** What an alert can wait for, in the order of the list. */
const ownConditions: readonly OwnCondition[] = [
  { id: 'below', words: 'below', against: 'value', operator: '<', limit: 'value' },
  { id: 'above', words: 'above', against: 'value', operator: '>', limit: 'value' },
  {
    id: 'fallen',
    words: 'down from the period before by more than',
    against: 'previous',
    operator: '<',
    limit: 'change',
  },
  {
    id: 'risen',
    words: 'up from the period before by more than',
    against: 'previous',
    operator: '>',
    limit: 'change',
  },
  { id: 'unusual', words: 'not usual', against: 'usual', operator: 'outside', limit: null },
  { id: 'low', words: 'lower than usual', against: 'usual', operator: '<', limit: null },
  { id: 'high', words: 'higher than usual', against: 'usual', operator: '>', limit: null },
]

/** Reads a number with commas between thousands alone; null for another text, such as 1,5. */
export function readLimit(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '')
  return /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(digits) ? Number(digits.replaceAll(',', '')) : null
}

function formatOwnTitle(column: TableColumn, condition: OwnCondition, text: string): string {
  const isEmpty = condition.limit === null || text.trim() === ''
  const number = isEmpty ? '' : `${text.trim()}${isPart(condition, column) ? '%' : ''}`
  return [column.label, condition.words, number].filter(Boolean).join(' ').slice(0, 100)
}
