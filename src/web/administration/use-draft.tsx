import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { getConflict, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import { useExclusiveMutation } from './record-mutations.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

/** A record as it was read, with its ETag to be sent as If-Match. */
export type Stored<R> = { readonly record: R; readonly etag: string | null }

type State<R, D> = {
  /** Null while nothing stored is edited. */
  readonly stored: Stored<R> | null
  readonly draft: D
}

type Options<R, D, K, Changes> = {
  readonly banner: ScreenBanner
  readonly empty: D
  readonly toDraft: (record: R) => D
  /** Lists what a draft changes of another one, by name or id. */
  readonly listChanges: (earlier: D, draft: D) => Changes
  readonly applyChanges: (draft: D, changes: Changes) => D
  readonly getKey: (record: R) => K
  readonly read: (key: K) => Promise<Stored<R>>
  /** The message of a record that could not be read; without it the screen shows the failure itself. */
  readonly unread?: string
  /** Saves a draft; returns what is edited next, null for nothing. */
  readonly write: (draft: D, stored: Stored<R> | null) => Promise<Stored<R> | null>
  readonly getSaveError: (error: unknown, stored: Stored<R> | null) => string
  readonly onSaved: (earlier: Stored<R> | null) => void
  /** Called if another user has changed or deleted the record. */
  readonly onConflict: () => void
  readonly onDeleted: (key: K) => void
}

/**
 * Returns a stored record and its draft: reads, saves, asks before changes are lost, and keeps the changes if another
 * user has saved the record meanwhile.
 */
export const useDraft = <R, D, K, Changes extends ReadonlyMap<unknown, unknown>>(
  options: Options<R, D, K, Changes>,
) => {
  const { banner, empty, toDraft, listChanges, getKey, unread, onConflict, onDeleted } = options
  const nothing: State<R, D> = { stored: null, draft: empty }
  const [state, update] = useState(nothing)
  const { ask, dialog } = useQuestion()
  const { stored, draft } = state
  const reading = useMutation({ mutationFn: options.read })
  const saving = useExclusiveMutation({
    mutationFn: (sent: State<R, D>) => options.write(sent.draft, sent.stored),
  })
  const changes = listChanges(stored === null ? empty : toDraft(stored.record), draft).size
  /** Continues if nothing would be lost, else after a question. */
  const confirmLoss = (proceed: () => void) =>
    changes === 0
      ? proceed()
      : ask({ ...DISCARD, text: `You have ${formatChanges(changes)}. Discard?`, proceed })
  useUnsavedChanges(changes > 0 && !saving.isPending, confirmLoss)

  const show = (next: Stored<R> | null) => {
    reading.reset()
    update(next === null ? nothing : { stored: next, draft: toDraft(next.record) })
  }

  const load = (key: K, onRead: (read: Stored<R>) => void) =>
    reading.mutate(key, {
      onSuccess: onRead,
      onError: (error) => {
        if (getConflict(error) !== null) {
          banner.show(getRecordErrorMessage(error, { rejected: '', unexpected: '' }))
          onDeleted(key)
          onConflict()
        } else if (unread !== undefined) {
          banner.show(getErrorMessage(error, { rejected: unread, unexpected: unread }))
        }
      },
    })

  /** Reads the stored record anew, under the draft. */
  const rebase = (key: K) =>
    load(key, (next) =>
      update((current) => {
        if (current.stored === null) return current
        const changed = listChanges(toDraft(current.stored.record), current.draft)
        return { stored: next, draft: options.applyChanges(toDraft(next.record), changed) }
      }),
    )

  const save = () => {
    banner.clear()
    saving.mutate(state, {
      onSuccess: (next) => {
        options.onSaved(stored)
        show(next)
      },
      onError: (error) => {
        banner.show(options.getSaveError(error, stored))
        const conflict = stored === null ? null : getConflict(error)
        if (stored === null || conflict === null) return
        onConflict()
        if (conflict === 'deleted') onDeleted(getKey(stored.record))
        else rebase(getKey(stored.record))
      },
    })
  }

  return {
    ...state,
    edit: (change: (current: D) => D) => update((current) => ({ ...current, draft: change(current.draft) })),
    /** Continues with the draft as that of a new record, if the record of this key is edited. */
    detach: (key: K) =>
      update((current) =>
        current.stored !== null && getKey(current.stored.record) === key
          ? { ...current, stored: null }
          : current,
      ),
    /** The number of differences between the draft and what is stored. */
    changes,
    isReading: reading.isPending,
    hasFailed: reading.isError,
    isSaving: saving.isPending,
    isRunning: saving.isRunning,
    show,
    load,
    rebase,
    save,
    ask,
    confirmLoss,
    /** The question to answer, if there is one. */
    dialog,
  }
}

/** Returns the words for a number of changes that are not saved. */
export const formatChanges = (count: number): string =>
  count === 1 ? '1 unsaved change' : `${count} unsaved changes`

const DISCARD = { detail: 'What you changed and did not save will be lost.', confirmLabel: 'Discard' }

type Question = {
  readonly text: string
  readonly detail: string
  readonly confirmLabel: string
  readonly proceed: () => void
}

/** Returns a function that asks a question before changes are lost or saved, and the dialog of the question. */
const useQuestion = () => {
  const [question, ask] = useState<Question | null>(null)
  const confirm = () => {
    ask(null)
    question?.proceed()
  }
  const dialog = question !== null && (
    <ConfirmDialog
      action={{ candidate: question, confirm, cancel: () => ask(null) }}
      question={question.text}
      confirmLabel={question.confirmLabel}
      detail={question.detail}
    />
  )
  return { ask, dialog }
}
