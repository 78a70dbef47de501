import { ConfirmDialog } from '../components/dialog.tsx'
import { AdministrationPage } from '../administration/administration-page.tsx'
import { type Paging, useRecordList } from '../administration/use-record-list.ts'
import { RecordListCard } from '../administration/record-list-card.tsx'
import { roles, type RoleRecord } from '../administration/resource.ts'
import { useBanner } from '../contexts/use-banner.ts'
import { useDeleteRecord } from '../administration/record-mutations.ts'
import { RoleForm, useRoleEditor } from './role-form.tsx'
import { IconButton, type RecordColumn } from '../components/resource-table.tsx'

const REMOVAL_TEXTS = {
  done: 'Role deleted successfully!',
  rejected: 'An error occurred while deleting the role.',
  unexpected: 'An unexpected error occurred while deleting the role.',
}

const formatSummary = ({ page, pages, total, size }: Paging): string =>
  `Page ${page + 1} of ${pages}, ${total} ${total === 1 ? 'role' : 'roles'} in total, ${size} per page`

/** `/roles`: the roles, their form and their list. */
const RolesScreen = () => {
  const banner = useBanner(5_000)
  const list = useRecordList(roles)
  const editor = useRoleEditor(banner)
  const removal = useDeleteRecord({
    source: roles,
    banner,
    texts: REMOVAL_TEXTS,
    onDeleted: editor.discard,
    onGone: editor.orphan,
  })

  const columns = roleColumns({ onEdit: editor.edit, onDelete: removal.request })

  return (
    <AdministrationPage title="Roles" banner={banner}>
      <RoleForm editor={editor} />
      <RecordListCard
        title="Role list"
        list={list}
        columns={columns}
        summary={formatSummary}
        current={editor.record?.id}
      />
      <ConfirmDialog
        open={removal.candidate !== null}
        question="Are you sure you want to delete this role?"
        confirmLabel="Delete"
        busy={removal.isBusy}
        onConfirm={removal.confirm}
        onCancel={removal.cancel}
      >
        <p className="break-words text-soft">{removal.candidate?.name}</p>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

export default RolesScreen

type Actions = {
  readonly onEdit: (id: number) => void
  readonly onDelete: (role: RoleRecord) => void
}

/** The columns of the role list. */
const roleColumns = ({ onEdit, onDelete }: Actions): readonly RecordColumn<RoleRecord>[] => [
  { header: 'Role Name', cell: (role) => role.name },
  { header: 'Description', cell: (role) => role.description },
  {
    header: 'Actions',
    isNarrow: true,
    isScreenOnly: true,
    cell: (role, headId) => (
      <div className="-ml-1.5 flex gap-1">
        <IconButton icon="edit" aria-describedby={headId} onClick={() => onEdit(role.id)}>
          Edit Role
        </IconButton>
        <IconButton icon="trash" danger aria-describedby={headId} onClick={() => onDelete(role)}>
          Delete Role
        </IconButton>
      </div>
    ),
  },
]
