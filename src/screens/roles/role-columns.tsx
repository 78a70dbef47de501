import type { RoleRecord } from '../../../schemas/administration-records.ts'
import type { RecordColumn } from '../../ui/record-table.tsx'
import { RowButton } from '../../ui/row-button.tsx'

type Actions = {
  readonly onEdit: (id: number) => void
  readonly onDelete: (role: RoleRecord) => void
}

/** The columns of the role list (spec §2 "Roles page"). */
export const roleColumns = ({ onEdit, onDelete }: Actions): readonly RecordColumn<RoleRecord>[] => [
  { header: 'Role Name', cell: (role) => role.name },
  { header: 'Description', cell: (role) => role.description },
  {
    header: 'Actions',
    isNarrow: true,
    isScreenOnly: true,
    cell: (role, headId) => (
      <div className="-ml-1.5 flex gap-1">
        <RowButton icon="edit" aria-describedby={headId} onClick={() => onEdit(role.id)}>
          Edit Role
        </RowButton>
        <RowButton icon="trash" danger aria-describedby={headId} onClick={() => onDelete(role)}>
          Delete Role
        </RowButton>
      </div>
    ),
  },
]
