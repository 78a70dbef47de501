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

/** A file with the answers to the questions on how it is read. */
export type TypedFile = Omit<DraftFile, 'dataset' | 'read'> & {
  readonly read: Readonly<Record<string, string>>
}
/** The file with which a table begins. */
export type BegunFile = TypedFile & Pick<DraftFile, 'dataset'>
export const NO_FILE: TypedFile = { name: 'pasted.csv', text: '', encoding: 'utf8', period: null, read: {} }

/** Lists answers as the server reads them. */
export const formatAnswers = (read: TypedFile['read']): string[] =>
  Object.entries(read).map(([key, value]) => `${key}=${value}`)

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
 * unclear or wrong. Files of tables that were chosen before stay as they were. `begun` is the file at first.
 */
export function usePastedRecords(screen: DraftScreen, begun: BegunFile | null, onChange: () => void) {
  const { tables } = screen
  const [typed, setTyped] = useState(begun ?? { dataset: '', ...NO_FILE })
  const [kept, setKept] = useState<readonly BegunFile[]>([])
  // The first table until one of them is chosen.
  const dataset = tables.includes(typed.dataset) ? typed.dataset : (tables[0] ?? '')
  const send = (one: BegunFile): DraftFile => ({ ...one, read: formatAnswers(one.read) })
  const file = send({ ...typed, dataset })
  const { data, error } = useReading(screen, file)
  const change = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, dataset, read: {}, ...part })
    onChange()
  }
  const others = kept.filter((one) => one.dataset !== dataset && tables.includes(one.dataset))
  const chooseTable = (chosen: string) => {
    setKept(isReadable ? [...others, { ...typed, dataset }] : others)
    change(kept.find((one) => one.dataset === chosen) ?? { ...NO_FILE, dataset: chosen })
  }
  const isReadable = data !== undefined && data.rows > 0 && data.questions.length + data.errorCount === 0
  const fields = (
    <div className="flex flex-col gap-3">
      {tables.length > 1 && (
        <SelectField
          label="Table"
          value={dataset}
          onChange={chooseTable}
          options={tables.map((value) => ({ value, label: value }))}
        />
      )}
      <FileFields file={typed} preview={data} error={error} onChange={change} />
    </div>
  )
  return { files: isReadable ? { file, others: others.map(send) } : null, fields }
}

type FileFieldsProps = {
  readonly file: TypedFile
  readonly preview: ImportPreview | undefined
  readonly error: Error | null
  readonly onChange: (part: Partial<TypedFile>) => void
}

/** Shows the fields for a file that is pasted or dropped, and how it is read. */
export const FileFields = ({
  file: { name, text, encoding, read },
  preview,
  error,
  onChange,
}: FileFieldsProps) => {
  const isFile = encoding === 'base64'
  const drop = async (dropped: File) => {
    if (refuseLong(dropped.name, dropped.size)) return
    onChange({ ...NO_FILE, name: dropped.name, text: await readBase64(dropped), encoding: 'base64' })
  }
  return (
    <>
      <FileDrop name={isFile ? name : ''} limit={LIMIT} onChoose={(dropped) => void drop(dropped)} />
      <CodeField
        label="Or paste CSV with its headings"
        value={isFile ? '' : text}
        onChange={(pasted) => {
          if (!refuseLong('The text', new Blob([pasted]).size)) onChange({ ...NO_FILE, text: pasted })
        }}
      />
      {error !== null && <Banner text={error.message} />}
      <QuestionsCard
        open={preview?.questions ?? []}
        read={read}
        onRead={(answers) => onChange({ read: answers })}
      />
      {preview !== undefined && (
        <>
          <MessagesCard preview={preview} />
          {preview.columns.length > 0 && <ProfileCard preview={preview} />}
        </>
      )}
    </>
  )
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
