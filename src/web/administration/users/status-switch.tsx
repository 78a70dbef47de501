import { useQueryClient } from '@tanstack/react-query'
import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import { getConflict, getRecordErrorMessage } from '../error-messages.ts'
import { useExclusiveMutation } from '../record-mutations.tsx'
import { useScreenBanner } from '../record-page.tsx'
import { systemUsers, type SystemUserRecord } from '../resource.ts'
import type { RecordColumn } from '../../kit/resource-table.tsx'
import { Badge, Switch } from '../../kit/switch.tsx'
import { useApi } from '../../contexts/portal-contexts.ts'

type Options = {
  readonly onChanged: (id: number) => void
  readonly onGone: (user: SystemUserRecord) => void
}

export const createStatusColumn = (options: Options): RecordColumn<SystemUserRecord> => ({
  header: 'Status',
  isNarrow: true,
  cell: (user) => <StatusSwitch user={user} {...options} />,
})

const TEXTS = {
  rejected: 'An error occurred while updating user status.',
  unexpected: 'An unexpected error occurred while updating user status.',
}

type Props = Options & { readonly user: SystemUserRecord }

/** Changes the status of a user at once; the new one is shown while its request and the reload of the list run. */
const StatusSwitch = ({ user, onChanged, onGone }: Props) => {
  const api = useApi()
  const banner = useScreenBanner()
  const queries = useQueryClient()
  const changing = useExclusiveMutation({
    mutationFn: (status: SystemUserRecord['status']) =>
      api.put(`${systemUsers.path}/${user.id}/status`, { query: { status }, schema: AnyEnvelope }),
    onSuccess: (_, status) => {
      onChanged(user.id)
      banner.show(`User status updated to ${status} successfully!`)
      return queries.invalidateQueries({ queryKey: [systemUsers.path] })
    },
    onError: (error) => {
      banner.show(getRecordErrorMessage(error, TEXTS))
      if (getConflict(error) !== null) onGone(user)
    },
  })
  const status = changing.isPending ? changing.variables : user.status
  return (
    <div className="flex items-center gap-2">
      <Switch
        label={`Status of ${user.userId}`}
        checked={status === 'Active'}
        onChange={(isOn) => changing.mutate(isOn ? 'Active' : 'Inactive')}
      />
      <Badge tone={status === 'Active' ? 'good' : 'neutral'}>{status}</Badge>
    </div>
  )
}
