import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { getConflict, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import { useExclusiveMutation } from './record-mutations.ts'

/** A record as it was read, with its ETag to be sent as If-Match. */
export type Stored<R> = { readonly record: R; readonly etag: string | null }

/** A question before changes are lost or saved. */
export type Question = {
  readonly text: string
  readonly detail: string
  readonly confirmLabel: string
  readonly proceed: () => void
}

type State<R, D> = {
  /** Null while nothing stored is edited. */
  readonly stored: Stored<R> | null
  readonly draft: D
}

type Options<R, D, K> = {
  readonly banner: ScreenBanner
  readonly empty: D
  readonly toDraft: (record: R) => D
  readonly countChanges: (before: D, after: D) => number
  /** Applies what a draft changes of one version of a record to the version that another user has saved meanwhile. */
  readonly rebase: (draft: D, before: R, now: R) => D
  readonly getKey: (record: R) => K
  readonly read: (key: K) => Promise<Stored<R>>
  /** The message of a record that could not be read; without it the screen shows the failure itself. */
  readonly unread?: string
  /** Saves a draft; returns what is edited next, null for nothing. */
  readonly write: (draft: D, stored: Stored<R> | null) => Promise<Stored<R> | null>
  readonly getSaveError: (error: unknown, stored: Stored<R> | null) => string
  readonly onSaved: (before: Stored<R> | null) => void
  /** Called if another user has changed or deleted the record. */
  readonly onConflict: () => void
  readonly onDeleted: (key: K) => void
}

/** The words for a number of changes that are not saved. */
export const formatChanges = (count: number): string =>
  count === 1 ? '1 unsaved change' : `${count} unsaved changes`

/**
 * A stored record and what the user has made of it: reads, saves, asks before changes are lost, and keeps them if another
 * user has saved the record meanwhile.
 */
export const useDraft = <R, D, K>(options: Options<R, D, K>) => {
  const { banner, empty, toDraft, countChanges, getKey, unread, onConflict, onDeleted } = options
  const nothing: State<R, D> = { stored: null, draft: empty }
  const [state, update] = useState(nothing)
  const [question, ask] = useState<Question | null>(null)
  const { stored, draft } = state
  const reading = useMutation({ mutationFn: options.read })
  const saving = useExclusiveMutation({
    mutationFn: (sent: State<R, D>) => options.write(sent.draft, sent.stored),
  })
  const changes = countChanges(stored === null ? empty : toDraft(stored.record), draft)

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
        const rebased = options.rebase(current.draft, current.stored.record, next.record)
        return { stored: next, draft: rebased }
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
    update,
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
    /** The question to answer; null if there is none. */
    question,
    ask,
    answer: (isConfirmed: boolean) => {
      ask(null)
      if (isConfirmed) question?.proceed()
    },
    /** Continues if nothing would be lost, else after a question. */
    confirmLoss: (proceed: () => void) => {
      if (changes === 0) return proceed()
      return ask({
        text: `You have ${formatChanges(changes)}. Discard?`,
        detail: 'What you changed and did not save will be lost.',
        confirmLabel: 'Discard',
        proceed,
      })
    },
  }
}
