import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FormErrors } from '../../../schemas/api/form-errors.ts'
import { lenientRecord, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError } from '../api/response.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { type ErrorTexts, getErrorMessage, getConflict, getRecordErrorMessage } from './error-messages.ts'
import type { Resource } from './resource.ts'
import { useExclusiveMutation } from './record-mutations.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Values = Readonly<Record<string, string>>
type FieldName<V> = keyof V & string
type FieldErrors<V> = FormErrors<FieldName<V>>['fields']

/** A record as it was read, with its ETag to be sent as If-Match. */
export type Edited<R> = { readonly record: R; readonly etag: string | null }

/** The state of the form: create mode while `edited` is null. `validation` is the result of the last check. */
type Form<R, V> = {
  readonly edited: Edited<R> | null
  readonly values: V
  readonly validation: FormErrors<FieldName<V>>
  /** The record as another user saved it meanwhile: the user chooses between it and `values`. */
  readonly conflict: Edited<R> | null
  /** Another user deleted the edited record; its values are kept as those of a new one. */
  readonly isOrphan: boolean
}

type Options<R extends { readonly id: number }, V extends Values> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  readonly empty: V
  readonly toValues: (record: R) => V
  readonly buildBody: (values: V, edited: R | null) => unknown
  /** The fields that can be changed in edit mode. */
  readonly fields: readonly FieldName<V>[]
  readonly check: (values: V, mode: 'create' | 'edit') => FormErrors<FieldName<V>>
  readonly texts: ErrorTexts & { readonly created: string; readonly updated: string }
  /** The question before a save that the user may regret; null if there is none. */
  readonly getQuestion?: (values: V, edited: R | null) => Omit<Question, 'proceed'> | null
  readonly onSaved?: (edited: R | null) => void
}

/** A question before changes are lost or saved. */
export type Question = {
  readonly text: string
  readonly detail: string
  readonly confirmLabel: string
  readonly proceed: () => void
}

/** The words for a number of changes that are not saved. */
export const formatChanges = (count: number): string =>
  count === 1 ? '1 unsaved change' : `${count} unsaved changes`

const NOT_LOADED = 'The record could not be loaded.'

/** The state of a form: create mode, edit mode, validation, saving. */
export const useRecordEditor = <R extends { readonly id: number }, V extends Values>({
  source,
  banner,
  empty,
  toValues,
  buildBody,
  fields,
  check,
  texts,
  getQuestion = () => null,
  onSaved = () => {},
}: Options<R, V>) => {
  const api = useApi()
  const queries = useQueryClient()
  const noErrors = {} as FieldErrors<V>
  const valid = { message: null, fields: noErrors }
  const creating: Form<R, V> = {
    edited: null,
    values: empty,
    validation: valid,
    conflict: null,
    isOrphan: false,
  }
  const [form, setForm] = useState(creating)
  const [question, setQuestion] = useState<Question | null>(null)
  const { edited, values, validation, conflict } = form
  // The errors of the fields disappear with the message.
  const errors =
    validation.message !== null && validation.message === banner.text ? validation.fields : noErrors

  const reading = useMutation({
    mutationFn: async (id: number) => {
      const response = await api.send('GET', `${source.path}/${id}`, { schema: lenientRecord(source.schema) })
      // Saving uses the id of the record, so a different record than requested must not be edited.
      if (response.data.records.id === id) return response
      throw new ApiError({
        kind: 'invalid-response',
        message: `requested record ${id}, received ${response.data.records.id}`,
      })
    },
  })
  const saving = useExclusiveMutation({
    mutationFn: ({ edited, values }: Form<R, V>) => {
      const body = buildBody(values, edited?.record ?? null)
      if (edited === null) return api.send('POST', source.path, { body, schema: AnyEnvelope })
      const headers: Record<string, string> = edited.etag === null ? {} : { 'if-match': edited.etag }
      return api.send('PUT', `${source.path}/${edited.record.id}`, { body, headers, schema: AnyEnvelope })
    },
  })

  const reloadLists = () => void queries.invalidateQueries({ queryKey: [source.path] })

  const create = () => {
    reading.reset()
    setForm(creating)
  }

  const isEditing = (current: Form<R, V>, id: number) => current.edited?.record.id === id

  const discard = (id: number) => setForm((current) => (isEditing(current, id) ? creating : current))

  /** Continues in create mode with the current values, because the edited record was deleted. */
  const orphan = (id: number) =>
    setForm((current) =>
      isEditing(current, id) ? { ...creating, values: current.values, isOrphan: true } : current,
    )

  const read = (id: number, onRead: (read: Edited<R>) => void) => {
    reading.mutate(id, {
      onSuccess: ({ data: { records: record }, etag }) => onRead({ record, etag }),
      onError: (error) => {
        banner.show(getRecordErrorMessage(error, { rejected: NOT_LOADED, unexpected: NOT_LOADED }))
        if (getConflict(error) === null) return
        orphan(id)
        reloadLists()
      },
    })
  }

  const startEditing = (stored: Edited<R>) =>
    setForm({ ...creating, edited: stored, values: toValues(stored.record) })

  const edit = (id: number) =>
    read(id, (stored) => {
      startEditing(stored)
      window.scrollTo({ top: 0 })
    })

  /** Shows a conflict only if the current values differ from the stored ones. */
  const compare = (id: number) =>
    read(id, (stored) =>
      setForm((current) => {
        const theirs = toValues(stored.record)
        const isSame = fields.every((field) => current.values[field] === theirs[field])
        return isSame ? { ...current, edited: stored, conflict: null } : { ...current, conflict: stored }
      }),
    )

  /** `known` with the ETag of the user's own change; unchanged if another field of the form differs, too. */
  const updateEtag = (known: Edited<R> | null, stored: Edited<R>): Edited<R> | null => {
    if (known === null || known.record.id !== stored.record.id || stored.etag === null) return known
    const before = toValues(known.record)
    const after = toValues(stored.record)
    return fields.every((field) => before[field] === after[field]) ? { ...known, etag: stored.etag } : known
  }

  const handleSaved = () => {
    banner.show(edited === null ? texts.created : texts.updated)
    onSaved(edited?.record ?? null)
    create()
    reloadLists()
  }

  const handleSaveError = (error: unknown) => {
    banner.show(edited === null ? getErrorMessage(error, texts) : getRecordErrorMessage(error, texts))
    const outdated = edited === null ? null : getConflict(error)
    if (edited === null || outdated === null) return
    reloadLists()
    if (outdated === 'deleted') orphan(edited.record.id)
    else compare(edited.record.id)
  }

  /** Saves the values over `base` if they are valid; returns the errors by field. */
  const save = (base: Edited<R> | null): FieldErrors<V> => {
    const validation = check(values, base === null ? 'create' : 'edit')
    setForm({ ...form, validation })
    const proceed = () => {
      banner.clear()
      saving.mutate({ ...form, edited: base }, { onSuccess: handleSaved, onError: handleSaveError })
    }
    if (validation.message === null) {
      const asked = getQuestion(values, base?.record ?? null)
      if (asked === null) proceed()
      else setQuestion({ ...asked, proceed })
    } else banner.show(validation.message)
    return validation.fields
  }

  const base: Values = edited === null ? empty : toValues(edited.record)
  const changes = Object.keys(empty).filter((field) => values[field] !== base[field]).length

  /** Continues if nothing would be lost, else after a question. */
  const confirmLoss = (proceed: () => void) => {
    if (changes === 0) return proceed()
    return setQuestion({
      text: `You have ${formatChanges(changes)}. Discard?`,
      detail: 'What you changed and did not save will be lost.',
      confirmLabel: 'Discard',
      proceed,
    })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isRunning()) focusField(event.currentTarget, Object.keys(save(edited))[0])
  }

  return {
    /** The record being edited; null in create mode. */
    record: edited?.record ?? null,
    values,
    errors,
    isSaving: saving.isPending,
    set: (field: FieldName<V>, value: string) =>
      setForm((current) => ({
        ...current,
        values: { ...current.values, [field]: value },
        validation: { ...current.validation, fields: { ...current.validation.fields, [field]: undefined } },
      })),
    /** The stored values of a conflict; null without one. */
    theirs: conflict === null ? null : toValues(conflict.record),
    keepMine: () => {
      if (conflict !== null && !saving.isRunning()) save(conflict)
    },
    takeTheirs: () => {
      if (conflict === null || saving.isRunning()) return
      banner.clear()
      startEditing(conflict)
    },
    isOrphan: form.isOrphan,
    edit: (id: number) => {
      if (saving.isRunning()) return
      confirmLoss(() => {
        banner.clear()
        edit(id)
      })
    },
    reset: () => {
      if (saving.isRunning()) return
      banner.clear()
      create()
    },
    /** Updates the ETag after the user changed the record outside the form, so that the next save causes no conflict. */
    refresh: (stored: Edited<R>) =>
      setForm((current) => ({
        ...current,
        edited: updateEtag(current.edited, stored),
        conflict: updateEtag(current.conflict, stored),
      })),
    /** Returns to create mode if this record was being edited. */
    discard,
    /** Continues in create mode with the current values if this record was being edited. */
    orphan,
    submit,
    /** The number of fields that differ from what is stored. */
    changes,
    confirmLoss,
    /** The question to answer; null if there is none. */
    question,
    answer: (isConfirmed: boolean) => {
      setQuestion(null)
      if (isConfirmed) question?.proceed()
    },
  }
}

/** Focuses the control of a form with the given name. */
const focusField = (form: HTMLFormElement, name: string | undefined): void => {
  const control = name === undefined ? null : form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
