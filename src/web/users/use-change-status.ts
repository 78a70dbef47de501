import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { lenientRecord, AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { useApi } from '../contexts/portal-contexts.ts'
import { formatErrorTexts, getConflict, getRecordErrorMessage } from '../administration/error-messages.ts'
import { systemUsers, type SystemUserRecord } from '../administration/resource.ts'
import type { Stored } from '../administration/use-draft.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

type Status = SystemUserRecord['status']
type Change = { readonly id: number; readonly status: Status }

const KEY = [systemUsers.path, 'status']

type Options = {
  readonly banner: ScreenBanner
  readonly onChanged: (user: Stored<SystemUserRecord>) => void
  readonly onGone: (user: Change) => void
}

/** Changes the status of a user at once and reloads the list. */
export const useChangeStatus = ({ banner, onChanged, onGone }: Options) => {
  const api = useApi()
  const queries = useQueryClient()
  const changing = useMutation({
    mutationKey: KEY,
    mutationFn: ({ id, status }: Change) =>
      api.send('PUT', `${systemUsers.path}/${id}/status`, { query: { status }, schema: AnyEnvelope }),
    onSuccess: ({ data, etag }, { status }) => {
      const stored = lenientRecord(systemUsers.schema).safeParse(data)
      if (stored.success) onChanged({ record: stored.data.records, etag })
      banner.show(`User status updated to ${status} successfully!`)
      return queries.invalidateQueries({ queryKey: [systemUsers.path] })
    },
    onError: (error, change) => {
      banner.show(getRecordErrorMessage(error, formatErrorTexts('updating user status')))
      if (getConflict(error) !== null) onGone(change)
    },
  })
  const pending = useMutationState({
    filters: { mutationKey: KEY, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })
  return {
    /** The status to show: the new one while its request is running. */
    getStatus: (user: SystemUserRecord): Status =>
      pending.find(({ id }) => id === user.id)?.status ?? user.status,
    /** Ignored while another change of the user is running. */
    change: (id: number, status: Status) => {
      const isRunning = queries.isMutating({
        mutationKey: KEY,
        predicate: ({ state }) => (state.variables as Change).id === id,
      })
      if (isRunning === 0) changing.mutate({ id, status })
    },
  }
}
