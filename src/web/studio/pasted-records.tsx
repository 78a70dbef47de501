import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DraftAnswer, type DraftFile } from '../../../schemas/api/definitions.ts'
import { ImportPreview } from '../../../schemas/api/imports.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { FileDrop } from '../data/file-drop.tsx'
import { MessagesCard, ProfileCard, QuestionsCard } from '../data/preview-cards.tsx'
import { Banner } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { Field } from '../kit/text-field.tsx'
import { notify } from '../kit/toaster.tsx'
import type { DraftScreen } from './draft-checks.ts'

const Answer = z.object({ records: DraftAnswer })

/** A file or text of records for a table, with the answers to the questions on how it is read. */
export interface PastedText extends Omit<DraftFile, 'read'> {
  readonly read: Readonly<Record<string, string>>
}

const NO_TEXT = { name: 'pasted.csv', text: '', encoding: 'utf8', read: {} } as const
export const nothingPasted: PastedText = { dataset: '', ...NO_TEXT }

/** Returns the file of a pasted text. */
export const toDraftFile = ({ read, ...pasted }: PastedText): DraftFile => ({
  ...pasted,
  read: Object.entries(read).map(([key, value]) => `${key}=${value}`),
})

/** Loads how a pasted text is read, with its questions; nothing for none. */
export const usePastedPreview = ({ path, drafts }: DraftScreen, pasted: PastedText) => {
  const api = useApi()
  const body = {
    drafts,
    path,
    call: '',
    records: 'demo',
    file: toDraftFile(pasted),
  }
  return useQuery({
    queryKey: ['pasted-records', body],
    enabled: pasted.text.trim() !== '',
    queryFn: async ({ signal }) => {
      const { records } = await api.post('/v1/definitions/answers', { body, schema: Answer, signal })
      return ImportPreview.parse(JSON.parse(records.body))
    },
  })
}

const LIMIT = '1.4 MB'
const MAX_BYTES = 1_400_000

/** Reads the bytes of a file, which need not be UTF-8. */
const readBase64 = async (file: File): Promise<string> =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCodePoint(byte)).join(''))

type Props = {
  readonly pasted: PastedText
  readonly onChange: (pasted: PastedText) => void
  /** The tables that the report asks, by their ids. */
  readonly tables: readonly string[]
  readonly preview: Pick<ReturnType<typeof usePastedPreview>, 'data' | 'error'>
}

/** The field for records that are pasted or dropped, what they contain, and the questions on how they are read. */
export const PastedRecords = ({ pasted, onChange, tables, preview: { data, error } }: Props) => {
  const isFile = pasted.encoding === 'base64'
  const open = async (file: File) => {
    if (file.size > MAX_BYTES) return notify(`${file.name} is larger than ${LIMIT}.`)
    const { name } = file
    onChange({ ...pasted, name, text: await readBase64(file), encoding: 'base64', read: {} })
  }
  return (
    <div className="flex flex-col gap-3">
      {tables.length > 1 && (
        <SelectField
          label="Table"
          value={pasted.dataset}
          onChange={(dataset) => onChange({ ...pasted, dataset, read: {} })}
          options={tables.map((value) => ({ value, label: value }))}
        />
      )}
      <FileDrop name={isFile ? pasted.name : ''} limit={LIMIT} onChoose={(file) => void open(file)} />
      <Field label="Or paste CSV with its headings">
        {(control) => (
          <textarea
            {...control}
            rows={5}
            spellCheck={false}
            value={isFile ? '' : pasted.text}
            onChange={({ target }) => onChange({ ...pasted, ...NO_TEXT, text: target.value })}
            className={`${control.className} h-auto py-1.5 font-mono`}
          />
        )}
      </Field>
      {error !== null && <Banner text={error.message} />}
      {data !== undefined && (
        <>
          {data.questions.length > 0 && (
            <QuestionsCard
              preview={data}
              read={pasted.read}
              onRead={(read) => onChange({ ...pasted, read })}
            />
          )}
          <MessagesCard preview={data} />
          <ProfileCard preview={data} />
        </>
      )}
    </div>
  )
}
