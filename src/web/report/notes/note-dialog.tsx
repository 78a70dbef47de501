import { useState } from 'react'
import * as z from 'zod/mini'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { MAX_NOTE_LENGTH, type NoteScope } from '../../../../schemas/api/note.ts'
import { formatMoment } from '../../../report/table/place-notes.ts'
import { getRowSpan } from '../../../report/table/row-span.ts'
import { getKeyKind } from '../../../report/model/key-kinds.ts'
import { getPeriod } from '../../../report/selection/selector-kinds.ts'
import type { TableNote } from '../../../report/model/report-table.ts'
import { ApiError } from '../../api/read-response.ts'
import { parseText } from '../../api/parse-text.ts'
import { valuesOfTab } from '../../api/session-store.ts'
import { Button } from '../../kit/button.tsx'
import { FormDialog, requireText, useFieldErrors } from '../../kit/form-dialog.tsx'
import { SelectField } from '../../kit/select-field.tsx'
import { Field } from '../../kit/text-field.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import { getDays, loadNotes, NOTES, type NotesProps } from './load-notes.ts'

/** Shows a button that opens the dialog of a new note; none without a period. */
const AddNote = (props: NotesProps) => {
  const key = useDraftKey(props)
  // The tools of the chart are rendered ahead, perhaps while the note is being written.
  const [isOpen, setOpen] = useState(
    () => readDraft(key) !== null && document.querySelector('dialog') === null,
  )
  if (getDays(props) === null) return null
  return (
    <>
      <Button variant="quiet" size="small" data-screen-only onClick={() => setOpen(true)}>
        Add note
      </Button>
      {isOpen && <NoteDialog {...props} note={null} onClose={() => setOpen(false)} />}
    </>
  )
}

export default AddNote

const NoteValues = z.object({
  from: z.string(),
  to: z.string(),
  row: z.nullable(z.string()),
  text: z.string(),
  scope: z.string(),
})
type NoteValues = Readonly<z.infer<typeof NoteValues>>

/** Returns the key of a half-written note in the tab. The next session of the user opens it again. */
const useDraftKey = ({ plan }: Pick<NotesProps, 'plan'>): string =>
  JSON.stringify(['note', useSession().username, plan.key])

const readDraft = (key: string): NoteValues | null => parseText(NoteValues, valuesOfTab.get(key) ?? '')

type Props = NotesProps & {
  readonly note: TableNote | null
  readonly onClose: () => void
}

const scopes: readonly { readonly value: NoteScope; readonly label: string }[] = [
  { value: 'report', label: 'This report' },
  { value: 'dataset', label: 'Every report of these data' },
]

const EMPTY: NoteValues = { from: '', to: '', row: '', text: '', scope: 'report' }

/** Shows the form of a note: from which row to which, of what, and the sentence. */
export const NoteDialog = ({ note, onClose: close, ...props }: Props) => {
  const { plan, loaded } = props
  const { table } = loaded
  const api = useApi()
  const isAdministrator = useSession().permissions.ids.has(portalPermissions.roles.id)
  const [stored, setStored] = useState(note)
  const draft = useDraftKey(props)
  const [values, setValues] = useState<NoteValues>({
    ...EMPTY,
    ...(note === null ? readDraft(draft) : note),
  })
  const onClose = () => {
    valuesOfTab.set(draft, null)
    close()
  }
  const isNamed = table.keyKind === 'text'
  const { noun } = getKeyKind({ kind: table.keyKind })
  const times = listTimes(props)
  const { from, to, row, text, scope } = values
  const set = (change: Partial<NoteValues>) => {
    const changed = { ...values, ...change }
    setValues(changed)
    if (note === null) valuesOfTab.set(draft, JSON.stringify(changed))
  }

  const unchosen = `Choose the first and the last ${noun}.`
  const fields = useFieldErrors({
    from: isNamed ? undefined : requireText(from, unchosen),
    to: isNamed || from === '' ? undefined : requireText(to, unchosen),
    text: requireText(text, 'The note is empty.'),
  })
  const save = async () => {
    const days = getDays(props)
    const period = { from: stored?.from ?? days?.first, to: stored?.to ?? days?.last }
    const body = { ...(isNamed ? period : { from, to }), row: row || null, text }
    try {
      if (stored === null) await api.post(NOTES, { body: { ...body, screen: plan.key, scope } })
      else await api.put(`${NOTES}/${stored.id}`, { body, headers: { 'if-match': stored.version } })
    } catch (failure) {
      const isConflict = failure instanceof ApiError && ['stale', 'not-found'].includes(failure.kind)
      if (!isConflict) throw failure
      // The next save applies to what is stored now.
      const now = (await loadNotes(api, props)).find(({ id }) => id === stored?.id) ?? null
      setStored(now)
      throw new Error(describeConflict(now), { cause: failure })
    }
    notify('Note saved successfully!', 'success')
    onClose()
    await loadNotes(api, props).catch(() => [])
  }
  const chooseFirst = (moment: string) => {
    const chosen = times.find((time) => time.from === moment)
    set({ from: moment, ...(chosen !== undefined && to < moment && { to: chosen.to }) })
  }
  const renderTime = (label: string, end: 'from' | 'to', onChange: (moment: string) => void) => {
    const offered = times.map((time) => ({ value: time[end], label: time.label }))
    // A note can be about other times than those of the rows.
    const isOther = values[end] !== '' && !offered.some(({ value }) => value === values[end])
    const current = isOther ? [{ value: values[end], label: formatMoment(values[end]) }] : []
    const options = [...current, ...offered]
    const placeholder = `Select ${noun}`
    const error = fields.shown[end]
    return <SelectField {...{ label, options, placeholder, error, onChange }} value={values[end]} />
  }
  const rows = table.rows.filter(({ isRest }) => !isRest).map(({ key, label }) => ({ value: key, label }))
  return (
    <FormDialog
      title={note === null ? 'Add note' : 'Change note'}
      onClose={onClose}
      onSubmit={save}
      fields={fields}
    >
      {isNamed ? (
        <SelectField
          label="Row"
          value={row ?? ''}
          placeholder="All rows"
          onChange={(value) => set({ row: value })}
          options={rows}
        />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {renderTime('From', 'from', chooseFirst)}
          {renderTime('To', 'to', (moment) => set({ to: moment }))}
        </div>
      )}
      {note === null && isAdministrator && (
        <SelectField
          label="Shown in"
          value={scope}
          onChange={(value) => set({ scope: value })}
          options={scopes}
        />
      )}
      <Field label="Note" error={fields.shown.text} hint={`${text.length} of ${MAX_NOTE_LENGTH} characters`}>
        {(control) => (
          <textarea
            {...control}
            className={`${control.className} h-24 resize-y py-1.5`}
            maxLength={MAX_NOTE_LENGTH}
            value={text}
            onChange={({ target }) => set({ text: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** Says what someone else has made of a note. */
const describeConflict = (now: TableNote | null): string =>
  now === null
    ? 'Someone else removed this note. Save adds it again.'
    : `Someone else changed this note to “${now.text}”. Save replaces that.`

function listTimes({ plan, loaded: { table, selection } }: NotesProps) {
  const period = getPeriod(plan, selection)
  return table.rows
    .flatMap((row) => {
      const span = getRowSpan(table, row, period)
      return span === null ? [] : [{ ...span, label: row.label }]
    })
    .toSorted((first, second) => (first.from < second.from ? -1 : 1))
}
