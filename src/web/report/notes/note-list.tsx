import { useEffect, useEffectEvent, useId, useState } from 'react'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { TableNote } from '../../../report/model/report-table.ts'
import { isAborted } from '../../api/read-response.ts'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { ConfirmDialog } from '../../kit/dialog.tsx'
import { notify } from '../../kit/toaster.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import { loadNotes, NOTES, type NotesProps } from './load-notes.ts'
import { NoteDialog } from './note-dialog.tsx'

/** Shows the notes on a report, below its table or chart, which they never delay. Mounted anew for each load. */
const NoteList = (props: NotesProps) => {
  const api = useApi()
  const { loaded } = props
  const [isFailed, setFailed] = useState(false)
  const [edited, edit] = useState<TableNote | null>(null)
  const [removed, remove] = useState<TableNote | null>(null)
  const load = useEffectEvent((signal: AbortSignal) =>
    loadNotes(api, props, signal).then(
      () => setFailed(false),
      (error: unknown) => setFailed(!isAborted(error)),
    ),
  )
  useEffect(() => {
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [])

  const confirmRemoval = async ({ id, version }: TableNote) => {
    try {
      await api.del(`${NOTES}/${id}`, { headers: { 'if-match': version } })
      notify('Note deleted successfully!', 'success')
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The note could not be removed.')
    }
    remove(null)
    await loadNotes(api, props).catch(() => setFailed(true))
  }
  const { notes = [] } = loaded.table
  if (isFailed) return <p className="mt-2 px-4 text-sm text-soft">The notes could not be loaded.</p>
  return (
    <>
      {notes.length > 0 && (
        <Card title="Notes" className="mt-3">
          <ol className="flex flex-col gap-2">
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} onEdit={edit} onRemove={remove} />
            ))}
          </ol>
        </Card>
      )}
      {edited !== null && <NoteDialog {...props} note={edited} onClose={() => edit(null)} />}
      {removed !== null && (
        <ConfirmDialog
          question="Remove this note?"
          confirmLabel="Remove"
          detail={<bdi>{removed.text}</bdi>}
          onConfirm={() => void confirmRemoval(removed)}
          onCancel={() => remove(null)}
        />
      )}
    </>
  )
}

export default NoteList

type ItemProps = {
  readonly note: TableNote
  readonly onEdit: (note: TableNote) => void
  readonly onRemove: (note: TableNote) => void
}

/** Shows a note with its number, time, author and, for those who may change it, buttons. */
const NoteItem = ({ note, onEdit, onRemove }: ItemProps) => {
  const id = useId()
  const { username, permissions } = useSession()
  const { number, text, subject, origin, scope, author } = note
  const isOwn = scope === 'report' && author === username
  return (
    <li className="flex gap-x-2 print:break-inside-avoid">
      <span className="min-w-5 font-semibold text-accent">{number}</span>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p id={id} className="min-w-0 max-w-prose break-words">
          <bdi>{text}</bdi>{' '}
          <span className="text-sm text-faint">
            {subject} ({origin}){scope === 'dataset' && ', in every report of these data'}
          </span>
        </p>
        {(isOwn || permissions.ids.has(portalPermissions.roles.id)) && (
          <span data-screen-only className="-my-1 flex">
            <Button size="small" variant="quiet" aria-describedby={id} onClick={() => onEdit(note)}>
              Edit
            </Button>
            <Button size="small" variant="quiet" aria-describedby={id} onClick={() => onRemove(note)}>
              Remove
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}
