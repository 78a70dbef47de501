import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog, type Question } from '../kit/dialog.tsx'
import { getConflict, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import { useExclusiveMutation } from './record-mutations.tsx'
import { useScreenBanner } from './record-page.tsx'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

/** Contains a record as it was read, with its ETag to be sent as If-Match. */
export type Stored<R> = { readonly record: R; readonly etag: string | null }

type Values<F, V> = ReadonlyMap<F, V>

type State<R, F, V> = {
  /** Null while nothing stored is edited. */
  readonly stored: Stored<R> | null
  /** What differs from it, by field or id. */
  readonly changes: Values<F, V>
}

type Options<R, F, V, K> = {
  /** Returns what of a record can be changed; null for a new one. */
  readonly getValues: (record: R | null) => Values<F, V>
  readonly getKey: (record: R) => K
  readonly read: (key: K) => Promise<Stored<R>>
  /** The message of a record that could not be read; without it the screen shows the failure itself. */
  readonly unread?: string
  /** Saves all values; returns what is edited next, null for nothing. */
  readonly write: (values: Values<F, V>, stored: Stored<R> | null) => Promise<Stored<R> | null>
  /** Returns the words for the number of changes; without it each value counts. */
  readonly countChanges?: (changes: Values<F, V>) => string
  readonly getSaveError: (error: unknown, stored: Stored<R> | null) => string
  readonly onSaved: (earlier: Stored<R> | null) => void
  /** Called if another user has changed or deleted the record. */
  readonly onConflict: () => void
  readonly onDeleted: (key: K) => void
}

/**
 * Returns a stored record and its changes: reads, saves, asks before changes are lost, and keeps the changes if another
 * user has saved the record meanwhile.
 */
export const useDraft = <R, F, V, K>(options: Options<R, F, V, K>) => {
  const banner = useScreenBanner()
  const {
    countChanges = ({ size }) => formatChanges(size),
    getValues,
    getKey,
    unread,
    onConflict,
    onDeleted,
  } = options
  const listValues = (of: State<R, F, V>): Values<F, V> =>
    new Map([...getValues(of.stored?.record ?? null), ...of.changes])
  /** Returns the state in which these values replace those of a record. */
  const change = (base: Stored<R> | null, edited: Values<F, V>): State<R, F, V> => {
    const values = getValues(base?.record ?? null)
    const differs = ([field, value]: readonly [F, V]) => values.has(field) && values.get(field) !== value
    return { stored: base, changes: new Map([...edited].filter(differs)) }
  }
  const [state, update] = useState<State<R, F, V>>({ stored: null, changes: new Map() })
  const { ask, dialog } = useQuestion()
  const { stored, changes } = state
  const reading = useMutation({ mutationFn: options.read })
  const saving = useExclusiveMutation({
    mutationFn: (sent: State<R, F, V>) => options.write(listValues(sent), sent.stored),
  })
  /** Continues if nothing would be lost, else after a question. */
  const confirmLoss = (proceed: () => void) =>
    changes.size === 0
      ? proceed()
      : ask({ ...DISCARD, question: `You have ${countChanges(changes)}. Discard?`, proceed })
  useUnsavedChanges(changes.size > 0 && !saving.isPending, confirmLoss)

  const show = (next: Stored<R> | null) => {
    reading.reset()
    update({ stored: next, changes: new Map() })
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

  /** Reads the stored record anew, under the changes. */
  const rebase = (key: K) =>
    load(key, (next) =>
      update((current) => (current.stored === null ? current : change(next, current.changes))),
    )

  const save = () => {
    banner.clear()
    saving.mutate(state, {
      onSuccess: (next) => {
        options.onSaved(stored)
        show(next)
      },
      onError: (error) => {
        const conflict = stored === null ? null : getConflict(error)
        banner.show(options.getSaveError(error, stored) + (conflict === 'changed' ? KEPT : ''))
        if (stored === null || conflict === null) return
        onConflict()
        if (conflict === 'deleted') onDeleted(getKey(stored.record))
        else rebase(getKey(stored.record))
      },
    })
  }

  return {
    ...state,
    /** All values: those of the record and the changed ones. */
    values: listValues(state),
    edit: (edited: Values<F, V>) =>
      update((current) => change(current.stored, new Map([...current.changes, ...edited]))),
    /** Continues with the values as those of a new record, if the record of this key is edited. */
    detach: (key: K) =>
      update((current) =>
        current.stored !== null && getKey(current.stored.record) === key
          ? change(null, listValues(current))
          : current,
      ),
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

const KEPT = ' Your changes are kept: save again to apply them to what is stored now.'
const DISCARD = { detail: 'What you changed and did not save will be lost.', confirmLabel: 'Discard' }

/** Returns a function that asks a question before changes are lost or saved, and the dialog of the question. */
const useQuestion = () => {
  const [asked, ask] = useState<(Question & { readonly proceed: () => void }) | null>(null)
  const dialog = asked !== null && (
    <ConfirmDialog
      {...asked}
      onConfirm={() => {
        ask(null)
        asked.proceed()
      }}
      onCancel={() => ask(null)}
    />
  )
  return { ask, dialog }
}
