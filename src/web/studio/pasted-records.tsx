import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { DraftAnswer, type DraftFile } from '../../../schemas/api/definitions.ts'
import { ImportPreview } from '../../../schemas/api/imports.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { MessagesCard, ProfileCard, QuestionsCard } from '../data/preview-cards.tsx'
import { Banner } from '../kit/messages.tsx'
import { SelectField } from '../kit/select-field.tsx'
import { Field } from '../kit/text-field.tsx'
import type { DraftScreen } from './draft-checks.ts'

const Answer = z.object({ records: DraftAnswer })

/** A text of records for a table, with the answers to the questions on how it is read. */
export interface PastedText extends Pick<DraftFile, 'dataset' | 'text'> {
  readonly read: Readonly<Record<string, string>>
}

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

type Props = {
  readonly pasted: PastedText
  readonly onChange: (pasted: PastedText) => void
  /** The tables that the report asks, by their ids. */
  readonly tables: readonly string[]
  readonly preview: Pick<ReturnType<typeof usePastedPreview>, 'data' | 'error'>
}

/** The field for records that are pasted or dropped, what they contain, and the questions on how they are read. */
export const PastedRecords = ({ pasted, onChange, tables, preview: { data, error } }: Props) => {
  const setText = (text: string) => onChange({ ...pasted, text, read: {} })
  return (
    <div
      className="flex flex-col gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void event.dataTransfer.files[0]?.text().then(setText)
      }}
    >
      {tables.length > 1 && (
        <SelectField
          label="Table"
          value={pasted.dataset}
          onChange={(dataset) => onChange({ ...pasted, dataset, read: {} })}
          options={tables.map((value) => ({ value, label: value }))}
        />
      )}
      <Field label="Paste CSV with its headings, or drop a file here">
        {(control) => (
          <textarea
            {...control}
            rows={5}
            spellCheck={false}
            value={pasted.text}
            onChange={({ target }) => setText(target.value)}
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
