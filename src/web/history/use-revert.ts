import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoryEvent } from '../../../schemas/api/history-event.ts'
import { AnyEnvelope } from '../../../schemas/api/lenient.ts'
import { getErrorMessage } from '../administration/error-messages.ts'
import { useExclusiveMutation } from '../administration/record-mutations.ts'
import { useApi, useSession } from '../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../contexts/use-banner.ts'

const FAILED = {
  rejected: 'An error occurred while reverting the rights.',
  unexpected: 'An unexpected error occurred while reverting the rights.',
}

/** Restores the rights from before an event after confirmation, and shows the result in the banner. */
export const useRevert = (banner: ScreenBanner) => {
  const api = useApi()
  const queries = useQueryClient()
  const { username, role, retryPermissions } = useSession()
  const [candidate, setCandidate] = useState<HistoryEvent | null>(null)
  const reverting = useExclusiveMutation({
    mutationFn: ({ id }: HistoryEvent) => api.post(`/v1/audit-events/${id}/revert`, { schema: AnyEnvelope }),
  })
  return {
    /** The event to confirm; null while no dialog is open. */
    candidate,
    isBusy: reverting.isPending,
    request: setCandidate,
    cancel: () => {
      if (!reverting.isRunning()) setCandidate(null)
    },
    confirm: () => {
      if (candidate === null) return
      reverting.mutate(candidate, {
        onSuccess: () => {
          banner.show('Rights reverted successfully!')
          const own = candidate.event === 'role rights saved' ? role : username
          // The menu of the page follows its user's rights.
          if (candidate.subject.toLowerCase() === own.toLowerCase()) retryPermissions()
        },
        onError: (error) => banner.show(getErrorMessage(error, FAILED)),
        onSettled: () => {
          setCandidate(null)
          void queries.invalidateQueries()
        },
      })
    },
  }
}
