import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../components/dialog.tsx'
import { AdministrationPage } from '../administration/administration-page.tsx'
import type { Paging } from '../administration/list-query.ts'
import { RecordListCard } from '../administration/record-list-card.tsx'
import { roles, systemUsers } from '../administration/resource.ts'
import { useAllRecords } from '../administration/use-all-records.ts'
import { useBanner } from '../contexts/use-banner.ts'
import { useRecordList } from '../administration/use-record-list.ts'
import { useDeleteRecord } from '../administration/use-delete-record.ts'
import { ResetPasswordDialog, useResetPassword } from './reset-password.tsx'
import { useChangeStatus } from './use-change-status.ts'
import { userColumns } from './user-columns.tsx'
import { UserForm, useUserEditor } from './user-form.tsx'

const REMOVAL_TEXTS = {
  done: 'User deleted successfully!',
  rejected: 'An error occurred while deleting the user.',
  unexpected: 'An unexpected error occurred while deleting the user.',
}

const formatSummary = ({ from, to, total }: Paging): string => `Showing ${from} to ${to} of ${total} entries`

/** `/roles/system-user`: the system users, their form and their list. */
const UsersScreen = () => {
  const queries = useQueryClient()
  const banner = useBanner(5_000)
  const list = useRecordList(systemUsers)
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
  const columns = userColumns({
    getStatus: status.getStatus,
    onStatus: status.change,
    onEdit: editor.edit,
    onResetPassword: (user) => {
      banner.clear()
      reset.open(user)
    },
    onDelete: removal.request,
  })

  return (
    <AdministrationPage title="System Users" banner={banner} isBannerElsewhere={reset.user !== null}>
      <UserForm editor={editor} roles={roleChoices} />
      <RecordListCard
        title="User list"
        list={list}
        columns={columns}
        summary={formatSummary}
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
    </AdministrationPage>
  )
}

export default UsersScreen
