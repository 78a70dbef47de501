import * as z from 'zod/mini'
import { lenient } from '../../../schemas/api/lenient.ts'
import type { OpenSession } from '../../../schemas/api/session.ts'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { type Paging, RecordListCard, useRecordList } from '../administration/record-list.tsx'
import { useDeleteRecord } from '../administration/record-mutations.ts'
import type { Resource } from '../administration/resource.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { Moment } from '../components/moment.tsx'
import { IconButton, type RecordColumn } from '../components/resource-table.tsx'
import { Badge } from '../components/switch.tsx'
import { useBanner } from '../contexts/use-banner.ts'

type SessionRecord = Omit<OpenSession, 'systemUserId'>

/** As the browser reads it: the first pages would load zod's rules for times with the schema of the API. */
const SessionRecord: z.ZodMiniType<SessionRecord> = lenient(
  z.object({
    id: z.string(),
    userId: z.string(),
    role: z.string(),
    signedInAt: z.string(),
    lastUsedAt: z.string(),
    address: z.string(),
    client: z.string(),
    current: z.boolean(),
  }),
  ['id', 'userId'],
)

const sessions: Resource<SessionRecord> = {
  path: '/v1/sessions',
  schema: SessionRecord,
  isVisible: () => true,
}

const TEXTS = {
  done: 'Session ended successfully!',
  rejected: 'An error occurred while ending the session.',
  unexpected: 'An unexpected error occurred while ending the session.',
}

const formatSummary = ({ from, to, total }: Paging): string => `Showing ${from} to ${to} of ${total} entries`

/** `/roles/sessions`: who is signed in, with the end of a session. */
const SessionsScreen = () => {
  const banner = useBanner(5_000)
  const list = useRecordList(sessions)
  const ending = useDeleteRecord({
    source: sessions,
    banner,
    texts: TEXTS,
    onDeleted: () => {},
    onGone: () => {},
  })
  const { candidate } = ending
  return (
    <AdministrationPage title="Sessions" banner={banner}>
      <RecordListCard
        title="Who is signed in"
        list={list}
        columns={sessionColumns(ending.request)}
        summary={formatSummary}
        tools={
          <Button size="small" busy={list.isBusy} onClick={list.retry}>
            Refresh
          </Button>
        }
      />
      <ConfirmDialog
        open={candidate !== null}
        question={candidate?.current === true ? 'End your own session?' : 'End this session?'}
        confirmLabel="End session"
        busy={ending.isBusy}
        onConfirm={ending.confirm}
        onCancel={ending.cancel}
      >
        <div className="flex flex-col gap-1 break-words text-soft">
          <p>{candidate !== null && describeSession(candidate)}</p>
          <p>
            {candidate?.current === true
              ? 'You will be signed out here.'
              : 'The user is signed out there and can sign in again. To keep the user out, deactivate the user.'}
          </p>
        </div>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

export default SessionsScreen

const describeSession = ({ userId, client, address }: SessionRecord): string =>
  [userId, client, address].filter((text) => text !== '').join(', ')

const sessionColumns = (onEnd: (session: SessionRecord) => void): readonly RecordColumn<SessionRecord>[] => [
  {
    header: 'User ID',
    cell: ({ userId, current }) => (
      <span className="flex flex-wrap items-center gap-2">
        {userId}
        {current && <Badge tone="good">This session</Badge>}
      </span>
    ),
  },
  { header: 'Role', cell: (session) => session.role },
  { header: 'Signed in (UTC)', cell: (session) => <Moment at={session.signedInAt} /> },
  { header: 'Last used (UTC)', cell: (session) => <Moment at={session.lastUsedAt} /> },
  { header: 'Client', cell: (session) => session.client },
  { header: 'Address', cell: (session) => session.address },
  {
    header: 'Actions',
    isNarrow: true,
    isScreenOnly: true,
    cell: (session, headId) => (
      <IconButton icon="close" danger aria-describedby={headId} onClick={() => onEnd(session)}>
        End session
      </IconButton>
    ),
  },
]
