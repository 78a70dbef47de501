import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { DraftAnswer, type DraftFile } from '../../../schemas/api/definitions.ts'
import { ImportPreview } from '../../../schemas/api/imports.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { FileDrop } from '../data/file-drop.tsx'
import { MessagesCard, ProfileCard, QuestionsCard } from '../data/preview-cards.tsx'
import { Banner } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { type FieldProps, Field } from '../kit/text-field.tsx'
import { notify } from '../kit/toaster.tsx'
import type { DraftScreen } from './draft-checks.ts'

const Answer = z.object({ records: DraftAnswer })

/** Loads how an import would read a file; nothing for an empty one. */
const useReading = ({ path, drafts }: DraftScreen, file: DraftFile) => {
  const api = useApi()
  const body = { drafts, path, call: '', records: 'demo', file }
  return useQuery({
    queryKey: ['pasted-records', body],
    enabled: file.text.trim() !== '',
    queryFn: async ({ signal }) => {
      const { records } = await api.post('/v1/definitions/answers', { body, schema: Answer, signal })
      return ImportPreview.parse(JSON.parse(records.body))
    },
  })
}

/** Records without a text, and with no answers to the questions on how they are read. */
const NO_TEXT: Omit<DraftFile, 'dataset' | 'read'> & { readonly read: Readonly<Record<string, string>> } = {
  name: 'pasted.csv',
  text: '',
  encoding: 'utf8',
  read: {},
}
const LIMIT = '1.4 MB'
const MAX_BYTES = 1_400_000

/** Says that a text or file has more bytes than can be sent; false for another one. */
export function refuseLong(name: string, bytes: number): boolean {
  if (bytes > MAX_BYTES) notify(`${name} is larger than ${LIMIT}.`)
  return bytes > MAX_BYTES
}

/** Reads the bytes of a file, which need not be UTF-8. */
const readBase64 = async (file: File): Promise<string> =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCodePoint(byte)).join(''))

/**
 * Returns the fields for records that are pasted or dropped, and the file of these records: null while something in it is
 * unclear or wrong.
 */
export function usePastedRecords(screen: DraftScreen, onChange: () => void) {
  const { tables } = screen
  const [typed, setTyped] = useState({ dataset: '', ...NO_TEXT })
  // The first table until one of them is chosen.
  const dataset = tables.includes(typed.dataset) ? typed.dataset : (tables[0] ?? '')
  const read = Object.entries(typed.read).map(([key, value]) => `${key}=${value}`)
  const file = { ...typed, dataset, read }
  const { data, error } = useReading(screen, file)
  const isFile = typed.encoding === 'base64'
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, dataset, read: {}, ...part })
    onChange()
  }
  const drop = async (dropped: File) => {
    if (refuseLong(dropped.name, dropped.size)) return
    change({ name: dropped.name, text: await readBase64(dropped), encoding: 'base64' })
  }
  const isReadable = data !== undefined && data.rows > 0 && data.questions.length + data.errorCount === 0
  const fields = (
    <div className="flex flex-col gap-3">
      {tables.length > 1 && (
        <SelectField
          label="Table"
          value={dataset}
          onChange={(chosen) => change({ dataset: chosen })}
          options={tables.map((value) => ({ value, label: value }))}
        />
      )}
      <FileDrop name={isFile ? typed.name : ''} limit={LIMIT} onChoose={(dropped) => void drop(dropped)} />
      <CodeField
        label="Or paste CSV with its headings"
        value={isFile ? '' : typed.text}
        onChange={(text) => {
          if (!refuseLong('The text', new Blob([text]).size)) change({ ...NO_TEXT, text })
        }}
      />
      {error !== null && <Banner text={error.message} />}
      {data !== undefined && (
        <>
          {data.questions.length > 0 && (
            <QuestionsCard preview={data} read={typed.read} onRead={(answers) => change({ read: answers })} />
          )}
          <MessagesCard preview={data} />
          <ProfileCard preview={data} />
        </>
      )}
    </div>
  )
  return { file: isReadable ? file : null, fields }
}

/** Shows a field for a text that programs write. */
export const CodeField = ({ label, value, error, onChange }: FieldProps) => (
  <Field label={label} error={error}>
    {(control) => (
      <textarea
        {...control}
        rows={6}
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${control.className} h-auto py-1.5 font-mono`}
      />
    )}
  </Field>
)
