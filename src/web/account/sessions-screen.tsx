import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import type * as z from 'zod/mini'
import { lenient } from '../../../schemas/api/lenient.ts'
import { OpenSession } from '../../../schemas/api/session.ts'
import { buildActionTexts } from '../administration/error-messages.ts'
import { RecordListCard, type RecordListProps, useRecordList } from '../administration/record-list.tsx'
import { useDeletion } from '../administration/record-mutations.tsx'
import type { Resource } from '../administration/resource.ts'
import { Button } from '../kit/button.tsx'
import { KeepTokens } from '../kit/check-box.tsx'
import { createActionsColumn, type RecordColumn, Moment } from '../kit/resource-table.tsx'
import { Badge } from '../kit/switch.tsx'
import { hasFeature } from '../contexts/portal-settings.ts'

const SessionRecord = lenient(OpenSession, ['id', 'userId'])
type SessionRecord = z.infer<typeof SessionRecord>

const sessions: Resource<SessionRecord> = { path: '/v1/sessions', schema: SessionRecord }
const ownSessions: Resource<SessionRecord> = { path: '/v1/account/sessions', schema: SessionRecord }

/** All sessions of the own account but this one, as a record of the list that can be ended. */
const OTHERS = SessionRecord.parse({ id: 'others', userId: '', client: 'All sessions but this one' })

/** Shows `/roles/sessions`: who is signed in, with the end of a session. */
const SessionsScreen = () => <SessionList title="Who is signed in" source={sessions} />

export default SessionsScreen

export const OwnSessions = () => <SessionList title="Where you are signed in" source={ownSessions} />

/** Shows a list of sessions, with the end of each; of the own ones also of all others at once. */
const SessionList = ({ title, source }: RecordListProps<SessionRecord>) => {
  const isOwn = source === ownSessions
  const list = useRecordList(source)
  const [keepsTokens, setKeepsTokens] = useState(false)
  const keepTokens = <KeepTokens isChecked={keepsTokens} onChange={setKeepsTokens} />
  const ending = useDeletion({
    source,
    texts: buildActionTexts('Session ended', 'ending the session'),
    ask: (session) => ({
      question: getQuestion(session),
      confirmLabel: session === OTHERS ? 'End all others' : 'End session',
      detail: renderDetail(session, isOwn, session === OTHERS && keepTokens),
    }),
    getQuery: (session) => (session === OTHERS && keepsTokens ? { keepTokens: true } : {}),
  })
  const columns = sessionColumns(ending.request)
  return (
    <>
      <RecordListCard
        title={title}
        list={list}
        columns={isOwn ? columns.filter(({ header }) => header !== 'Role') : columns}
        none="No one else is signed in. Super administrators are not listed."
        tools={
          <>
            <Button size="small" busy={list.isBusy} onClick={list.retry}>
              Refresh
            </Button>
            {isOwn &&
              OWN_LINKS.filter(({ feature }) => hasFeature(feature)).map(({ to, label }) => (
                <Link key={to} to={to} className="text-sm underline">
                  {label}
                </Link>
              ))}
            {isOwn && list.paging.total > 1 && (
              <Button
                size="small"
                onClick={() => {
                  setKeepsTokens(false)
                  ending.request(OTHERS)
                }}
              >
                End all others
              </Button>
            )}
          </>
        }
      />
      {ending.dialog}
    </>
  )
}

const OWN_LINKS = [
  { feature: 'tokens', to: '/account/tokens', label: 'Tokens' },
  { feature: 'schedules', to: '/account/schedules', label: 'Schedules' },
  { feature: 'second-factor', to: '/account/second-factor', label: 'Second factor' },
] as const

const getQuestion = (session: SessionRecord): string => {
  if (session === OTHERS) return 'End all your other sessions?'
  return session.current ? 'End your own session?' : 'End this session?'
}

const describeEnd = ({ current }: SessionRecord, isOwn: boolean): string => {
  if (current) return 'You will be signed out here.'
  return isOwn
    ? 'You are signed out there. If you do not know a session, change your password as well.'
    : 'The user is signed out there and can sign in again. To keep the user out, deactivate the user.'
}

const renderDetail = (session: SessionRecord, isOwn: boolean, keepTokens: ReactNode) => (
  <>
    <p>{describeSession(session)}</p>
    <p>{describeEnd(session, isOwn)}</p>
    {keepTokens}
  </>
)

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
  createActionsColumn([{ icon: 'close', label: 'End session', danger: true, onClick: onEnd }]),
]
