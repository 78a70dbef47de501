import { AnyEnvelope } from '../../../../schemas/api/lenient.ts'
import type { HistoryEvent } from '../../../../schemas/api/history-event.ts'
import { getErrorMessage } from '../error-messages.ts'
import { useConfirmedAction, useExclusiveMutation } from '../record-mutations.ts'
import type { Query } from '../../api/client.ts'
import { saveFile } from '../../api/files.ts'
import { useApi } from '../../contexts/portal-contexts.ts'
import type { ScreenBanner } from '../../contexts/use-banner.ts'

/** Undoes the change of an event after a question. */
export const useUndo = (banner: ScreenBanner) => {
  const api = useApi()
  return useConfirmedAction<HistoryEvent>({
    banner,
    run: ({ id }) => api.post(`/v1/audit-events/${id}/undo`, { schema: AnyEnvelope }),
    texts: {
      done: 'Change undone successfully!',
      rejected: 'An error occurred while undoing the change.',
      unexpected: 'An unexpected error occurred while undoing the change.',
    },
  })
}

/** Saves all events that fit the filters as a file. */
export const useHistoryExport = (banner: ScreenBanner, filter: Query) => {
  const api = useApi()
  const rejected = 'An error occurred while exporting the history.'
  return useExclusiveMutation({
    mutationFn: async () => {
      const { ok, bytes } = await api.download('/v1/audit-events/export', { query: filter })
      if (!ok) throw new Error(rejected)
      const today = new Date().toISOString().slice(0, 10)
      saveFile(new Blob([bytes], { type: 'text/csv;charset=utf-8' }), `history_${today}.csv`)
    },
    onMutate: banner.clear,
    onError: (error) => banner.show(getErrorMessage(error, { rejected, unexpected: rejected })),
  })
}
