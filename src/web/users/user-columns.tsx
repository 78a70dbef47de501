import type { SystemUserRecord } from '../administration/resource.ts'
import { Badge } from '../components/badge.tsx'
import { IconButton, type RecordColumn } from '../components/resource-table.tsx'
import { Switch } from '../components/switch.tsx'

type Actions = {
  readonly getStatus: (user: SystemUserRecord) => SystemUserRecord['status']
  readonly onStatus: (id: number, status: SystemUserRecord['status']) => void
  readonly onEdit: (id: number) => void
  readonly onResetPassword: (user: SystemUserRecord) => void
  readonly onDelete: (user: SystemUserRecord) => void
}

/** The columns of the user list. */
export const userColumns = (actions: Actions): readonly RecordColumn<SystemUserRecord>[] => [
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
      </div>
    ),
  },
]
