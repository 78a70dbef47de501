import { useState } from 'react'
import { reportEntries } from 'virtual:report-entries'
import { MachineToken } from '../../../schemas/api/credentials.ts'
import { buildActionTexts } from '../administration/error-messages.ts'
import { RecordListCard, type RecordListProps, useRecordList } from '../administration/record-list.tsx'
import { useDeletion } from '../administration/record-mutations.tsx'
import type { Resource } from '../administration/resource.ts'
import { Button } from '../kit/button.tsx'
import { createActionsColumn, type RecordColumn, Moment } from '../kit/resource-table.tsx'
import { Badge } from '../kit/switch.tsx'
import { NewTokenDialog } from './new-token-dialog.tsx'

const allTokens: Resource<MachineToken> = { path: '/v1/sessions/tokens', schema: MachineToken }
const ownTokens: Resource<MachineToken> = { path: '/v1/tokens', schema: MachineToken }

/** Shows `/roles/tokens`: the tokens of all users, with the end of each. */
const TokensScreen = () => <TokenList title="Tokens for machines" source={allTokens} />

export default TokensScreen

export const OwnTokens = () => <TokenList title="Your tokens for machines" source={ownTokens} />

/** Shows a list of tokens, with the end of each; of the own ones with a button that makes another one. */
const TokenList = ({ title, source }: RecordListProps<MachineToken>) => {
  const isOwn = source === ownTokens
  const list = useRecordList(source)
  const ending = useDeletion({
    source,
    texts: buildActionTexts('Token ended', 'ending the token'),
    ask: ({ label }) => ({
      question: 'End this token?',
      confirmLabel: 'End token',
      detail: `Scripts with the token “${label}” are refused from now on.`,
    }),
  })
  const [isCreating, setCreating] = useState(false)
  const columns = tokenColumns(ending.request)
  return (
    <>
      <RecordListCard
        title={title}
        list={list}
        columns={isOwn ? columns.filter(({ header }) => header !== 'User ID') : columns}
        none={isOwn ? 'A token lets a script read your reports without your password.' : undefined}
        tools={
          isOwn && (
            <Button size="small" onClick={() => setCreating(true)}>
              New token
            </Button>
          )
        }
      />
      {isCreating && <NewTokenDialog onCreated={list.retry} onClose={() => setCreating(false)} />}
      {ending.dialog}
    </>
  )
}

/** Returns the reports of a token by their names in the menu. */
const nameReports = (reports: readonly string[] | null): string =>
  reports === null
    ? 'All that its owner may open'
    : reports.map((id) => reportEntries.find((entry) => entry.id === id)?.menu.label ?? id).join(', ')

const tokenColumns = (onEnd: (token: MachineToken) => void): readonly RecordColumn<MachineToken>[] => [
  {
    header: 'Label',
    cell: ({ label, endDate }) => (
      <span className="flex flex-wrap items-center gap-2">
        {label}
        {endDate < new Date().toISOString().slice(0, 10) && <Badge>Ended</Badge>}
      </span>
    ),
  },
  { header: 'User ID', cell: ({ userId }) => userId },
  { header: 'Reports', cell: ({ reports }) => nameReports(reports) },
  { header: 'Last day (UTC)', cell: ({ endDate }) => <span className="whitespace-nowrap">{endDate}</span> },
  { header: 'Last used (UTC)', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} none="Never" /> },
  { header: 'Address', cell: ({ address }) => address },
  createActionsColumn([{ icon: 'close', label: 'End token', danger: true, onClick: onEnd }]),
]
