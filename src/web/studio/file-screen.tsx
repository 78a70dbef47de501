import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { type DefinitionText, FileDraft, getTextPath } from '../../../schemas/api/definitions.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { AppliedField } from '../data/applied-field.tsx'
import { splitChoices } from '../data/use-import.ts'
import { Button } from '../kit/button.tsx'
import { getEditorAddress } from './file-link.tsx'
import { FileFields, formatAnswers, NO_FILE, type TypedFile } from './pasted-records.tsx'
import { StudioPage } from './studio-page.tsx'
import type { Studio } from './use-studio.ts'

const Answer = z.object({ records: FileDraft })

/** Shows `/studio/file`: a file becomes the drafts of a table and a report. */
const FileScreen = () => (
  <StudioPage title="From a file">
    {({ studio, drafts }) => <FileForm studio={studio} drafts={drafts} />}
  </StudioPage>
)

export default FileScreen

/** Makes an id of a name: `Calls March.csv` becomes calls-march. */
const makeId = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-$/g, '')

type Props = { readonly studio: Studio; readonly drafts: readonly DefinitionText[] }

const FileForm = ({ studio, drafts }: Props) => {
  const api = useApi()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [file, setFile] = useState(NO_FILE)
  const [id, setId] = useState('')
  const [more, setMore] = useState('')
  const [isBegun, setBegun] = useState(false)
  const read = [...formatAnswers(file.read), ...splitChoices(more)]
  const name = makeId(id) || makeId(file.name) || 'file'
  const body = { drafts, id: name, file: { ...file, read } }
  const draft = {
    queryKey: ['file-draft', body] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (await api.post('/v1/definitions/from-file', { body, schema: Answer, signal })).records,
  }
  const { data, error } = useQuery({
    ...draft,
    enabled: file.text.trim() !== '' && !isBegun,
    // While an answer is loading, that to other choices about the same file is shown.
    placeholderData: (before, query) => (query?.queryKey[1].file.text === file.text ? before : undefined),
  })
  const change = (part: Partial<TypedFile>) => setFile({ ...file, read: {}, ...part })
  /** Begins when the answer is there: a click on the button also applies the field that it leaves. */
  const begin = async () => {
    const { files, period } = await queries.fetchQuery({ ...draft, staleTime: Infinity })
    if (files.length === 0) return
    setBegun(true)
    studio.keepFile({ ...file, dataset: name, period, read: {} })
    studio.edit(files)
    void navigate(getEditorAddress(getTextPath({ kind: 'reports', name })))
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        A CSV or Excel file becomes a table and a report over it. Nothing here is stored: the records are
        imported under Data once the table is published.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <AppliedField
          label="Name of the table and the report"
          hint="Small letters, digits and hyphens, such as call-quality."
          placeholder={makeId(file.name)}
          value={id}
          onChange={setId}
        />
        <AppliedField
          label="Further choices"
          hint="Choices that a message names."
          placeholder="None"
          value={more}
          onChange={setMore}
        />
      </div>
      <FileFields file={file} preview={data?.preview} error={error} onChange={change} />
      <div>
        <Button
          variant="primary"
          disabled={!data?.files.length}
          onClick={() => void begin().catch(() => undefined)}
        >
          Begin with this file
        </Button>
      </div>
    </div>
  )
}
