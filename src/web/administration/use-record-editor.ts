import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FieldError, FormErrors } from '../../../schemas/api/forms.ts'
import { AnyEnvelope, lenientRecord } from '../../../schemas/api/lenient.ts'
import type { FormFields } from '../../../schemas/api/validate-form.ts'
import type { Client } from '../api/client.ts'
import { ApiError } from '../api/read-response.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { type ErrorTexts, getErrorMessage, getRecordErrorMessage } from './error-messages.ts'
import { useScreenBanner } from './record-page.tsx'
import type { Resource } from './resource.ts'
import { type Stored, useDraft } from './use-draft.tsx'

type Values<F extends string> = Readonly<Record<F, string>>

type Options<R extends { readonly id: number }, F extends string> = {
  readonly source: Resource<R>
  readonly fields: FormFields<F>
  /** The texts below the fields, for each kind of error. */
  readonly hints: Readonly<Record<F, Partial<Record<FieldError, string>>>>
  /** The values of a new record; fields have the names of the record's. */
  readonly empty: Values<F>
  /** Both get the values without spaces around them, but a password as it was typed. */
  readonly buildBody: (values: Values<F>, edited: R | null) => unknown
  readonly check: (values: Values<F>, mode: 'create' | 'edit') => FormErrors<F>
  readonly texts: ErrorTexts & { readonly created: string; readonly updated: string }
  readonly onSaved?: (edited: R | null) => void
}

/** Returns the state of a form: create mode, edit mode, validation, saving. */
export const useRecordEditor = <R extends { readonly id: number }, F extends string>(
  options: Options<R, F>,
) => {
  const { source, fields, hints, empty, texts } = options
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const reload = () => void queries.invalidateQueries({ queryKey: [source.path] })
  const editing = useDraft({
    getValues: (record: R | null) => {
      const stored = new Map(Object.entries(record ?? empty))
      return new Map(Object.keys(empty).map((field) => [field, String(stored.get(field) ?? '')]))
    },
    getKey: ({ id }) => id,
    read: (id: number) => readRecord(api, source, id),
    unread: 'The record could not be loaded.',
    write: async (values, stored) => {
      const body = options.buildBody(trim<F>(values), stored?.record ?? null)
      const headers: Record<string, string> = stored?.etag ? { 'if-match': stored.etag } : {}
      if (stored === null) await api.post(source.path, { body, schema: AnyEnvelope })
      else await api.put(`${source.path}/${stored.record.id}`, { body, headers, schema: AnyEnvelope })
      return null
    },
    getSaveError: (error, stored) =>
      stored === null ? getErrorMessage(error, texts) : getRecordErrorMessage(error, texts),
    onSaved: (earlier) => {
      banner.show(earlier === null ? texts.created : texts.updated)
      options.onSaved?.(earlier?.record ?? null)
      reload()
    },
    onConflict: reload,
    onDeleted: (id) => editing.detach(id),
  })
  const [validation, setValidation] = useState<FormErrors<F> | null>(null)
  const { stored, values, isRunning } = editing
  const isEdited = (id: number) => stored?.record.id === id

  /** Saves the values if they are valid, else focuses the first invalid field. */
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isRunning()) return
    const result = options.check(trim<F>(values), stored === null ? 'create' : 'edit')
    setValidation(result)
    if (result.message === null) return editing.save()
    banner.show(result.message)
    const [invalid] = Object.keys(result.fields)
    event.currentTarget.querySelector<HTMLElement>(`[name='${invalid}']`)?.focus()
  }

  /** Returns the properties of a field of the form. Its error disappears with the message. */
  const getProps = (field: F) => {
    const { label, max } = fields[field]
    const error = validation?.message === banner.text ? validation?.fields[field] : undefined
    return {
      label,
      name: field,
      autoComplete: 'off',
      value: values.get(field) ?? '',
      onChange: (value: string) => {
        editing.edit(new Map([[field, value]]))
        setValidation(
          (current) => current && { ...current, fields: { ...current.fields, [field]: undefined } },
        )
      },
      error: error === 'tooLong' ? `At most ${max} characters.` : error && hints[field][error],
    }
  }

  return {
    ...editing,
    /** The record being edited; null in create mode. */
    record: stored?.record ?? null,
    getProps,
    submit,
    edit: (id: number) => {
      if (isRunning()) return
      editing.confirmLoss(() => {
        banner.clear()
        editing.load(id, (read) => {
          editing.show(read)
          window.scrollTo({ top: 0 })
        })
      })
    },
    reset: () => {
      if (isRunning()) return
      banner.clear()
      editing.show(null)
    },
    /** Reads a record anew that the user changed outside the form, so that the next save causes no conflict. */
    refresh: (id: number) => {
      if (isEdited(id)) editing.rebase(id)
    },
    /** Returns to create mode if this record was being edited. */
    discard: (id: number) => {
      if (isEdited(id)) editing.show(null)
    },
    /** Continues in create mode with the current values if this record was being edited. */
    orphan: editing.detach,
  }
}

export type RecordEditor = Pick<
  ReturnType<typeof useRecordEditor<{ id: number }, string>>,
  'isSaving' | 'record' | 'submit' | 'reset' | 'dialog'
>

/** Removes the spaces around the values; a password stays as it was typed. */
const trim = <F extends string>(values: ReadonlyMap<string, string>): Values<F> =>
  Object.fromEntries(
    [...values].map(([field, value]) => [field, field === 'password' ? value : value.trim()]),
  ) as Values<F>

/** Reads a record. Saving uses its id, so a different record than requested must not be edited. */
const readRecord = async <R extends { readonly id: number }>(
  api: Client,
  source: Resource<R>,
  id: number,
): Promise<Stored<R>> => {
  const { data, etag } = await api.send('GET', `${source.path}/${id}`, {
    schema: lenientRecord(source.schema),
  })
  if (data.records.id === id) return { record: data.records, etag }
  const message = `requested record ${id}, received ${data.records.id}`
  throw new ApiError({ kind: 'invalid-response', message })
}
