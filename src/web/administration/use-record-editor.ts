import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FormErrors } from '../../../schemas/api/forms.ts'
import { lenientRecord, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError } from '../api/read-response.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'
import { type ErrorTexts, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import type { Resource } from './resource.ts'
import { useDraft } from './use-draft.ts'

export type Values = Readonly<Record<string, string>>
export type FieldName<V> = keyof V & string

type Options<R extends { readonly id: number }, V extends Values> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  /** The values of a new record; fields have the names of the record's. */
  readonly empty: V
  /** Both get the values without spaces around them, but a password as it was typed. */
  readonly buildBody: (values: V, edited: R | null) => unknown
  readonly check: (values: V, mode: 'create' | 'edit') => FormErrors<FieldName<V>>
  readonly texts: ErrorTexts & { readonly created: string; readonly updated: string }
  readonly onSaved?: (edited: R | null) => void
}

/** The state of a form: create mode, edit mode, validation, saving. */
export const useRecordEditor = <R extends { readonly id: number }, V extends Values>(
  options: Options<R, V>,
) => {
  const { source, banner, empty, texts } = options
  const api = useApi()
  const queries = useQueryClient()
  const valid = { message: null, fields: {} } as FormErrors<FieldName<V>>
  const [validation, setValidation] = useState(valid)
  // The errors of the fields disappear with the message.
  const isShown = validation.message !== null && validation.message === banner.text
  const errors = (isShown ? validation : valid).fields
  const mapFields = (read: (field: string) => string | number | null | undefined) =>
    Object.fromEntries(Object.keys(empty).map((field) => [field, String(read(field) ?? '')])) as V
  const toValues = (record: R) => {
    const fields = new Map(Object.entries(record))
    return mapFields((field) => fields.get(field))
  }
  const trim = (values: V) =>
    mapFields((field) => (field === 'password' ? values[field] : values[field]?.trim()))
  const reload = () => void queries.invalidateQueries({ queryKey: [source.path] })
  const editing = useDraft<R, V, number>({
    banner,
    empty,
    toDraft: toValues,
    countChanges: (before, after) =>
      Object.keys(empty).filter((field) => before[field] !== after[field]).length,
    rebase: (typed, before, now) => {
      const known = toValues(before)
      const changed = Object.entries(typed).filter(([field, value]) => value !== known[field])
      return { ...toValues(now), ...Object.fromEntries(changed) }
    },
    getKey: ({ id }) => id,
    read: async (id) => {
      const { data, etag } = await api.send('GET', `${source.path}/${id}`, {
        schema: lenientRecord(source.schema),
      })
      // Saving uses the id of the record, so a different record than requested must not be edited.
      if (data.records.id === id) return { record: data.records, etag }
      const message = `requested record ${id}, received ${data.records.id}`
      throw new ApiError({ kind: 'invalid-response', message })
    },
    unread: 'The record could not be loaded.',
    write: async (values, stored) => {
      const body = options.buildBody(trim(values), stored?.record ?? null)
      const headers: Record<string, string> = stored?.etag ? { 'if-match': stored.etag } : {}
      if (stored === null) await api.post(source.path, { body, schema: AnyEnvelope })
      else await api.put(`${source.path}/${stored.record.id}`, { body, headers, schema: AnyEnvelope })
      return null
    },
    getSaveError: (error, stored) =>
      stored === null ? getErrorMessage(error, texts) : getRecordErrorMessage(error, texts),
    onSaved: (before) => {
      banner.show(before === null ? texts.created : texts.updated)
      options.onSaved?.(before?.record ?? null)
      reload()
    },
    onConflict: reload,
    onDeleted: (id) => orphan(id),
  })
  const { stored, draft: values, update } = editing

  /** Continues in create mode with the current values if this record was being edited. */
  const orphan = (id: number) =>
    update((current) => (current.stored?.record.id === id ? { stored: null, draft: current.draft } : current))

  /** Saves the values if they are valid; returns the errors by field. */
  const save = () => {
    const found = options.check(trim(values), stored === null ? 'create' : 'edit')
    setValidation(found)
    if (found.message === null) editing.save()
    else banner.show(found.message)
    return found.fields
  }

  return {
    ...editing,
    /** The record being edited; null in create mode. */
    record: stored?.record ?? null,
    values,
    errors,
    set: (field: FieldName<V>, value: string) => {
      update((current) => ({ ...current, draft: { ...current.draft, [field]: value } }))
      setValidation((current) => ({ ...current, fields: { ...current.fields, [field]: undefined } }))
    },
    edit: (id: number) => {
      if (editing.isRunning()) return
      editing.confirmLoss(() => {
        banner.clear()
        editing.load(id, (read) => {
          editing.show(read)
          window.scrollTo({ top: 0 })
        })
      })
    },
    reset: () => {
      if (editing.isRunning()) return
      banner.clear()
      editing.show(null)
    },
    /** Reads a record anew that the user changed outside the form, so that the next save causes no conflict. */
    refresh: (id: number) => {
      if (stored?.record.id === id) editing.rebase(id)
    },
    /** Returns to create mode if this record was being edited. */
    discard: (id: number) => {
      if (stored?.record.id === id) editing.show(null)
    },
    orphan,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!editing.isRunning()) focusField(event.currentTarget, Object.keys(save())[0])
    },
  }
}

export type RecordEditor<R extends { readonly id: number }, V extends Values> = ReturnType<
  typeof useRecordEditor<R, V>
>

/** Focuses the control of a form with the given name. */
const focusField = (form: HTMLFormElement, name: string | undefined): void => {
  const control = name === undefined ? null : form.elements.namedItem(name)
  if (control instanceof HTMLElement) control.focus()
}
