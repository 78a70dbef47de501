import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FormErrors } from '../../../schemas/api/form-errors.ts'
import { lenientRecord, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { ApiError } from '../api/errors.ts'
import { useApi } from '../api/api-context.ts'
import { type ErrorTexts, getErrorMessage, getConflict, getRecordErrorMessage } from './error-messages.ts'
import { focusField } from './form-focus.ts'
import type { Resource } from './resource.ts'
import { useExclusiveMutation } from './use-exclusive-mutation.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Values = Readonly<Record<string, string>>
type FieldOf<V> = keyof V & string
type Faults<V> = FormErrors<FieldOf<V>>['fields']

/** A record as it was read, with the ETag that saving sends back. */
export type Edited<R> = { readonly record: R; readonly etag: string | null }

/** The form: in create mode while nothing is being edited. `finding` is what the last check told. */
type Form<R, V> = {
  readonly edited: Edited<R> | null
  readonly values: V
  readonly finding: FormErrors<FieldOf<V>>
  /** The record as somebody else saved it meanwhile: the user chooses between it and `values`. */
  readonly conflict: Edited<R> | null
  /** The edited record was deleted by somebody else; its values are kept as those of a new one. */
  readonly isOrphan: boolean
}

type Options<R extends { readonly id: number }, V extends Values> = {
  readonly source: Resource<R>
  readonly banner: ScreenBanner
  readonly empty: V
  readonly valuesOf: (record: R) => V
  readonly bodyOf: (values: V, edited: R | null) => unknown
  /** The fields that can be changed in edit mode. */
  readonly fields: readonly FieldOf<V>[]
  readonly check: (values: V, mode: 'create' | 'edit') => FormErrors<FieldOf<V>>
  readonly texts: ErrorTexts & { readonly created: string; readonly updated: string }
}

const NOT_LOADED = 'The record could not be loaded.'

/** The form of a screen: create mode, edit mode, checking, saving. */
export const useRecordEditor = <R extends { readonly id: number }, V extends Values>({
  source,
  banner,
  empty,
  valuesOf,
  bodyOf,
  fields,
  check,
  texts,
}: Options<R, V>) => {
  const api = useApi()
  const queries = useQueryClient()
  const noFaults = {} as Faults<V>
  const noFinding = { message: null, fields: noFaults }
  const creating: Form<R, V> = {
    edited: null,
    values: empty,
    finding: noFinding,
    conflict: null,
    isOrphan: false,
  }
  const [form, setForm] = useState(creating)
  const { edited, values, finding: told, conflict } = form
  // The marks at the fields go with the message.
  const faults = told.message !== null && told.message === banner.text ? told.fields : noFaults

  const reading = useMutation({
    mutationFn: async (id: number) => {
      const answer = await api.send('GET', `${source.path}/${id}`, { schema: lenientRecord(source.schema) })
      // A save goes to the id of the record: another one than was asked for must not get into the form.
      if (answer.data.records.id === id) return answer
      throw new ApiError({
        kind: 'invalid-response',
        message: `record ${id} was asked for, not ${answer.data.records.id}`,
      })
    },
  })
  const saving = useExclusiveMutation({
    mutationFn: ({ edited, values }: Form<R, V>) => {
      const body = bodyOf(values, edited?.record ?? null)
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

  const isAbout = (current: Form<R, V>, id: number) => current.edited?.record.id === id

  const forget = (id: number) => setForm((current) => (isAbout(current, id) ? creating : current))

  /** Goes on with the typed values as those of a new record, since the edited one is deleted. */
  const orphan = (id: number) =>
    setForm((current) =>
      isAbout(current, id) ? { ...creating, values: current.values, isOrphan: true } : current,
    )

  const read = (id: number, onRead: (read: Edited<R>) => void) => {
    reading.mutate(id, {
      onSuccess: ({ data: { records: record }, etag }) => onRead({ record, etag }),
      onError: (error) => {
        banner.show(getRecordErrorMessage(error, { refused: NOT_LOADED, unexpected: NOT_LOADED }))
        if (getConflict(error) === null) return
        orphan(id)
        reloadLists()
      },
    })
  }

  const startEditing = (stored: Edited<R>) =>
    setForm({ ...creating, edited: stored, values: valuesOf(stored.record) })

  const edit = (id: number) =>
    read(id, (stored) => {
      startEditing(stored)
      window.scrollTo({ top: 0 })
    })

  /** Where nothing that was typed differs from what is stored there is nothing to choose. */
  const compare = (id: number) =>
    read(id, (stored) =>
      setForm((current) => {
        const theirs = valuesOf(stored.record)
        const isSame = fields.every((field) => current.values[field] === theirs[field])
        return isSame ? { ...current, edited: stored, conflict: null } : { ...current, conflict: stored }
      }),
    )

  /** The version that the user's own change made of `known`; unchanged if a field of the form differs as well. */
  const withOwnChange = (known: Edited<R> | null, stored: Edited<R>): Edited<R> | null => {
    if (known === null || known.record.id !== stored.record.id || stored.etag === null) return known
    const before = valuesOf(known.record)
    const after = valuesOf(stored.record)
    return fields.every((field) => before[field] === after[field]) ? { ...known, etag: stored.etag } : known
  }

  const saved = () => {
    banner.show(edited === null ? texts.created : texts.updated)
    create()
    reloadLists()
  }

  const notSaved = (error: unknown) => {
    banner.show(edited === null ? getErrorMessage(error, texts) : getRecordErrorMessage(error, texts))
    const outdated = edited === null ? null : getConflict(error)
    if (edited === null || outdated === null) return
    reloadLists()
    if (outdated === 'deleted') orphan(edited.record.id)
    else compare(edited.record.id)
  }

  /** Saves what is typed over `base`, unless a field is wrong; returns the fields that are. */
  const save = (base: Edited<R> | null): Faults<V> => {
    const finding = check(values, base === null ? 'create' : 'edit')
    setForm({ ...form, finding })
    if (finding.message === null) {
      banner.clear()
      saving.mutate({ ...form, edited: base }, { onSuccess: saved, onError: notSaved })
    } else banner.show(finding.message)
    return finding.fields
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isRunning()) focusField(event.currentTarget, Object.keys(save(edited))[0])
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
    /** What is stored now, where it differs from what is typed; null without a conflict. */
    theirs: conflict === null ? null : valuesOf(conflict.record),
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
      banner.clear()
      edit(id)
    },
    reset: () => {
      if (saving.isRunning()) return
      banner.clear()
      create()
    },
    /** The user changed this record outside the form: the next save must not fail as somebody else's change. */
    renew: (stored: Edited<R>) =>
      setForm((current) => ({
        ...current,
        edited: withOwnChange(current.edited, stored),
        conflict: withOwnChange(current.conflict, stored),
      })),
    /** Returns to create mode if this record was being edited. */
    forget,
    /** The same for a record that somebody else deleted: what was typed is kept as a new one's. */
    orphan,
    submit,
  }
}
