import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { type DefinitionText, getTextPath, KeptDraft, KeptTexts } from '../../../schemas/api/definitions.ts'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { DAY_MS, formatDay } from '../../time/days.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { CopyButton } from '../kit/copy-buttons.tsx'
import { DateField } from '../kit/date-field.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { MessagePanel } from '../kit/messages.tsx'
import { createActionsColumn, type RecordColumn, ResourceTable } from '../kit/resource-table.tsx'
import { notify } from '../kit/toaster.tsx'
import { getEditorAddress } from './file-link.tsx'
import { StudioPage } from './studio-page.tsx'
import type { Studio } from './use-studio.ts'

const PATH = '/v1/drafts'
const List = z.object({ records: z.array(KeptDraft) })
const One = z.object({ records: KeptDraft })
const Texts = z.object({ records: KeptTexts })
const DEFAULT_DAYS = 14

const getDraftAddress = ({ id }: Pick<KeptDraft, 'id'>): string => `/studio/drafts/${id}`

type KeepProps = {
  readonly path: string
  readonly drafts: readonly DefinitionText[]
  readonly errors: number
  readonly onClose: () => void
}

/** Names the button that saves all drafts of the page. */
export const nameSaving = ({ length }: readonly DefinitionText[]): string =>
  length > 1 ? 'Save all drafts' : 'Save draft'

/** Saves all drafts of the page until a day, and then shows the address that opens them. */
export const KeepDialog = ({ path, drafts: files, errors, onClose }: KeepProps) => {
  const api = useApi()
  const [endDate, setEndDate] = useState(() => formatDay(Date.now() / DAY_MS + DEFAULT_DAYS))
  const [keptDraft, setKept] = useState<KeptDraft | null>(null)
  const keep = async () => {
    const { records } = await api.post(PATH, { body: { path, files, endDate }, schema: One })
    setKept(records)
  }
  if (keptDraft !== null) {
    const address = `${location.origin}${import.meta.env.BASE_URL}${getDraftAddress(keptDraft).slice(1)}`
    return (
      <Dialog
        title="The draft is saved"
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            <CopyButton variant="primary" text={address} label="Copy address" />
          </>
        }
      >
        <p className="text-soft">Colleagues with the right Studio can open it until {keptDraft.endDate}:</p>
        <code className="select-all break-all rounded-control border bg-sunken px-2.5 py-1.5">{address}</code>
      </Dialog>
    )
  }
  return (
    <FormDialog title={nameSaving(files)} onClose={onClose} onSubmit={keep} submitLabel={nameSaving(files)}>
      <DateField label="Last day (UTC), at most 90 days ahead" value={endDate} onChange={setEndDate} />
      <p className="text-sm text-soft">It saves {files.map(getTextPath).join(', ')}. Nothing is published.</p>
      {errors > 0 && (
        <p className="text-sm text-bad">{`The draft has ${errors} ${errors === 1 ? 'error' : 'errors'}.`}</p>
      )}
    </FormDialog>
  )
}

/** Shows the saved drafts of all holders of the right; nothing while there are none. */
export const KeptDraftList = () => {
  const api = useApi()
  const { username } = useSession()
  const { data: drafts = [], refetch } = useQuery({
    queryKey: [PATH],
    queryFn: async ({ signal }) => (await api.get(PATH, { schema: List, signal })).records,
  })
  const remove = async ({ id }: KeptDraft) => {
    try {
      const { message } = await api.del(`${PATH}/${id}`, { schema: AnyEnvelope })
      notify(message ?? '', 'success')
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The draft could not be removed.')
    }
    await refetch()
  }
  if (drafts.length === 0) return null
  const actions = createActionsColumn<KeptDraft>([
    {
      icon: 'close',
      label: 'Remove',
      danger: true,
      isOffered: ({ author }) => author === username,
      onClick: (draft) => void remove(draft),
    },
  ])
  return (
    <Card title="Saved drafts" flush>
      <ResourceTable label="Saved drafts" columns={[...columns, actions]} records={drafts} />
    </Card>
  )
}

const columns: readonly RecordColumn<KeptDraft>[] = [
  {
    header: 'Name',
    cell: (draft) => (
      <Link to={getDraftAddress(draft)} className="text-accent underline">
        {`${draft.id}: ${draft.path}`}
      </Link>
    ),
  },
  { header: 'Author', cell: ({ author }) => author },
  { header: 'Last day (UTC)', cell: ({ endDate }) => endDate },
]

type OpenProps = { readonly id: string }

/** Shows `/studio/drafts/ID`: a saved draft, which opens in the editor. */
export const KeptDraftScreen = ({ id }: OpenProps) => (
  <StudioPage title="Saved draft">
    {({ studio }) =>
      /^\d+$/.test(id) ? (
        <OpenDraft id={id} studio={studio} />
      ) : (
        <MessagePanel role="alert" icon="alert" text="There is no such draft." />
      )
    }
  </StudioPage>
)

/** Takes the files of a saved draft as drafts of the page, and opens the editor. */
const OpenDraft = ({ id, studio }: OpenProps & { readonly studio: Studio }) => {
  const api = useApi()
  const navigate = useNavigate()
  const { data, error } = useQuery({
    queryKey: [PATH, id],
    queryFn: async ({ signal }) => (await api.get(`${PATH}/${id}`, { schema: Texts, signal })).records,
  })
  useEffect(() => {
    if (data === undefined) return
    studio.edit(data.files)
    void navigate(getEditorAddress(data.path), { replace: true })
  }, [data, studio, navigate])
  return error !== null && <MessagePanel role="alert" icon="alert" text={error.message} />
}
