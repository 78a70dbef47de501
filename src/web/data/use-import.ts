import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  ImportDone,
  ImportPreview,
  type ImportTable,
  MAX_IMPORT_BYTES,
} from '../../../schemas/api/imports.ts'
import { getErrorMessage } from '../administration/error-messages.ts'
import { useScreenBanner } from '../administration/record-page.tsx'
import type { Query } from '../api/client.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { createUpload } from './upload.ts'

/** A file to import, with what it lacks and what decides how it is read. */
export type ImportForm = {
  readonly dataset: string
  readonly file: File | null
  readonly values: Readonly<Record<string, string>>
  readonly period: string
  readonly sheet: string
  readonly replace: string
  readonly read: Readonly<Record<string, string>>
  /** Further choices as a command line writes them. */
  readonly more: string
}

const EMPTY: ImportForm = {
  dataset: '',
  file: null,
  values: {},
  period: '',
  sheet: '',
  replace: '',
  read: {},
  more: '',
}

const TEXTS = {
  rejected: 'The file could not be read.',
  unexpected: 'An unexpected error occurred while the file was sent.',
}

const TIME_LIMIT = 180_000

const formatLines = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(values).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]))

const buildQuery = ({ dataset, file, values, period, sheet, replace, read, more }: ImportForm) => ({
  dataset,
  file: file?.name,
  values: formatLines(values).join('\n') || undefined,
  period: period.trim() || undefined,
  sheet: sheet.trim() || undefined,
  replace: replace || undefined,
  read: [...formatLines(read), ...more.split(/\s+/).filter(Boolean)].join('\n') || undefined,
})

/** Returns the import of a file: each change of the form sends it once more, and shows what it would do. */
export const useImport = () => {
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  /** The part of the file that was sent; null while nothing is under way. */
  const [progress, setProgress] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const latest = useRef(form)
  const isRunning = useRef(false)
  const checked = useRef<ImportForm | null>(null)
  const chooser = useRef<HTMLButtonElement>(null)

  const send = <T>(path: string, sent: ImportForm, more: Query, schema: z.ZodMiniType<T>) =>
    api.post(path, {
      query: { ...buildQuery(sent), ...more },
      body: sent.file,
      schema: z.object({ records: schema, message: z.string() }),
      timeLimit: TIME_LIMIT,
      fetch: createUpload(setProgress),
    })

  /** Runs one upload at a time; a form that changes meanwhile is sent when it is done. */
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setProgress(0)
    setFailure('')
    banner.clear()
    try {
      await work()
    } catch (error) {
      const text = getErrorMessage(error, TEXTS)
      banner.show(text)
      setFailure(text)
      setPreview(null)
    }
    isRunning.current = false
    setProgress(null)
  }

  const check = () =>
    run(async () => {
      let sent: ImportForm
      do {
        sent = latest.current
        checked.current = sent
        const { records } = await send('/v1/imports/preview', sent, {}, ImportPreview)
        setPreview((before) => keepAnswered(records, before, sent))
      } while (sent !== latest.current && latest.current.file !== null)
    })

  const change = (part: Partial<ImportForm>, isComplete = true) => {
    const isOther = part.dataset !== undefined || part.file !== undefined
    const { dataset, file } = latest.current
    const next = { ...(isOther ? { ...EMPTY, dataset, file } : latest.current), ...part }
    latest.current = next
    setForm(next)
    if (isOther) setPreview(null)
    if (next.file !== null && next.file.size > MAX_IMPORT_BYTES) {
      banner.show('The file has more than 50 MB. Split it, or import it by the command line.')
      change({ file: null })
    } else if (isComplete && next.file !== null && next.dataset !== '') void check()
  }

  const clear = (dataset = latest.current.dataset) => {
    change({ dataset, file: null })
    chooser.current?.focus()
  }

  return {
    form,
    preview,
    progress,
    failure,
    change,
    apply: () => {
      if (latest.current !== checked.current) change({})
    },
    chooser,
    start: ({ id }: ImportTable) => clear(id),
    cancel: () => clear(),
    submit: async () => {
      await run(async () => {
        if (preview === null || preview.difference === null) return
        const { added, replaced, removed } = preview.difference
        const changes = [added, replaced, removed].join(',')
        const { message } = await send('/v1/imports', latest.current, { changes }, ImportDone)
        banner.show(message)
        clear()
        await queries.invalidateQueries()
      })
      // The stored records may have changed.
      if (latest.current.file !== null) await check()
    },
  }
}

/** Keeps the questions that were answered in their places, so that their answers can be changed. */
function keepAnswered(
  preview: ImportPreview,
  before: ImportPreview | null,
  { read }: ImportForm,
): ImportPreview {
  const asked = new Set(preview.questions.map(({ key }) => key))
  const kept = before?.questions.filter(({ key }) => read[key] !== undefined || asked.has(key)) ?? []
  const questions = new Map([...kept, ...preview.questions].map((question) => [question.key, question]))
  return { ...preview, questions: [...questions.values()] }
}

export type Import = ReturnType<typeof useImport>
