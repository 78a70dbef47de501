import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { AdministrationPage } from '../administration/administration-page.tsx'
import type { Paging } from '../administration/list-view.ts'
import { RecordListCard } from '../administration/record-list-card.tsx'
import { roles } from '../administration/record-source.ts'
import { useBanner } from '../use-banner.ts'
import { useRecordList } from '../administration/use-record-list.ts'
import { useRemoval } from '../administration/use-removal.ts'
import { roleColumns } from './role-columns.tsx'
import { RoleForm, useRoleEditor } from './role-form.tsx'

const REMOVAL_TEXTS = {
  done: 'Role deleted successfully!',
  refused: 'An error occurred while deleting the role.',
  unexpected: 'An unexpected error occurred while deleting the role.',
}

const summary = ({ page, pages, total, size }: Paging): string =>
  `Page ${page + 1} of ${pages}, ${total} ${total === 1 ? 'role' : 'roles'} in total, ${size} per page`

/** `/roles`: the roles, their form and their list (spec §2, §4, §8). */
const RolesScreen = () => {
  const banner = useBanner(5_000)
  const list = useRecordList(roles)
  const editor = useRoleEditor(banner)
  const removal = useRemoval({
    source: roles,
    banner,
    texts: REMOVAL_TEXTS,
    onDeleted: editor.forget,
    onGone: editor.orphan,
  })

  const columns = roleColumns({ onEdit: editor.edit, onDelete: removal.ask })

  return (
    <AdministrationPage title="Roles" banner={banner}>
      <RoleForm editor={editor} />
      <RecordListCard
        title="Role list"
        list={list}
        columns={columns}
        summary={summary}
        current={editor.record?.id}
      />
      <ConfirmDialog
        open={removal.asked !== null}
        question="Are you sure you want to delete this role?"
        confirmLabel="Delete"
        busy={removal.isBusy}
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      >
        <p className="break-words text-soft">{removal.asked?.name}</p>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

export default RolesScreen
