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
import { useAttempt } from '../kit/use-attempt.ts'
import { createUpload } from './upload.ts'

type Values = Readonly<Record<string, string>>

/** A file to import, with what it lacks and what decides how it is read. */
const EMPTY = {
  dataset: '',
  file: null as File | null,
  values: {} as Values,
  period: '',
  sheet: '',
  replace: '',
  read: {} as Values,
  /** Further choices as a command line writes them. */
  more: '',
}
export type ImportForm = Readonly<typeof EMPTY>

const TEXTS = {
  rejected: 'The file could not be read.',
  unexpected: 'An unexpected error occurred while the file was sent.',
}

const TIME_LIMIT = 180_000

const formatLines = (values: Values): readonly string[] =>
  Object.entries(values).flatMap(([key, value]) => (value === '' ? [] : [`${key}=${value}`]))

/** Splits choices at their blanks, except within quotes: `headings="Day of call:day"`. */
export const splitChoices = (text: string): readonly string[] => text.match(/(?:[^\s"]|"[^"]*")+/g) ?? []

const buildQuery = ({ dataset, file, values, period, sheet, replace, read, more }: ImportForm) => ({
  dataset,
  file: file?.name,
  values: formatLines(values).join('\n') || undefined,
  period: period.trim() || undefined,
  sheet: sheet.trim() || undefined,
  replace: replace || undefined,
  read: [...formatLines(read), ...splitChoices(more)].join('\n') || undefined,
})

/** Returns the import of a file: each change of the form sends it once more, and shows what it would do. */
export const useImport = () => {
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  /** The part of the file that was sent. */
  const [progress, setProgress] = useState(0)
  const latest = useRef(form)
  const chooser = useRef<HTMLButtonElement>(null)

  const send = <T>(path: string, sent: ImportForm, more: Query, schema: z.ZodMiniType<T>) =>
    api.post(path, {
      query: { ...buildQuery(sent), ...more },
      body: sent.file,
      schema: z.object({ records: schema, message: z.string() }),
      timeLimit: TIME_LIMIT,
      fetch: createUpload(setProgress),
    })

  const { isBusy, failure, run } = useAttempt((error) => {
    const text = getErrorMessage(error, TEXTS)
    banner.show(text)
    setPreview(null)
    return text
  })
  /** Runs one upload at a time; a form that changes meanwhile is sent when it is done. */
  const upload = (work: () => Promise<unknown>) =>
    run(() => {
      setProgress(0)
      banner.clear()
      return work()
    })

  const check = () =>
    upload(async () => {
      let sent: ImportForm
      do {
        sent = latest.current
        const { records } = await send('/v1/imports/preview', sent, {}, ImportPreview)
        setPreview(records)
      } while (sent !== latest.current && latest.current.file !== null)
    })

  const change = (part: Partial<ImportForm>) => {
    const isOther = part.dataset !== undefined || part.file !== undefined
    const { dataset, file } = latest.current
    const next = { ...(isOther ? { ...EMPTY, dataset, file } : latest.current), ...part }
    latest.current = next
    setForm(next)
    if (isOther) setPreview(null)
    if (next.file !== null && next.file.size > MAX_IMPORT_BYTES) {
      banner.show('The file has more than 50 MB. Split it, or import it by the command line.')
      change({ file: null })
    } else if (next.file !== null && next.dataset !== '') void check()
  }

  const clear = (dataset = latest.current.dataset) => {
    change({ dataset, file: null })
    chooser.current?.focus()
  }

  return {
    form,
    preview,
    /** The part of the file that was sent; null while nothing is under way. */
    progress: isBusy ? progress : null,
    failure,
    change,
    chooser,
    start: ({ id }: ImportTable) => clear(id),
    cancel: () => clear(),
    submit: async () => {
      await upload(async () => {
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

export type Import = ReturnType<typeof useImport>
