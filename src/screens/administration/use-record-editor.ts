import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { oneOf } from '../../../schemas/administration-records.ts'
import { Envelope } from '../../../schemas/envelope.ts'
import type { FormFinding } from '../../../schemas/system-user-rules.ts'
import { useApi } from '../../api/api-context.ts'
import { type FailureTexts, failureText, outdatedBy, recordFailureText } from './failure.ts'
import { focusField } from './form-focus.ts'
import type { RecordSource } from './record-source.ts'
import { useExclusiveMutation } from './use-exclusive-mutation.ts'
import type { ScreenBanner } from '../use-banner.ts'

type Values = Readonly<Record<string, string>>
type FieldOf<V> = keyof V & string
type Faults<V> = FormFinding<FieldOf<V>>['fields']

/** A record as it was read, with the ETag that saving sends back (R64). */
type Edited<R> = { readonly record: R; readonly etag: string | null }

/** The form: in create mode while nothing is being edited. `finding` is what the last check told. */
type Form<R, V> = {
  readonly edited: Edited<R> | null
  readonly values: V
  readonly finding: FormFinding<FieldOf<V>>
}

type Options<R extends { readonly id: number }, V extends Values> = {
  readonly source: RecordSource<R>
  readonly banner: ScreenBanner
  readonly empty: V
  readonly valuesOf: (record: R) => V
  readonly bodyOf: (values: V, edited: R | null) => unknown
  readonly check: (values: V, mode: 'create' | 'edit') => FormFinding<FieldOf<V>>
  readonly texts: FailureTexts & { readonly created: string; readonly updated: string }
}

const NOT_LOADED = 'The record could not be loaded.'

/** The form of a screen: create mode, edit mode, checking, saving (spec §4 "Administration", §5, R64). */
export const useRecordEditor = <R extends { readonly id: number }, V extends Values>({
  source,
  banner,
  empty,
  valuesOf,
  bodyOf,
  check,
  texts,
}: Options<R, V>) => {
  const api = useApi()
  const queries = useQueryClient()
  const noFaults = {} as Faults<V>
  const noFinding = { message: null, fields: noFaults }
  const creating: Form<R, V> = { edited: null, values: empty, finding: noFinding }
  const [form, setForm] = useState(creating)
  const { edited, values, finding: told } = form
  // The marks at the fields go with the message (spec §5: errors clear after 5 seconds).
  const faults = told.message !== null && told.message === banner.text ? told.fields : noFaults

  const reading = useMutation({
    mutationFn: (id: number) => api.send('GET', `${source.path}/${id}`, { schema: oneOf(source.schema) }),
  })
  const saving = useExclusiveMutation({
    mutationFn: ({ edited, values }: Form<R, V>) => {
      const body = bodyOf(values, edited?.record ?? null)
      if (edited === null) return api.send('POST', source.path, { body, schema: Envelope })
      const headers: Record<string, string> = edited.etag === null ? {} : { 'if-match': edited.etag }
      return api.send('PUT', `${source.path}/${edited.record.id}`, { body, headers, schema: Envelope })
    },
  })

  const reloadLists = () => void queries.invalidateQueries({ queryKey: [source.path] })

  const create = () => {
    reading.reset()
    setForm(creating)
  }

  const forget = (id: number) => {
    if (edited?.record.id === id) create()
  }

  const edit = (id: number) => {
    reading.mutate(id, {
      onSuccess: ({ data: { records: record }, etag }) => {
        setForm({ edited: { record, etag }, values: valuesOf(record), finding: noFinding })
        window.scrollTo({ top: 0 })
      },
      onError: (error) => {
        banner.show(recordFailureText(error, { refused: NOT_LOADED, unexpected: NOT_LOADED }))
        if (outdatedBy(error) === null) return
        forget(id)
        reloadLists()
      },
    })
  }

  const saved = () => {
    banner.show(edited === null ? texts.created : texts.updated)
    create()
    reloadLists()
  }

  const notSaved = (error: unknown) => {
    if (edited === null) return banner.show(failureText(error, texts))
    const outdated = outdatedBy(error)
    if (outdated !== null) reloadLists()
    if (outdated === 'deleted') create()
    if (outdated === 'changed') edit(edited.record.id)
    banner.show(recordFailureText(error, texts))
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isRunning()) return
    const finding = check(values, edited === null ? 'create' : 'edit')
    setForm({ ...form, finding })
    if (finding.message === null) {
      banner.clear()
      saving.mutate(form, { onSuccess: saved, onError: notSaved })
      return
    }
    banner.show(finding.message)
    focusField(event.currentTarget, Object.keys(finding.fields)[0])
  }

  return {
    /** The record being edited; null in create mode. */
    record: edited?.record ?? null,
    values,
    faults,
    isSaving: saving.isPending,
    set: (field: FieldOf<V>, value: string) =>
      setForm((current) => ({
        ...current,
        values: { ...current.values, [field]: value },
        finding: { ...current.finding, fields: { ...current.finding.fields, [field]: undefined } },
      })),
    edit: (id: number) => {
      if (saving.isRunning()) return
      banner.clear()
      edit(id)
    },
    reset: () => {
      if (saving.isRunning()) return
      banner.clear()
      create()
    },
    /** Returns to create mode if this record was being edited. */
    forget,
    submit,
  }
}
