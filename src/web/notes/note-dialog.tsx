import { type FormEvent, useId, useState } from 'react'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { MAX_NOTE_LENGTH, type NoteScope } from '../../../schemas/api/note.ts'
import { formatMoment, getRowSpan, type TimeSpan } from '../../report/notes/place-notes.ts'
import { getKeyKind } from '../../report/rows/key-kinds.ts'
import { getPeriod } from '../../report/selection/selector-kinds.ts'
import type { TableNote } from '../../report/table/report-table.ts'
import { ApiError } from '../api/response.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { SelectField } from '../components/select-field.tsx'
import { Field } from '../components/text-field.tsx'
import { notify } from '../components/toaster.tsx'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { getDays, loadNotes, NOTES, type NotesProps } from './load-notes.ts'

type Props = NotesProps & {
  /** Null for a new one. */
  readonly note: TableNote | null
  readonly onClose: () => void
}

/** The form of a note: from which row to which, of what, and the sentence. */
export const NoteDialog = ({ note, onClose, ...props }: Props) => {
  const { plan, loaded } = props
  const api = useApi()
  const form = useId()
  const isAdministrator = useSession().permissions.ids.has(portalPermissions.roles.id)
  const [stored, setStored] = useState(note)
  const [from, setFrom] = useState(note?.from ?? '')
  const [to, setTo] = useState(note?.to ?? '')
  const [row, setRow] = useState(note?.row ?? '')
  const [scope, setScope] = useState<NoteScope>('report')
  const [text, setText] = useState(note?.text ?? '')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { table } = loaded
  const isNamed = table.keyKind === 'text'
  const { noun } = getKeyKind({ kind: table.keyKind })
  const times = listTimes(props)
  const days = getDays(props)

  const save = async () => {
    const named = { from: stored?.from ?? days?.first, to: stored?.to ?? days?.last, row: row || null }
    const content = { ...(isNamed ? named : { from, to, row: stored?.row ?? null }), text }
    const body = stored === null ? { ...content, screen: plan.key, scope } : content
    const call = { body, schema: AnyEnvelope }
    if (stored === null) await api.post(NOTES, call)
    else await api.put(`${NOTES}/${stored.id}`, { ...call, headers: { 'if-match': stored.version } })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!isNamed && (from === '' || to === '')) return setError(`Choose the first and the last ${noun}.`)
    if (text.trim() === '') return setError('The note is empty.')
    setBusy(true)
    try {
      await save()
      notify('Note saved successfully!', 'success')
      onClose()
    } catch (failure) {
      await explain(failure)
    }
    setBusy(false)
    await loadNotes(api, props).catch(() => [])
  }
  /** After a conflict the next save applies to what is stored now. */
  const explain = async (failure: unknown) => {
    const kind = failure instanceof ApiError ? failure.kind : null
    if (kind !== 'stale' && kind !== 'not-found') {
      return setError(failure instanceof Error ? failure.message : 'The note could not be saved.')
    }
    const now = (await loadNotes(api, props)).find(({ id }) => id === stored?.id) ?? null
    setStored(now)
    setError(
      now === null
        ? 'Someone else removed this note. Save adds it again.'
        : `Someone else changed this note to “${now.text}”. Save replaces that.`,
    )
  }
  const chooseFirst = (moment: string) => {
    setFrom(moment)
    const chosen = times.find((time) => time.from === moment)
    if (chosen !== undefined && to < moment) setTo(chosen.to)
  }
  return (
    <Dialog
      open
      title={note === null ? 'Add note' : 'Change note'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} busy={isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        {isNamed ? (
          <SelectField
            label="Row"
            value={row}
            placeholder="All rows"
            onChange={setRow}
            options={table.rows
              .filter(({ isRest }) => !isRest)
              .map(({ key, label }) => ({ value: key, label }))}
          />
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <SelectField
              label="From"
              value={from}
              placeholder={`Select ${noun}`}
              onChange={chooseFirst}
              options={addOption(
                times.map((time) => ({ value: time.from, label: time.label })),
                from,
              )}
            />
            <SelectField
              label="To"
              value={to}
              placeholder={`Select ${noun}`}
              onChange={setTo}
              options={addOption(
                times.map((time) => ({ value: time.to, label: time.label })),
                to,
              )}
            />
          </div>
        )}
        {note === null && isAdministrator && (
          <SelectField
            label="Shown in"
            value={scope}
            onChange={(value) => setScope(value === 'dataset' ? value : 'report')}
            options={[
              { value: 'report', label: 'This report' },
              { value: 'dataset', label: 'Every report of these data' },
            ]}
          />
        )}
        <Field label="Note" hint={`${text.length} of ${MAX_NOTE_LENGTH} characters`}>
          {(control) => (
            <textarea
              {...control}
              className={`${control.className} h-24 resize-y py-1.5`}
              maxLength={MAX_NOTE_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {error !== '' && (
          <p role="alert" className="break-words text-sm text-bad">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type Time = TimeSpan & { readonly label: string }

/** Lists the times of the rows, in their order. */
function listTimes({ plan, loaded: { table, selection } }: NotesProps): readonly Time[] {
  const period = getPeriod(plan, selection)
  return table.rows
    .flatMap((row) => {
      const span = getRowSpan(table, row, period)
      return span === null ? [] : [{ ...span, label: row.label }]
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
}

type Option = { readonly value: string; readonly label: string }

/** The options with the value of a note that is about other times than those of the rows. */
const addOption = (options: readonly Option[], value: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value)
    ? options
    : [{ value, label: formatMoment(value) }, ...options]
