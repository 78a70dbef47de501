import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { type DefinitionText, FileDraft, getTextPath } from '../../../schemas/api/definitions.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { Button } from '../kit/button.tsx'
import { TextField } from '../kit/text-field.tsx'
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
  const [file, setFile] = useState(NO_FILE)
  const [id, setId] = useState('')
  const [more, setMore] = useState('')
  const [isBegun, setBegun] = useState(false)
  const read = [...formatAnswers(file.read), ...(more.match(/(?:[^\s"]|"[^"]*")+/g) ?? [])]
  const body = { drafts, id: makeId(id) || makeId(file.name) || 'file', file: { ...file, read } }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['file-draft', body],
    enabled: file.text.trim() !== '' && !isBegun,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await api.post('/v1/definitions/from-file', { body, schema: Answer, signal })).records,
  })
  const change = (part: Partial<TypedFile>) => setFile({ ...file, read: {}, ...part })
  const begin = (files: readonly DefinitionText[]) => {
    setBegun(true)
    studio.edit(files)
    const report = files.find(({ kind }) => kind === 'reports')
    if (report !== undefined) void navigate(getEditorAddress(getTextPath(report)))
  }
  const files = isPlaceholderData || error !== null ? [] : (data?.files ?? [])
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">
        A CSV or Excel file becomes a table and a report over it. Nothing here is stored: the records are
        imported under Data once the table is published.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name of the table and the report"
          hint="Small letters, digits and hyphens, such as call-quality."
          placeholder={makeId(file.name)}
          value={id}
          onChange={setId}
        />
        <TextField
          label="Further choices"
          hint="Choices that a message names."
          placeholder="None"
          value={more}
          onChange={setMore}
        />
      </div>
      <FileFields file={file} preview={data?.preview} error={error} onChange={change} />
      <div>
        <Button variant="primary" disabled={files.length === 0} onClick={() => begin(files)}>
          Begin with this file
        </Button>
      </div>
    </div>
  )
}
