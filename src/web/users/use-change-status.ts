import { useMutationState, useQueryClient } from '@tanstack/react-query'
import { lenientRecord, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { getConflict, getRecordErrorMessage } from '../administration/error-messages.ts'
import { systemUsers, type SystemUserRecord } from '../administration/resource.ts'
import { useExclusiveMutation } from '../administration/record-mutations.ts'
import type { Edited } from '../administration/use-record-editor.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Status = SystemUserRecord['status']
type Change = { readonly id: number; readonly status: Status }

const KEY = [systemUsers.path, 'status']

const TEXTS = {
  rejected: 'An error occurred while updating user status.',
  unexpected: 'An unexpected error occurred while updating user status.',
}

type Options = {
  readonly banner: ScreenBanner
  readonly onChanged: (user: Edited<SystemUserRecord>) => void
  readonly onGone: (id: number) => void
}

/** Changes the status of a user at once and reloads the list. */
export const useChangeStatus = ({ banner, onChanged, onGone }: Options) => {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: [systemUsers.path] })
  const changing = useExclusiveMutation({
    mutationKey: KEY,
    getKey: ({ id }: Change) => id,
    mutationFn: ({ id, status }: Change) =>
      api.send('PUT', `${systemUsers.path}/${id}/status`, { query: { status }, schema: AnyEnvelope }),
    onSuccess: ({ data, etag }, { status }) => {
      const stored = lenientRecord(systemUsers.schema).safeParse(data)
      if (stored.success) onChanged({ record: stored.data.records, etag })
      banner.show(`User status updated to ${status} successfully!`)
      return reload()
    },
    onError: (error, { id }) => {
      banner.show(getRecordErrorMessage(error, TEXTS))
      if (getConflict(error) === null) return undefined
      onGone(id)
      return reload()
    },
  })
  const pending = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  const findChange = (id: number) => pending.find((change) => change.id === id)
  return {
    /** The status to show: the new one while its request is running. */
    getStatus: (user: SystemUserRecord): Status => findChange(user.id)?.status ?? user.status,
    change: (id: number, status: Status) => {
      changing.mutate({ id, status }, {})
    },
  }
}
