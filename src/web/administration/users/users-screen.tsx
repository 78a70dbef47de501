import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { buildActionTexts } from '../error-messages.ts'
import { RecordListCard, useRecordList } from '../record-list.tsx'
import { useConfirmedAction, useDeletion } from '../record-mutations.tsx'
import { useScreenBanner } from '../record-page.tsx'
import { useAllRecords } from '../record-select.tsx'
import { type ListedUser, listUsers, roles, type SystemUserRecord, systemUsers } from '../resource.ts'
import { Button } from '../../kit/button.tsx'
import { createActionsColumn, type RecordColumn } from '../../kit/resource-table.tsx'
import { useApi, useSession } from '../../contexts/portal-contexts.ts'
import { hasFeature } from '../../contexts/portal-settings.ts'
import { useExport, userColumns } from './export-users.ts'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { SIGN_INS, SuperAdministrators, UserFilters } from './sign-ins.tsx'
import { createStatusColumn } from './status-switch.tsx'
import { UserForm, useUserEditor } from './user-form.tsx'

const OWN_PASSWORD = 'You cannot reset your own password. Change it under your name in the header.'

/** Shows `/roles/system-user`: the system users, their form and their list. */
const UsersScreen = () => {
  const hasSignIns = hasFeature('sessions')
  const source = listUsers(hasSignIns)
  const list = useRecordList(source)
  const roleChoices = useAllRecords(roles)
  const editor = useUserEditor()
  const { deletion, factor, reset, setReset, startReset, handleGone } = useUserActions(editor)
  const isFiltered = (list.filter['secondFactor'] ?? list.filter['signIn']) !== undefined
  const saving = useExport(source, list.filter)
  const columns: readonly RecordColumn<ListedUser>[] = [
    ...COLUMNS,
    ...(hasSignIns ? SIGN_INS : []),
    createStatusColumn({ onChanged: editor.refresh, onGone: handleGone }),
    createActionsColumn<ListedUser>([
      { icon: 'edit', label: 'Edit', onClick: ({ id }) => editor.edit(id) },
      { icon: 'key', label: 'Reset Password', onClick: startReset },
      { icon: 'trash', label: 'Delete', danger: true, onClick: deletion.request },
    ]),
  ]

  return (
    <>
      <UserForm editor={editor} roles={roleChoices} />
      <RecordListCard
        title="User list"
        list={list}
        columns={columns}
        tools={
          <>
            <Button size="small" busy={saving.isPending} onClick={() => saving.mutate()}>
              Export CSV
            </Button>
            {hasSignIns && <UserFilters filter={list.filter} onChange={list.setFilter} />}
          </>
        }
        none={isFiltered ? 'Nothing matches the filters.' : undefined}
        current={editor.record?.id}
      />
      {hasSignIns && <SuperAdministrators columns={[...COLUMNS, ...SIGN_INS, STATUS]} />}
      {reset !== null && (
        <ResetPasswordDialog
          user={reset}
          onGone={handleGone}
          onResetFactor={() => {
            factor.request(reset)
            setReset(null)
          }}
          onClose={() => setReset(null)}
        />
      )}
      {factor.dialog}
      {deletion.dialog}
    </>
  )
}

export default UsersScreen

/** Addresses break anywhere: long ones would hide other columns. */
const LOOKS: Readonly<Record<string, string>> = {
  'Login IP': 'wrap-anywhere',
  'Email Id': 'min-w-32 wrap-anywhere',
}
const COLUMNS = userColumns.map(([header, cell]): RecordColumn<ListedUser> => ({
  header,
  cell,
  className: LOOKS[header] ?? '',
}))
const STATUS: RecordColumn<ListedUser> = { header: 'Status', cell: (user) => user.status }

/** Returns what can be done with a user of the list besides editing: delete, reset the password or the second factor. */
const useUserActions = (editor: ReturnType<typeof useUserEditor>) => {
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const { username } = useSession()
  const [reset, setReset] = useState<SystemUserRecord | null>(null)
  const handleGone = ({ id }: Pick<SystemUserRecord, 'id'>) => {
    editor.orphan(id)
    void queries.invalidateQueries({ queryKey: [systemUsers.path] })
  }
  const deletion = useDeletion({
    source: systemUsers,
    texts: {
      done: 'User deleted successfully!',
      rejected: 'An error occurred while deleting the user.',
      unexpected: 'An unexpected error occurred while deleting the user.',
    },
    ask: ({ userId }) => ({
      question: 'Are you sure you want to delete this user?',
      confirmLabel: 'Delete',
      detail: userId,
    }),
    onDone: ({ id }) => editor.discard(id),
    onGone: handleGone,
  })
  const factor = useConfirmedAction<SystemUserRecord>({
    run: ({ id }) => api.del(`${systemUsers.path}/${id}/second-factor`, { schema: AnyEnvelope }),
    texts: buildActionTexts('Second factor reset', 'resetting the second factor'),
    ask: ({ userId }) => ({
      question: 'Reset the second factor?',
      confirmLabel: 'Reset',
      detail: `${userId} signs in with the password alone until a new one is set up.`,
    }),
    queryKey: [systemUsers.path],
  })
  const startReset = (user: SystemUserRecord) => {
    banner.clear()
    const isOwn = user.userId.toLowerCase() === username.toLowerCase()
    if (hasFeature('account') && isOwn) banner.show(OWN_PASSWORD)
    else setReset(user)
  }
  return { deletion, factor, reset, setReset, startReset, handleGone }
}
