import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { RecordListCard, useRecordList } from '../administration/record-list.tsx'
import { useDeleteRecord } from '../administration/record-mutations.ts'
import { StoredPreview, usePreview } from '../administration/preview-dialog.tsx'
import { useAllRecords } from '../administration/record-select.tsx'
import { roles, type SystemUserRecord, systemUsers } from '../administration/resource.ts'
import { Badge, Switch } from '../components/switch.tsx'
import { ConfirmDialog } from '../components/dialog.tsx'
import { IconButton, type RecordColumn } from '../components/resource-table.tsx'
import { useFeature, useSession } from '../contexts/portal-contexts.ts'
import { useBanner } from '../contexts/use-banner.ts'
import { lastSignInColumn, listUsers, NotSignedInFilter, useLastSignIns } from './last-sign-ins.tsx'
import { ResetPasswordDialog, useResetPassword } from './reset-password.tsx'
import { useChangeStatus } from './use-change-status.ts'
import { UserExports } from './user-exports.tsx'
import { UserForm, useUserEditor } from './user-form.tsx'

const REMOVAL_TEXTS = {
  done: 'User deleted successfully!',
  rejected: 'An error occurred while deleting the user.',
  unexpected: 'An unexpected error occurred while deleting the user.',
}

const OWN_PASSWORD = 'You cannot reset your own password. Change it under your name in the header.'

/** `/roles/system-user`: the system users, their form and their list. */
const UsersScreen = () => {
  const queries = useQueryClient()
  const banner = useBanner(5_000)
  const { username } = useSession()
  const hasAccount = useFeature('account')
  const hasSignIns = useFeature('sessions')
  const [days, setDays] = useState('')
  const list = useRecordList(listUsers(days))
  const { page, size } = list.paging
  const signIns = useLastSignIns(hasSignIns, { page, size, search: list.search }, days)
  const roleChoices = useAllRecords(roles)
  const editor = useUserEditor(banner)
  const handleGone = (id: number) => {
    editor.orphan(id)
    void queries.invalidateQueries({ queryKey: [systemUsers.path] })
  }
  const removal = useDeleteRecord({
    source: systemUsers,
    banner,
    texts: REMOVAL_TEXTS,
    onDeleted: editor.discard,
    onGone: handleGone,
  })
  const status = useChangeStatus({ banner, onChanged: editor.refresh, onGone: handleGone })
  const reset = useResetPassword(banner, handleGone)
  const preview = usePreview()
  const columns = userColumns({
    getStatus: status.getStatus,
    onStatus: status.change,
    onEdit: editor.edit,
    onPreview: (user) => {
      const isInactive = status.getStatus(user) === 'Inactive'
      preview.open({ kind: 'system-user', id: user.id, name: user.userId, isInactive })
    },
    onResetPassword: (user) => {
      banner.clear()
      const isOwn = user.userId.toLowerCase() === username.toLowerCase()
      if (hasAccount && isOwn) banner.show(OWN_PASSWORD)
      else reset.open(user)
    },
    onDelete: removal.request,
  })

  return (
    <AdministrationPage title="System Users" banner={banner} isBannerElsewhere={reset.user !== null}>
      <UserForm editor={editor} roles={roleChoices} />
      <RecordListCard
        title="User list"
        list={list}
        columns={hasSignIns ? columns.toSpliced(-2, 0, lastSignInColumn(signIns)) : columns}
        none={days === '' ? undefined : `Every user has signed in within ${days} days.`}
        tools={
          <>
            <UserExports banner={banner} hasSignIns={hasSignIns} search={list.search} days={days} />
            {hasSignIns && (
              <NotSignedInFilter
                value={days}
                onChange={(next) => {
                  setDays(next)
                  list.goTo(0)
                }}
              />
            )}
          </>
        }
        current={editor.record?.id}
      />
      {reset.user !== null && (
        <ResetPasswordDialog
          userId={reset.user.userId}
          isBusy={reset.isBusy}
          message={banner.text}
          onConfirm={reset.confirm}
          onCancel={reset.cancel}
        />
      )}
      <ConfirmDialog
        open={removal.candidate !== null}
        question="Are you sure you want to delete this user?"
        confirmLabel="Delete"
        busy={removal.isBusy}
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      >
        <p className="break-words text-soft">{removal.candidate?.userId}</p>
      </ConfirmDialog>
      {preview.subject !== null && <StoredPreview subject={preview.subject} onClose={preview.close} />}
    </AdministrationPage>
  )
}

export default UsersScreen

type Actions = {
  readonly getStatus: (user: SystemUserRecord) => SystemUserRecord['status']
  readonly onStatus: (id: number, status: SystemUserRecord['status']) => void
  readonly onEdit: (id: number) => void
  readonly onPreview: (user: SystemUserRecord) => void
  readonly onResetPassword: (user: SystemUserRecord) => void
  readonly onDelete: (user: SystemUserRecord) => void
}

/** The columns of the user list. */
const userColumns = (actions: Actions): readonly RecordColumn<SystemUserRecord>[] => [
  { header: 'User ID', cell: (user) => user.userId },
  { header: 'Owner', cell: (user) => user.owner },
  { header: 'Role', cell: (user) => user.role },
  { header: 'Login IP', cell: (user) => user.loginIP },
  { header: 'Email Id', cell: (user) => user.emailId },
  {
    header: 'Status',
    isNarrow: true,
    cell: (user) => {
      const status = actions.getStatus(user)
      return (
        <div className="flex items-center gap-2">
          <Switch
            label={`Status of ${user.userId}`}
            checked={status === 'Active'}
            onChange={(isOn) => actions.onStatus(user.id, isOn ? 'Active' : 'Inactive')}
          />
          <Badge tone={status === 'Active' ? 'good' : 'neutral'}>{status}</Badge>
        </div>
      )
    },
  },
  {
    header: 'Actions',
    isNarrow: true,
    isScreenOnly: true,
    cell: (user, headId) => (
      <div className="-ml-1.5 flex gap-1">
        <IconButton icon="edit" aria-describedby={headId} onClick={() => actions.onEdit(user.id)}>
          Edit
        </IconButton>
        <IconButton icon="key" aria-describedby={headId} onClick={() => actions.onResetPassword(user)}>
          Reset Password
        </IconButton>
        <IconButton icon="trash" danger aria-describedby={headId} onClick={() => actions.onDelete(user)}>
          Delete
        </IconButton>
        <IconButton icon="system" aria-describedby={headId} onClick={() => actions.onPreview(user)}>
          Preview
        </IconButton>
      </div>
    ),
  },
]
